import { t } from '@/lib/words/t'
import { searchAddress } from '@/lib/post/address'
import { type PostState, postStates } from '@/lib/post/states'
import { AppLink } from '../ui/app-link'

/** The same search in one state, or in all. */
export function StateLinks(props: {
  query: string
  category?: string
  state?: PostState
  names: Record<PostState, string>
}) {
  const { query: q, category, state, names } = props
  return (
    <nav aria-label={t('common.state')} className="state-chips no-print">
      {[undefined, ...postStates].map((one) => (
        <AppLink
          key={one ?? ''}
          href={searchAddress({ q, category, state: one })}
          aria-current={one === state ? 'true' : undefined}
          className="state-chip"
        >
          {one ? names[one] : t('common.all')}
        </AppLink>
      ))}
    </nav>
  )
}
