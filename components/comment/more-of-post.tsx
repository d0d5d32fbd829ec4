import { t } from '@/lib/words/t'
import type { ReactNode } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { buttonClass } from '@/components/ui/button-class'
import { EmptyState } from '@/components/ui/empty-state'
import { postAddress } from '@/lib/post/address'
import { ButtonLink } from '@/components/ui/button'

export function MoreOfPost(props: {
  post: { title: string; categorySlug: string; slug: string }
  what: string
  next: string | null
  children: ReactNode[]
}) {
  const { post, what, next, children } = props
  return (
    <div className="comments comments-alone">
      <h1 dir="auto" className="post-title">
        <AppLink href={postAddress(post)} className="hover:underline">
          {post.title}
        </AppLink>
      </h1>
      <h2 className="mt-6">{t('common.continued', { what })}</h2>
      <div className="comment-list mt-4">
        {children.length > 0 ? (
          children
        ) : (
          <EmptyState
            action={<ButtonLink href={postAddress(post)}>{t('comment.moreOfPost.backToThePost')}</ButtonLink>}
          />
        )}
      </div>
      {next && (
        <p className="mt-6">
          <a href={next} rel="nofollow" className={buttonClass('outline', 'w-full')}>
            {t('common.loadMore')}
          </a>
        </p>
      )}
    </div>
  )
}
