import { env } from '@/lib/env'
import { breadcrumbList, discussionForumPosting } from '@/lib/publish/json-ld'
import { postAddress } from '@/lib/post/address'
import { getFirstComments } from '@/lib/queries/comments'
import type { Post } from '@/lib/queries/posts'
import { JsonLd } from './json-ld'

export async function PostJsonLd({ post }: { post: Post }) {
  const { comments } = await getFirstComments(post.id)
  return (
    <JsonLd
      things={[
        discussionForumPosting(env.SITE_URL, post, comments),
        breadcrumbList(env.SITE_URL, [
          { name: post.category.name, path: `/${post.categorySlug}` },
          { name: post.title, path: postAddress(post) },
        ]),
      ]}
    />
  )
}
