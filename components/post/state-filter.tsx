import { t } from '@/lib/words/t'
import { AppLink } from '@/components/ui/app-link'
import { countText } from '@/lib/words/count-text'
import { listAddress, type ListFilter } from '@/lib/post/address'
import { type PostState, postStates } from '@/lib/post/states'
import { getSite } from '@/lib/queries/site'

export async function StateFilter({
  filter,
  totals,
}: {
  filter: ListFilter
  totals: Record<PostState, number>
}) {
  const { stateNames } = await getSite()
  const all = postStates.reduce((sum, state) => sum + totals[state], 0)
  const options = [
    { state: undefined, name: t('common.all'), total: all },
    ...postStates.map((state) => ({ state, name: stateNames[state], total: totals[state] })),
  ]
  return (
    <nav aria-label={t('common.state')} className="state-chips no-print">
      {options.map(({ state, name, total }) => (
        <AppLink
          key={name}
          href={listAddress({ ...filter, state })}
          aria-current={state === filter.state ? 'true' : undefined}
          className="state-chip"
        >
          {name} {total > 0 && <small>{countText(total)}</small>}
        </AppLink>
      ))}
    </nav>
  )
}
