import { t } from '@/lib/words/t'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'

/** Leads to a category's open form (CreatePost). A plain link, because it may lead to the same page. */
export function NewPostLink({ category = 'new-features', title }: { category?: string; title?: string }) {
  const query = title ? `?${new URLSearchParams({ title })}` : ''
  return (
    <a href={`/${category}${query}#new-post`} className={buttonClass('default', 'script-only no-print')}>
      <Icon name="plus" />
      <span>{t('common.newPost')}</span>
    </a>
  )
}
