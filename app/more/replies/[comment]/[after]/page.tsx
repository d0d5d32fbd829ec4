import { t } from '@/lib/words/t'
import '@/app/_kinds/post.css'
import '@/app/_styles/empty-state.css'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { CommentBody } from '@/components/comment/comment-body'
import { MoreOfPost } from '@/components/comment/more-of-post'
import { MissingPage } from '@/components/shell/missing-page'
import { PageWords } from '@/components/shell/page-words'
import { offlineParams, readId } from '@/lib/post/address'
import { moreRepliesAddress, readCursorPart } from '@/lib/post/cursor-part'
import { getMoreReplies } from '@/lib/queries/comments'

export const ensureStatic = 'navigation'
export const prefetch = 'partial'

type Props = { params: Promise<{ comment: string; after: string }> }

export function generateStaticParams() {
  return [offlineParams('comment', 'after')]
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  if (!(await findPage(params))) notFound()
  return { title: t('pages.moreRepliesCommentAfter.moreReplies'), robots: { index: false, follow: true } }
}

export default async function MoreRepliesPage({ params }: Props) {
  const page = await findPage(params)
  if (!page) return <MissingPage />
  const { comment, post, replies, next } = page
  return (
    <PageWords of="post">
      <MoreOfPost
        post={post}
        what={t('pages.moreRepliesCommentAfter.replies')}
        next={next && moreRepliesAddress(comment, next)}
      >
        {replies.map((reply) => (
          <article key={reply.id} id={`comment-${reply.id}`}>
            <CommentBody comment={reply} postId={post.id} parent={comment} />
          </article>
        ))}
      </MoreOfPost>
    </PageWords>
  )
}

async function findPage(params: Props['params']) {
  const { comment, after } = await params
  const id = readId(comment)
  const page = id && (await getMoreReplies(id, readCursorPart(after)))
  return page && { comment: id, ...page }
}
