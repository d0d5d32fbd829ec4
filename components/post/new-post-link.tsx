import { t } from '@/lib/words/t'
import { allCategories } from '@/lib/post/address'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'

/** Leads to the open form (CreatePost) of a category, or of all of them. A plain link, because it may lead to the same page. */
export function NewPostLink({ category = allCategories, title }: { category?: string; title?: string }) {
  const query = title ? `?${new URLSearchParams({ title })}` : ''
  return (
    <a href={`/${category}${query}#new-post`} className={buttonClass('default', 'script-only no-print')}>
      <Icon name="plus" />
      <span>{t('common.newPost')}</span>
    </a>
  )
}
