import { t } from '@/lib/words/t'
import type { ReactNode } from 'react'
import { allCategories } from '@/lib/post/address'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'

/** Leads to the open form (CreatePost) of a category, or of all of them. A plain link, because it may lead to the same page. */
export function NewPostLink(props: { category?: string; title?: string; children?: ReactNode }) {
  const { category = allCategories, title, children = t('common.newPost') } = props
  const query = title ? `?${new URLSearchParams({ title })}` : ''
  return (
    <a
      href={`/${category}${query}#new-post`}
      className={buttonClass('default', 'new-post-link script-only no-print')}
    >
      <Icon name="plus" />
      <span dir="auto">{children}</span>
    </a>
  )
}
