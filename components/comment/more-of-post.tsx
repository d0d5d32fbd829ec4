import type { ReactNode } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { buttonClass } from '@/components/ui/button-class'
import { EmptyState } from '@/components/ui/empty-state'
import { postAddress } from '@/lib/post/address'

/** What belongs to a post and goes on on a page of its own. */
export function MoreOfPost(props: {
  post: { title: string; categorySlug: string; slug: string }
  what: string
  next: string | null
  children: ReactNode[]
}) {
  const { post, what, next, children } = props
  return (
    <div className="max-w-[72ch]">
      <h1 className="mb-1 text-xl font-semibold">{what}, continued</h1>
      <p className="mb-6">
        <AppLink href={postAddress(post)} className="text-accent-ink underline underline-offset-2">
          <span dir="auto">{post.title}</span>
        </AppLink>
      </p>
      <div className="space-y-6">
        {children.length > 0 ? children : <EmptyState>Nothing here yet...</EmptyState>}
      </div>
      {next && (
        <p className="mt-6">
          <a href={next} rel="nofollow" className={buttonClass('outline', 'w-full')}>
            Load more
          </a>
        </p>
      )}
    </div>
  )
}
