import { t } from '@/lib/words/t'
import { Icon } from './icon'

/** Leads to the search page. */
export function SearchField() {
  return (
    <form action="/search" role="search" aria-label={t('common.searchResults')} className="category-search">
      <label>
        <Icon name="search" />
        <input
          type="search"
          name="q"
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
