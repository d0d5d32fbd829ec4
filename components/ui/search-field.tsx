import { t } from '@/lib/words/t'
import { Icon } from './icon'

/** Leads to the search page, within a category or a state if there is one. */
export function SearchField(props: {
  query?: string
  category?: string
  state?: string
  className?: string
}) {
  const { query, category, state, className = '' } = props
  return (
    <form
      key={query}
      action="/search"
      role="search"
      aria-label={t('common.searchResults')}
      className={`category-search sm:w-full ${className}`}
    >
      {category && <input type="hidden" name="category" value={category} />}
      {state && <input type="hidden" name="state" value={state} />}
      <label>
        <Icon name="search" />
        <input
          type="search"
          name="q"
          defaultValue={query}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          aria-label={t('common.search')}
          placeholder={t('shell.searchBox.search')}
        />
      </label>
    </form>
  )
}
