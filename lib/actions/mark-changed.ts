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

/** At once, and with the new page in an action's answer, as updateTag does; routes may not call that. */
const expire = (tag: string): void => revalidateTag(tag, { expire: 0 })

/** Where a post stands, as the functions of the database say it. */
type Place = { id: number; category_slug: string; slug: string }
type Home = { id: number; category: { slug: string } }
/** The post, comment or changelog entry a picture belongs to. */
type Owner = { post: Home | null; comment: { post: Home } | null; entry: { slug: string } | null }

/** A post's own page, the lists it stands in and their counts. */
export function markPostChanged({ id, category_slug }: Omit<Place, 'slug'>): void {
  expire(postTag(id))
  expire(boardTag())
  expire(categoryTag(category_slug))
}

/** The same when an address begins or ends to lead somewhere. */
export function markAddressChanged(post: Place): void {
  markPostChanged(post)
  expire(addressTag(post.category_slug, post.slug))
}

/** Deleted or hidden: its address leads nowhere, so it leaves the sitemap at once. */
export function markPostDeleted(post: Place): void {
  markDeleted()
  expire(sitemapTag())
  markAddressChanged(post)
}

/** A post is merged into another: its address leads there, and so do those of posts that led to it. */
export function markMerged(post: Place, stays: Omit<Place, 'slug'>): void {
  markDeleted()
  markUnmerged(post, stays)
}

/** The post is back, with what is its own. */
export function markUnmerged(post: Place, stays: Omit<Place, 'slug'>): void {
  expire(sitemapTag())
  markAddressChanged(post)
  expire(commentsTag(post.id))
  markCommentsChanged(stays)
}

/** A post's comments, and the number of them that lists show. */
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

/** A changelog entry: its page, at whichever addresses lead to it, and the lists. */
export function markEntryChanged(slugs: string[]): void {
  expire(changelogTag())
  for (const slug of slugs) expire(entryAddressTag(slug))
}

/** An entry is there now, or not any more; the navigation says so where it's the only one. */
export function markEntryPublished(slugs: string[], isShown: boolean): void {
  if (!isShown) markDeleted()
  expire(sitemapTag())
  expire(hasChangelogTag())
  markEntryChanged(slugs)
}

/** A category: its name and its place stand on every page of every post in it. */
export function markCategoriesChanged(): void {
  expire(categoriesTag())
  expire(sitemapTag())
  revalidatePath('/', 'layout')
}

/** What every page says or looks like. */
export function markSiteChanged(): void {
  expire(siteTag())
  revalidatePath('/', 'layout')
}

/** What searches find, since words have another meaning. */
export function markSearchChanged(): void {
  expire(boardTag())
}

/** A name or a picture: whatever shows something of that person. */
export function markPersonChanged(id: string): void {
  expire(personTag(id))
}

/** An account is gone: its votes and words stood on pages without number. */
export function markEverythingChanged(): void {
  markDeleted()
  expire(sitemapTag())
  revalidatePath('/', 'layout')
}

/** What was deleted must not come back in an outage, on no instance. */
function markDeleted(): void {
  clearFallbacks()
  expire(deletionTag())
}
