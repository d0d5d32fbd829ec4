import { shownName } from '../words/shown-name.ts'
import { t } from '../words/t.ts'
import { entryAddress } from '../post/changelog.ts'
import { stateNames } from '../post/state-names.ts'
import type { PostState } from '../post/states.ts'
import { linkEntry, linkPost } from '../post/public-format.ts'
import type { WebhookShape } from '../post/dashboard-choices.ts'
import { plainText } from '../text/plain-text.ts'
import type { Says } from './claimed-delivery.ts'

type Site = { url: string; name: string; stateNames?: Record<PostState, string> }
type Post = NonNullable<Says['data']['post']>

type Message = { head: string; title: string; url: string; text: string }

export function writeBody(shape: WebhookShape, says: Says, site: Site): string {
  const body = { json: toJson, slack: toSlack, discord: toDiscord }[shape](says, site)
  return JSON.stringify(body)
}

function urlOf(post: Post, site: Site): string {
  return 'slug' in post ? linkPost(post, site.url).url : site.url
}

function toJson({ type, timestamp, data }: Says, site: Site) {
  const { post, merged_into: into, comment, entry, ...others } = data
  return {
    type,
    timestamp: new Date(timestamp).toISOString(),
    data: {
      ...(entry && { entry: 'slug' in entry ? linkEntry(entry, site.url) : entry }),
      ...(post && { post: 'slug' in post ? linkPost(post, site.url) : post }),
      ...(into !== undefined && { merged_into: into && linkPost(into, site.url) }),
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
  const who = actor ? shownName(actor.name) : t('webhook.writeBody.someone')
  const title = post && 'title' in post ? post.title : site.name
  const url = post ? urlOf(post, site) : site.url
  const message = (head: string, text = '') => ({ head, title, url, text })
  switch (type) {
    case 'post.created':
      return message(
        t('webhook.writeBody.wroteAPost', { who }),
        post && 'details' in post ? post.details : '',
      )
    case 'post.state':
      return message(
        t('webhook.writeBody.movedThisFromTo', { who, name: names[change!.from], name2: names[change!.to] }),
        change!.note ?? '',
      )
    case 'post.corrected':
      return change
        ? message(
            t('webhook.writeBody.correctedTheChangeTo', { who, name: names[change.to] }),
            change.note ?? '',
          )
        : message(t('webhook.writeBody.undidTheLastState', { who }))
    case 'post.deleted':
      return message(t('webhook.writeBody.aPostWasDeleted'))
    case 'post.restored':
      return message(t('webhook.writeBody.restoredAPost', { who }))
    case 'post.merged':
      return {
        ...message(t('webhook.writeBody.aPostWasMerged')),
        ...(into && { title: into.title, url: urlOf(into, site) }),
      }
    case 'post.unmerged':
      return message(t('webhook.writeBody.undidAMerge', { who }))
    case 'comment.created':
    case 'comment.restored':
      return {
        ...message(
          type === 'comment.restored'
            ? t('webhook.writeBody.restoredAComment', { who })
            : comment!.parent_id
              ? t('webhook.writeBody.replied', { who })
              : t('webhook.writeBody.commented', { who }),
          comment!.body,
        ),
        url: `${url}#comment-${comment!.id}`,
      }
    case 'comment.deleted':
      return message(t('webhook.writeBody.aCommentWasDeleted'))
    case 'changelog.published':
    case 'changelog.changed': {
      const told = entry as Extract<typeof entry, { slug: string }>
      return {
        head:
          type === 'changelog.published'
            ? t('webhook.writeBody.newIn', { site: site.name })
            : t('webhook.writeBody.entryUpdated'),
        title: told.title,
        url: site.url + entryAddress(told.slug),
        text: told.body,
      }
    }
    case 'changelog.removed':
      return message(t('webhook.writeBody.entryRemoved'))
    case 'webhook.test':
      return message(t('webhook.writeBody.testFromYourWebhook', { site: site.name }))
  }
}

/** Without these three, nothing in Slack's text is a link, a mention or a channel notification. */
const slackText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function toSlack(says: Says, site: Site) {
  const { head, title, url, text } = messageOf(says, site)
  const quote = text && `\n> ${slackText(plainText(text, 500))}`
  return { text: `${slackText(head)}: <${url}|${slackText(title)}>${quote}`, unfurl_links: false }
}

/** A message in an embed mentions no one. Its longest name and title are within Discord's 256 characters. */
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
