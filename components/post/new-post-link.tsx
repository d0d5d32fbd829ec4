import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'

/**
 * The way to a new post from anywhere: to a category's form, opened, with a title if there is one (CreatePost). A plain
 * link, because it may lead to the page it stands on.
 */
export function NewPostLink({ category = 'new-features', title }: { category?: string; title?: string }) {
  const query = title ? `?${new URLSearchParams({ title })}` : ''
  return (
    <a href={`/${category}${query}#new-post`} className={buttonClass('default', 'script-only no-print')}>
      <Icon name="plus" />
      <span>New post</span>
    </a>
  )
}
