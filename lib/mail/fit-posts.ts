import { markdownHtml } from '../text/markdown-html.ts'
import { plainText } from '../text/plain-text.ts'
import type { MailedItem, ToldPost } from './claimed-mail.ts'

/** Bytes of HTML that a mail tells, at most: Gmail hides what comes after 102 kB, and with it how to end such mails. */
const room = 70_000
/** About the bytes around what an item quotes. */
const frame = 400
/** Letters that stay of what is longer than all the room of its post. */
const excerpt = 300

/**
 * The posts of a mail with what there is room for: each has the same share. What speaks to the reader goes first, as
 * in private.mail_says; at least one thing is told of each post, the rest is counted in `more`.
 */
export function fitPosts(posts: ToldPost[]): ToldPost[] {
  return posts.map((post) => {
    const fitting = new Map<MailedItem, MailedItem>()
    let left = room / posts.length
    for (const item of post.items.toSorted((one, other) => rank(one) - rank(other))) {
      left -= frame + sizeOf(item)
      if (left < 0 && fitting.size > 0) break
      fitting.set(item, left < 0 ? cut(item) : item)
    }
    const items = post.items.flatMap((item) => fitting.get(item) ?? [])
    return { ...post, items, more: post.more + post.items.length - items.length }
  })
}

function rank({ kind, reason }: MailedItem): number {
  if (kind === 'post.state') return 0
  return reason === 'mention' || reason === 'reply' ? 1 : 2
}

const sizeOf = ({ note, body }: MailedItem) =>
  Buffer.byteLength(note ?? '') + Buffer.byteLength(markdownHtml(body ?? '', ''))

function cut(item: MailedItem): MailedItem {
  const { note, body } = item
  const letters = Array.from(note ?? '')
  return {
    ...item,
    note: letters.length > excerpt ? `${letters.slice(0, excerpt).join('')}...` : note,
    body: body && plainText(body, excerpt),
  }
}
