import '@/app/_kinds/post.css'
import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { CommentThread } from '@/components/comment/comment-thread'
import { mergedIdsOf } from '@/lib/queries/merges'
import { PostAbout } from '@/components/post/post-about'
import { PostArticle } from '@/components/post/post-article'
import { postMetadata } from '@/lib/publish/page-metadata'
import { PostJsonLd } from '@/components/seo/json-ld'
import { MissingPage } from '@/components/shell/missing-page'
import { PageWords } from '@/components/shell/page-words'
import { TeamPanel } from '@/components/team/team-panel'
import { env } from '@/lib/env'
import { noSlug, offlineParams, movedAddress, decodeSlug, readPostAddress } from '@/lib/post/address'
import { findPostElsewhere, getMovedPost, getPost, listPosts } from '@/lib/queries/posts'

export const ensureStatic = 'navigation'
export const prefetch = 'partial'

type Props = { params: Promise<{ category: string; slug: string }> }

export async function generateStaticParams() {
  const { posts } = env.SIGNPOST_OFFLINE_BUILD ? { posts: [] } : await listPosts({}, null, 50)
  if (posts.length === 0) return [offlineParams('category', 'slug')]
  return posts.map(({ categorySlug, slug }) => ({ category: categorySlug, slug }))
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return postMetadata((await findPost(params)) ?? notFound())
}

export default async function PostPage({ params }: Props) {
  const post = await findPost(params)
  if (!post) return <MissingPage path={await addressOf(params)} />
  const update = post.events.findLast(({ note }) => note)
  return (
    <PageWords of="post">
      <div className="post-page">
        <PostArticle post={post} update={update} />
        <CommentThread
          postId={post.id}
          total={post.commentsTotal}
          mergedIds={mergedIdsOf(post)}
          isLocked={post.isLocked}
        />
        <PostAbout post={post} update={update}>
          <TeamPanel id={post.id} state={post.state} categoryId={post.category.id} />
        </PostAbout>
        <PostJsonLd post={post} />
      </div>
    </PageWords>
  )
}

/** The post at an address; null if there never was one. Redirects permanently to where it moved. */
async function findPost(params: Props['params']) {
  const address = readPostAddress(await params)
  if (!address || address.slug === noSlug) return null
  const { category, slug } = address
  const post = await getPost(category, slug)
  if (post) return post
  const moved = (await getMovedPost(category, slug)) ?? (await findPostElsewhere(slug))
  if (moved) permanentRedirect(movedAddress(moved))
  return null
}

/** Undefined for the page of noSlug, which is shown at other addresses than its own. */
async function addressOf(params: Props['params']): Promise<string | undefined> {
  const { category, slug } = await params
  return slug === noSlug ? undefined : `/${category}/${decodeSlug(slug) ?? slug}`
}
