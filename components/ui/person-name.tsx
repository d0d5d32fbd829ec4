export function PersonName({ name, isTeam }: { name: string | null; isTeam: boolean }) {
  return (
    <span>
      <bdi>{name ?? 'Deleted user'}</bdi>
      {isTeam && <span className="team-badge">Team</span>}
    </span>
  )
}
