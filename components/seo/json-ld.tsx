import { t } from '@/lib/words/t'
import { article, breadcrumbList, discussionForumPosting, jsonLd } from '@/lib/publish/json-ld'
import { env } from '@/lib/env'
import { entryAddress } from '@/lib/post/changelog'
import { postAddress } from '@/lib/post/address'
import { getFirstComments } from '@/lib/queries/comments'
import type { Entry } from '@/lib/queries/changelog'
import type { Post } from '@/lib/queries/posts'
import { getSite } from '@/lib/queries/site'

export function JsonLd({ things }: { things: Parameters<typeof jsonLd>[0] }) {
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLd(things) }} />
}

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

export async function EntryJsonLd({ entry }: { entry: Entry }) {
  const { name } = await getSite()
  return (
    <JsonLd
      things={[
        article(env.SITE_URL, name, entry),
        breadcrumbList(env.SITE_URL, [
          { name: t('common.changelog'), path: '/changelog' },
          { name: entry.title, path: entryAddress(entry.slug) },
        ]),
      ]}
    />
  )
}

export function CategoryJsonLd({ category }: { category: { slug: string; name: string } }) {
  return (
    <JsonLd things={[breadcrumbList(env.SITE_URL, [{ name: category.name, path: `/${category.slug}` }])]} />
  )
}
