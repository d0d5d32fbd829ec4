import { t } from '@/lib/words/t'
export function PersonName({ name, isTeam }: { name: string | null; isTeam: boolean }) {
  return (
    <span>
      <bdi>{name ?? t('common.deletedUser')}</bdi>
      {isTeam && <span className="team-badge">{t('common.team')}</span>}
    </span>
  )
}
