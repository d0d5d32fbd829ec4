import { t } from '@/lib/words/t'
import { listCategories } from '@/lib/queries/categories'
import { AppLink } from '../ui/app-link'
import { Icon } from '../ui/icon'
import { PopularPosts } from './search-filters'

export async function SearchStart() {
  const categories = (await listCategories()).filter(({ isArchived }) => !isArchived)
  return (
    <>
      <h1 className="mb-1 text-xl font-semibold">{t('common.searchResults')}</h1>
      <p className="mb-4 text-ink-soft">
        {t('pages.search.typeWhatYoureLooking')} {t('pages.search.hint')}
      </p>
      <SearchField />
      <nav aria-label={t('common.categories')} className="state-chips items-center">
        <span aria-hidden="true" className="shrink-0 pe-1 text-ink-soft">
          {t('pages.search.browse')}
        </span>
        {categories.map(({ slug, name }) => (
          <AppLink key={slug} href={`/${slug}`} className="state-chip">
            {name}
          </AppLink>
        ))}
      </nav>
      <PopularPosts />
    </>
  )
}

/** Of the page itself where the header's field is an icon. */
export function SearchField(props: { query?: string; category?: string; state?: string }) {
  const { query, category, state } = props
  return (
    <form
      key={query}
      action="/search"
      role="search"
      aria-label={t('common.searchResults')}
      className="category-search mb-4 sm:w-full md:hidden"
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
