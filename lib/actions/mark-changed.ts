import 'server-only'
import { revalidatePath, revalidateTag } from 'next/cache'
import {
  addressTag,
  boardTag,
  categoriesTag,
  categoryTag,
  changelogTag,
  commentsTag,
  deletionTag,
  entryAddressTag,
  hasChangelogTag,
  personTag,
  postTag,
  siteTag,
  sitemapTag,
} from '../cache-tags'
import { clearFallbacks } from '../supabase/fetch-with-fallback'

/**
 * Takes effect immediately and includes the new page in an action's response, like updateTag, which route handlers may
 * not call.
 */
const expire = (tag: string): void => revalidateTag(tag, { expire: 0 })

/** The address of a post, as the database's functions return it. */
type Place = { id: number; category_slug: string; slug: string }
type Home = { id: number; category: { slug: string } }
/** The post, comment or changelog entry that an image belongs to. */
type Owner = { post: Home | null; comment: { post: Home } | null; entry: { slug: string } | null }

/** A post's own page, the lists that contain it, and their counts. */
export function markPostChanged({ id, category_slug }: Omit<Place, 'slug'>): void {
  expire(postTag(id))
  expire(boardTag())
  expire(categoryTag(category_slug))
}

/** The same for an address that starts or stops redirecting. */
export function markAddressChanged(post: Place): void {
  markPostChanged(post)
  expire(addressTag(post.category_slug, post.slug))
}

/** For a deleted or hidden post: its address leads nowhere, so it leaves the sitemap right away. */
export function markPostDeleted(post: Place): void {
  markDeleted()
  expire(sitemapTag())
  markAddressChanged(post)
}

/** For a merged post: its address redirects, and so do those of posts merged into it before. */
export function markMerged(post: Place, stays: Omit<Place, 'slug'>): void {
  markDeleted()
  markUnmerged(post, stays)
}

/** For a restored post, with everything that belongs to it. */
export function markUnmerged(post: Place, stays: Omit<Place, 'slug'>): void {
  expire(sitemapTag())
  markAddressChanged(post)
  expire(commentsTag(post.id))
  markCommentsChanged(stays)
}

export function markCommentsChanged(post: Omit<Place, 'slug'>): void {
  expire(commentsTag(post.id))
  markPostChanged(post)
}

export function markCommentDeleted(post: Omit<Place, 'slug'>): void {
  markDeleted()
  markCommentsChanged(post)
}

export function markImageChanged({ post, comment, entry }: Owner): void {
  if (entry) markEntryChanged([entry.slug])
  if (post) markPostChanged({ id: post.id, category_slug: post.category.slug })
  if (comment) markCommentsChanged({ id: comment.post.id, category_slug: comment.post.category.slug })
}

export function markImageDeleted(owner: Owner): void {
  markDeleted()
  markImageChanged(owner)
}

/** A changelog entry: its page at all its addresses, and the lists. */
export function markEntryChanged(slugs: string[]): void {
  expire(changelogTag())
  for (const slug of slugs) expire(entryAddressTag(slug))
}

/** For an entry that was added or removed. The navigation changes with the first and the last one. */
export function markEntryPublished(slugs: string[], isShown: boolean): void {
  if (!isShown) markDeleted()
  expire(sitemapTag())
  expire(hasChangelogTag())
  markEntryChanged(slugs)
}

/** A category. Its name and address are on the page of every post in it. */
export function markCategoriesChanged(): void {
  expire(categoriesTag())
  expire(sitemapTag())
  revalidatePath('/', 'layout')
}

export function markSiteChanged(): void {
  expire(siteTag())
  revalidatePath('/', 'layout')
}

/** Search results, after the meaning of words changed. */
export function markSearchChanged(): void {
  expire(boardTag())
}

/** A name or a picture: everything that shows that person. */
export function markPersonChanged(id: string): void {
  expire(personTag(id))
}

/** For a deleted account, whose votes and texts were on many pages. */
export function markEverythingChanged(): void {
  markDeleted()
  expire(sitemapTag())
  revalidatePath('/', 'layout')
}

/** Deleted content must not reappear during an outage, on any instance. */
function markDeleted(): void {
  clearFallbacks()
  expire(deletionTag())
}
