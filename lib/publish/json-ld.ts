import type { MarkdownNode } from '../text/markdown'
import { nodesText, plainText } from '../text/plain-text'
import { t } from '../words/t.ts'
import { entryAddress } from '../post/changelog'
import { postAddress } from '../post/address'

type Thing = { '@type': string; [property: string]: unknown }

type Comment = {
  id: number
  body: MarkdownNode[]
  createdAt: string
  editedAt: string | null
  authorName: string | null
}

type Post = {
  slug: string
  categorySlug: string
  category: { name: string }
  author: { name: string } | null
  title: string
  details: string
  votesTotal: number
  commentsTotal: number
  createdAt: string
  editedAt: string | null
}

/** Structured data as the text of a script element. Nothing in it can end that element. */
export function jsonLd(things: Thing[]): string {
  const data = things.length === 1 ? things[0] : { '@graph': things }
  return JSON.stringify({ '@context': 'https://schema.org', ...data }).replace(/</g, '\\u003c')
}

export function discussionForumPosting(
  site: string,
  post: Post,
  comments: (Comment & { deletedAt: string | null; replies: Comment[] })[],
): Thing {
  const url = site + postAddress(post)
  const shown = comments.flatMap((comment) => {
    const replies = comment.replies.map((reply) => commentThing(url, reply))
    if (comment.deletedAt) return replies
    return [{ ...commentThing(url, comment), ...(replies.length > 0 && { comment: replies }) }]
  })
  return {
    '@type': 'DiscussionForumPosting',
    headline: post.title,
    text: plainText(post.details, 500) || post.title,
    url,
    articleSection: post.category.name,
    author: person(post.author?.name),
    datePublished: post.createdAt,
    ...(post.editedAt && { dateModified: post.editedAt }),
    interactionStatistic: [
      counter('LikeAction', post.votesTotal),
      counter('CommentAction', post.commentsTotal),
    ],
    commentCount: post.commentsTotal,
    ...(shown.length > 0 && { comment: shown }),
  }
}

export function article(
  site: string,
  name: string,
  entry: {
    slug: string
    title: string
    body: string
    publishedAt: string
    editedAt: string | null
    images: { src: string }[]
  },
): Thing {
  const publisher = { '@type': 'Organization', name, url: `${site}/` }
  return {
    '@type': 'Article',
    headline: entry.title,
    description: plainText(entry.body, 500) || entry.title,
    url: site + entryAddress(entry.slug),
    articleSection: t('common.changelog'),
    author: publisher,
    publisher,
    datePublished: entry.publishedAt,
    dateModified: entry.editedAt ?? entry.publishedAt,
    ...(entry.images.length > 0 && { image: entry.images.map(({ src }) => src) }),
  }
}

export function breadcrumbList(site: string, steps: { name: string; path: string }[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: t('common.roadmap'), path: '/' }, ...steps].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: site + path,
    })),
  }
}

export function webSite(site: string, name: string): Thing {
  return { '@type': 'WebSite', name, url: `${site}/` }
}

function commentThing(postUrl: string, comment: Comment): Thing {
  return {
    '@type': 'Comment',
    text: nodesText(comment.body, 280),
    url: `${postUrl}#comment-${comment.id}`,
    author: person(comment.authorName),
    datePublished: comment.createdAt,
    ...(comment.editedAt && { dateModified: comment.editedAt }),
  }
}

function person(name: string | null | undefined): Thing {
  return { '@type': 'Person', name: name ?? t('common.deletedUser') }
}

function counter(action: string, count: number): Thing {
  return {
    '@type': 'InteractionCounter',
    interactionType: `https://schema.org/${action}`,
    userInteractionCount: count,
  }
}
