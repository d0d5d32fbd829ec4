import { perLanguage } from '@/lib/words/state'
import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { NewPostLink } from '../post/new-post-link'
import { AppLink } from '../ui/app-link'
import { EmptyState } from '../ui/empty-state'
import { ButtonLink } from '../ui/button'
import { searchAddress } from '@/lib/post/address'
import { totalText } from '@/lib/words/count-text'

const alternatives = perLanguage((locale) => new Intl.ListFormat(locale, { type: 'disjunction' }))

export function NothingFound(props: {
  query: string
  category?: string
  isInState: boolean
  near: string[]
}) {
  const { query, category, isInState, near } = props
  return (
    <EmptyState
      action={
        isInState ? (
          <ButtonLink href={searchAddress({ q: query, category })}>
            {t('search.outcome.searchAllStates')}
          </ButtonLink>
        ) : (
          <NewPostLink category={category} title={query}>
            {rich('search.outcome.createNamed', { title: query, b: (text) => <bdi>{text}</bdi> })}
          </NewPostLink>
        )
      }
    >
      {t('search.outcome.weCouldntFindAnything')}
      {near.length > 0 && (
        <p className="near-words">
          {rich('search.outcome.didYouMean', {
            words: '',
            list: () =>
              alternatives()
                .formatToParts(near)
                .map(({ type, value }) =>
                  type === 'literal' ? (
                    value
                  ) : (
                    <AppLink key={value} href={searchAddress({ q: value, category })}>
                      <bdi>{value}</bdi>
                    </AppLink>
                  ),
                ),
          })}
        </p>
      )}
    </EmptyState>
  )
}

export function FoundCount(props: {
  query: string
  total: number
  isTotalExact: boolean
  isPartial: boolean
  category?: string
  state?: string
}) {
  const { query, total, isTotalExact, isPartial, category, state } = props
  return (
    <p role="status" title={query} className={total > 0 ? 'found-count' : 'sr-only'}>
      {rich(isPartial ? 'search.outcome.partial' : 'search.outcome.found', {
        count: totalText({ total, isTotalExact }),
        // "1+" is more than one.
        total: isTotalExact ? total : Infinity,
        query,
        b: (text) => <bdi>{text}</bdi>,
        isInCategory: Boolean(category),
        category: category ?? '',
      })}
      {state && t('common.comma') + state}
    </p>
  )
}
