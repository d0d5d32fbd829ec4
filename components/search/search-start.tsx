import { t } from '@/lib/words/t'
import { listCategories } from '@/lib/queries/categories'
import { AppLink } from '../ui/app-link'
import { PopularPosts } from './search-filters'

export async function SearchStart() {
  const categories = (await listCategories()).filter(({ isArchived }) => !isArchived)
  return (
    <>
      <h1 className="page-title search-title">{t('common.searchResults')}</h1>
      <p className="mb-4 text-ink-soft">
        {t('pages.search.typeWhatYoureLooking')} {t('pages.search.hint')}
      </p>
      <nav aria-label={t('common.categories')} className="state-chips">
        <span aria-hidden="true">{t('pages.search.browse')}</span>
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
