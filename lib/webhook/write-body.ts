import { entryAddress } from '../post/changelog.ts'
import { postAddress } from '../post/address.ts'
import { type PostState, stateNames } from '../post/states.ts'
import type { WebhookShape } from '../post/dashboard-choices.ts'
import { plainText } from '../text/plain-text.ts'
import type { Says } from './claimed-delivery.ts'

type Site = { url: string; name: string; stateNames?: Record<PostState, string> }
type Post = NonNullable<Says['data']['post']>

/** A message for people: what happened, where that is, and what was said. */
type Message = { head: string; title: string; url: string; text: string }

/** What is sent: data for programs, or a message in the words of Slack or Discord. */
export function writeBody(shape: WebhookShape, says: Says, site: Site): string {
  const body = { json: toJson, slack: toSlack, discord: toDiscord }[shape](says, site)
  return JSON.stringify(body)
}

function urlOf(post: Post, site: Site): string {
  return 'slug' in post ? site.url + postAddress({ categorySlug: post.category, slug: post.slug }) : site.url
}

const isWhole = (post: Post) => 'slug' in post

function toJson({ type, timestamp, data }: Says, site: Site) {
  const { post, merged_into: into, comment, entry, ...others } = data
  const link = <P extends Post>(told: P) => ({ ...told, url: urlOf(told, site) })
  return {
    type,
    timestamp: new Date(timestamp).toISOString(),
    data: {
      ...(entry && {
        entry:
          'slug' in entry
            ? { ...entry, url: site.url + entryAddress(entry.slug), posts: entry.posts.map(link) }
            : entry,
      }),
      ...(post && { post: isWhole(post) ? link(post) : post }),
      ...(into !== undefined && { merged_into: into && link(into) }),
      ...(comment && {
        comment:
          post && comment.body !== undefined
            ? { ...comment, url: `${urlOf(post, site)}#comment-${comment.id}` }
            : comment,
      }),
      ...others,
    },
  }
}

function messageOf({ type, data }: Says, site: Site): Message {
  const { post, merged_into: into, comment, change, actor, entry } = data
  const names = site.stateNames ?? stateNames
  const who = actor?.name ?? 'Someone'
  const title = post && 'title' in post ? post.title : site.name
  const url = post ? urlOf(post, site) : site.url
  const message = (head: string, text = '') => ({ head, title, url, text })
  switch (type) {
    case 'post.created':
      return message(`${who} wrote a post`, post && 'details' in post ? post.details : '')
    case 'post.state':
      return message(
        `${who} moved this from ${names[change!.from]} to ${names[change!.to]}`,
        change!.note ?? '',
      )
    case 'post.corrected':
      return change
        ? message(`${who} corrected the change to ${names[change.to]}`, change.note ?? '')
        : message(`${who} undid the last state change`)
    case 'post.deleted':
      return message('A post was deleted')
    case 'post.restored':
      return message(`${who} restored a post`)
    case 'post.merged':
      return {
        ...message('A post was merged into another'),
        ...(into && { title: into.title, url: urlOf(into, site) }),
      }
    case 'post.unmerged':
      return message(`${who} undid a merge`)
    case 'comment.created':
      return {
        ...message(comment!.parent_id ? `${who} replied` : `${who} commented`, comment!.body),
        url: `${url}#comment-${comment!.id}`,
      }
    case 'comment.deleted':
      return message('A comment was deleted')
    case 'changelog.published':
    case 'changelog.changed': {
      const told = entry as Extract<typeof entry, { slug: string }>
      return {
        head: type === 'changelog.published' ? `New in ${site.name}` : 'A changelog entry was updated',
        title: told.title,
        url: site.url + entryAddress(told.slug),
        text: told.body,
      }
    }
    case 'changelog.removed':
      return message('A changelog entry was taken back')
    case 'webhook.test':
      return message(`Test from ${site.name}: your webhook works`)
  }
}

/** Without these three nothing in Slack's text is a link, a mention or a call to a channel. */
const slackText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function toSlack(says: Says, site: Site) {
  const { head, title, url, text } = messageOf(says, site)
  const quote = text && `\n> ${slackText(plainText(text, 500))}`
  return { text: `${slackText(head)}: <${url}|${slackText(title)}>${quote}`, unfurl_links: false }
}

/** A message in an embed calls nobody; its longest name and title are within Discord's 256 letters. */
function toDiscord(says: Says, site: Site) {
  const { head, title, url, text } = messageOf(says, site)
  return {
    embeds: [
      {
        author: { name: head },
        title,
        url,
        description: plainText(text, 500),
        timestamp: new Date(says.timestamp).toISOString(),
      },
    ],
    allowed_mentions: { parse: [] },
  }
}
