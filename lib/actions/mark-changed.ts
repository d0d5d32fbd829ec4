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

/** Takes effect immediately, like updateTag, which route handlers may not call. */
const expire = (tag: string): void => revalidateTag(tag, { expire: 0 })

type Place = { id: number; category_slug: string; slug: string }
type Home = { id: number; category: { slug: string } }
type Owner = { post: Home | null; comment: { post: Home } | null; entry: { slug: string } | null }

export function markPostChanged({ id, category_slug }: Omit<Place, 'slug'>): void {
  expire(postTag(id))
  expire(boardTag())
  expire(categoryTag(category_slug))
}

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

export function markMerged(post: Place, stays: Omit<Place, 'slug'>): void {
  markDeleted()
  markUnmerged(post, stays)
}

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

export function markCategoriesChanged(): void {
  expire(categoriesTag())
  expire(sitemapTag())
  revalidatePath('/', 'layout')
}

export function markSiteChanged(): void {
  expire(siteTag())
  revalidatePath('/', 'layout')
}

export function markSearchChanged(): void {
  expire(boardTag())
}

export function markPersonChanged(id: string): void {
  expire(personTag(id))
}

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
