import { plainText } from '../text/plain-text.ts'
import { isEntry } from './is-entry.ts'
import type { MailedItem, NotifiedPost } from './claimed-mail.ts'

/** Bytes of HTML for the posts of an email. Gmail cuts off everything after 102 kB, including the unsubscribe link. */
const room = 90_000
/** Characters kept of a text that doesn't fit into its post's share; fewer if HTML escapes them. */
const excerpts = [300, 100]

/** Each post gets the same share, and at least one thing is shown of each. The rest is counted in `more`. */
export function fitPosts(
  posts: NotifiedPost[],
  frameOf: (post: NotifiedPost) => number,
  sizeOf: (item: MailedItem, post: NotifiedPost) => number,
): NotifiedPost[] {
  return posts.map((post) => {
    const fitting = new Map<MailedItem, MailedItem>()
    let left = room / posts.length - frameOf(post)
    for (const item of post.items.toSorted((one, other) => rank(one) - rank(other))) {
      const size = sizeOf(item, post)
      if (size > left && fitting.size > 0) break
      fitting.set(item, size > left ? shorten(item, (one) => sizeOf(one, post) <= left) : item)
      left -= size
    }
    const items = post.items.flatMap((item) => fitting.get(item) ?? [])
    return { ...post, items, more: post.more + post.items.length - items.length }
  })
}

function rank({ kind, reason }: MailedItem): number {
  if (kind === 'post.state' || kind === 'post.merged' || isEntry({ kind })) return 0
  return reason === 'mention' || reason === 'reply' ? 1 : 2
}

function shorten(item: MailedItem, fits: (item: MailedItem) => boolean): MailedItem {
  const [long, short] = excerpts.map((letters) => cut(item, letters))
  return fits(long!) ? long! : short!
}

function cut(item: MailedItem, length: number): MailedItem {
  const said = item.note ?? item.body
  return said ? { ...item, excerpt: plainText(said, length) } : item
}
