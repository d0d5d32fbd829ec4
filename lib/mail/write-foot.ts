import type { ClaimedMail, Reason, Site } from './claimed-mail.ts'
import { isEntry } from './is-entry.ts'
import { h, type Html } from './html.ts'

type Foot = { text: string[]; html: Html }

/** Of one post, and of several. */
const because: Record<Reason, [string, string]> = {
  mention: ['someone mentioned you', 'someone mentioned you'],
  reply: ['someone replied to you', 'someone replied to you'],
  follow: ['you follow it', 'you follow them'],
  post: ['you wrote it', 'you wrote them'],
  comment: ['you commented on it', 'you commented on them'],
  vote: ['you voted for it', 'you voted for them'],
  changelog: ['you subscribe to the changelog', 'you subscribe to the changelog'],
}

/** Of an entry of the changelog: they did it on a post that it fulfils. */
const becauseOfEntry: Record<Reason, string> = {
  mention: 'someone mentioned you',
  reply: 'someone replied to you',
  follow: 'you follow a post that this fulfils',
  post: 'you wrote a post that this fulfils',
  comment: 'you commented on a post that this fulfils',
  vote: 'you voted for a post that this fulfils',
  changelog: 'you subscribe to the changelog',
}

/** Of what was merged: they did it on the post that is gone. */
const becauseOfMerged: typeof because = {
  ...because,
  follow: ['you follow a post that was merged into it', 'you follow posts that were merged into them'],
  post: ['you wrote a post that was merged into it', 'you wrote posts that were merged into them'],
  comment: [
    'you commented on a post that was merged into it',
    'you commented on posts that were merged into them',
  ],
  vote: ['you voted for a post that was merged into it', 'you voted for posts that were merged into them'],
}

export const settingsUrl = (site: Site, token: string) => `${site.url}/notifications/mail?token=${token}`

/** Why it came and how to end it. A mail that only confirms has no more to say about that, and one about an account doesn't end. */
function reasonOf(mail: ClaimedMail, site: Site): Foot {
  if (mail.kind === 'confirm') return { text: [site.url], html: h`<a href="${site.url}">${site.name}</a>` }
  const why = whyOf(mail, site)
  if (mail.kind === 'account') return { text: [why, site.url], html: h`<p>${why}</p>` }
  const url = settingsUrl(site, mail.token)
  const how = 'Unsubscribe or change frequency'
  return { text: [why, `${how}: ${url}`], html: h`<p>${why}</p><p><a href="${url}">${how}</a></p>` }
}

/** The same with who is behind the site, where its team says so. */
export function footOf(mail: ClaimedMail, site: Site): Foot {
  const { text, html } = reasonOf(mail, site)
  const { footer } = site
  return footer ? { text: [...text, footer], html: h`${html}<p class="plain">${footer}</p>` } : { text, html }
}

function whyOf(mail: ClaimedMail, site: Site): string {
  if (mail.kind === 'test') return 'You received this email because you requested it in your settings.'
  if (mail.kind === 'summary') return `You received this email because you're on the ${site.name} team.`
  if (mail.kind === 'account')
    return `You received this email because it is about the security of your ${site.name} account.`
  if (mail.kind === 'webhook') return `You received this email because you're an admin of ${site.name}.`
  if (mail.kind !== 'notices') return ''
  const items = mail.posts.flatMap((post) => post.items)
  if (!mail.is_person && items.some(isEntry))
    return items.every(({ kind, reason }) => isEntry({ kind }) && reason === 'changelog')
      ? 'You received this email because you subscribe to the changelog.'
      : 'You received this email because you follow posts by email.'
  if (!mail.is_person)
    return items.every(({ kind }) => kind === 'post.merged')
      ? 'You received this email because a post you follow by email was merged into another one.'
      : 'You received this email because you follow this post by email.'
  const [post, form] =
    mail.posts.length === 1 ? (['about this post', 0] as const) : (['about these posts', 1] as const)
  const reasons = [
    ...new Set(
      items.map(({ kind, reason }) =>
        isEntry({ kind })
          ? becauseOfEntry[reason]
          : (kind === 'post.merged' ? becauseOfMerged : because)[reason][form],
      ),
    ),
  ]
  if (items.every(isEntry)) return `You received this email because ${reasons.join(', and because ')}.`
  return `You received this email ${post} because ${reasons.join(', and because ')}.`
}

/** The name of what a mail is about. */
const aboutOf = (post: number): string => (post < 0 ? `changelog-${-post}` : `post-${post}`)

/** Message-ID and thread are made of ids alone, so they say nothing of the reader. */
export function headersOf(mail: ClaimedMail, site: Site): Record<string, string> {
  const { hostname } = new URL(site.url)
  const thread =
    mail.kind === 'notices' && mail.post_id !== null ? `<${aboutOf(mail.post_id)}@${hostname}>` : null
  return {
    'Message-ID': `<${mail.key}@${hostname}>`,
    'Auto-Submitted': 'auto-generated',
    ...(thread && { 'In-Reply-To': thread, References: thread }),
    ...(mail.kind === 'notices' && {
      'List-ID': `<${mail.post_id === null ? 'followed' : aboutOf(mail.post_id)}.${hostname}>`,
    }),
    ...((mail.kind === 'notices' || mail.kind === 'summary') && {
      'List-Unsubscribe': `<${site.url}/api/mail/${mail.token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  }
}
