import { t } from '@/lib/words/t'
import { personAddress } from '@/lib/post/activity'
import { AppLink } from '../ui/app-link'

export function PersonName(props: { id?: string | null; name: string | null; isTeam: boolean }) {
  const { id, name, isTeam } = props
  const shown = <bdi>{name ?? t('common.deletedUser')}</bdi>
  return (
    <span>
      {id && name ? (
        <AppLink href={personAddress(id)} className="person-link">
          {shown}
        </AppLink>
      ) : (
        shown
      )}
      {isTeam && <span className="team-badge">{t('common.team')}</span>}
    </span>
  )
}
