import { t } from '@/lib/words/t'
import '@/app/_kinds/post.css'
import '@/app/_styles/empty-state.css'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { CommentItem } from '@/components/comment/comment-item'
import { MoreOfPost } from '@/components/comment/more-of-post'
import { MissingPage } from '@/components/shell/missing-page'
import { PageWords } from '@/components/shell/page-words'
import { offlineParams, readId } from '@/lib/post/address'
import { moreCommentsAddress, readCursorPart } from '@/lib/post/cursor-part'
import { getMoreComments } from '@/lib/queries/comments'

export const ensureStatic = 'navigation'
export const prefetch = 'partial'

type Props = { params: Promise<{ post: string; after: string }> }

export function generateStaticParams() {
  return [offlineParams('post', 'after')]
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  if (!(await findPage(params))) notFound()
  return { title: t('pages.moreCommentsPostAfter.moreComments'), robots: { index: false, follow: true } }
}

export default async function MoreCommentsPage({ params }: Props) {
  const page = await findPage(params)
  if (!page) return <MissingPage />
  const { post, comments, next } = page
  return (
    <PageWords of="post">
      <MoreOfPost post={post} what={t('common.comments')} next={next && moreCommentsAddress(post.id, next)}>
        {comments.map((comment) => (
          <CommentItem key={comment.id} comment={comment} postId={post.id} />
        ))}
      </MoreOfPost>
    </PageWords>
  )
}

async function findPage(params: Props['params']) {
  const { post, after } = await params
  const id = readId(post)
  return id && getMoreComments(id, readCursorPart(after))
}
