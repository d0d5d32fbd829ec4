import { t } from '@/lib/words/t'
import { allCategories } from '@/lib/post/address'
import { changelogAddress } from '@/lib/post/changelog'
import { hasChangelog } from '@/lib/queries/changelog'
import { ButtonLink } from '../ui/button'
import { SearchField } from '../ui/search-field'

export async function SearchInstead() {
  const places = [
    ['/', t('common.roadmap')],
    [`/${allCategories}`, t('category.list.allFeedback')],
    ...((await hasChangelog()) ? [[changelogAddress(), t('common.changelog')]] : []),
  ] as [href: string, name: string][]
  return (
    <div className="search-instead">
      <SearchField />
      <ul>
        {places.map(([href, name]) => (
          <li key={href}>
            <ButtonLink href={href}>{name}</ButtonLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
