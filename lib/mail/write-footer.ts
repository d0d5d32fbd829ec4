import type { ClaimedMail, MailedItem, Site } from './claimed-mail.ts'
import { isEntry } from './is-entry.ts'
import { listText } from '../words/list-text.ts'
import { t } from '../words/t.ts'
import { h, type Html } from './html.ts'

type Foot = { text: string[]; html: Html }

export const settingsUrl = (site: Site, token: string) => `${site.url}/notifications/mail?token=${token}`

/** People can't unsubscribe from emails about their account. */
function reasonOf(mail: ClaimedMail, site: Site): Foot {
  if (mail.kind === 'confirm') return { text: [site.url], html: h`<a href="${site.url}">${site.name}</a>` }
  const why = whyOf(mail, site)
  if (mail.kind === 'account') return { text: [why, site.url], html: h`<p>${why}</p>` }
  const url = settingsUrl(site, mail.token)
  const how = t('mail.foot.settings')
  return { text: [why, `${how}: ${url}`], html: h`<p>${why}</p><p><a href="${url}">${how}</a></p>` }
}

export function footerOf(mail: ClaimedMail, site: Site): Foot {
  const { text, html } = reasonOf(mail, site)
  const { footer } = site
  return footer
    ? { text: [...text, footer], html: h`${html}<p class="plain" dir="auto">${footer}</p>` }
    : { text, html }
}

function whyOf(mail: ClaimedMail, site: Site): string {
  if (mail.kind === 'test') return t('mail.foot.test')
  if (mail.kind === 'summary') return t('mail.foot.team', { site: site.name })
  if (mail.kind === 'account')
    return mail.event === 'invited'
      ? t('mail.foot.invited', { by: mail.by })
      : t('mail.foot.account', { site: site.name })
  if (mail.kind === 'webhook') return t('mail.foot.admin', { site: site.name })
  if (mail.kind !== 'notices') return ''
  const items = mail.posts.flatMap((post) => post.items)
  if (!mail.is_person && items.some(isEntry))
    return items.every(({ kind, reason }) => isEntry({ kind }) && reason === 'changelog')
      ? t('mail.foot.changelog')
      : t('mail.foot.postsByEmail')
  if (!mail.is_person)
    return items.every(({ kind }) => kind === 'post.merged') ? t('mail.foot.merged') : t('mail.foot.byEmail')
  const count = mail.posts.length
  const told = items.map((item) => t(`mail.because.${becauseOf(item)}`, { count }))
  const reasons = listText([...new Set(told)])
  return items.every(isEntry)
    ? t('mail.foot.entries', { reasons })
    : t('mail.foot.notices', { count, reasons })
}

/** For a merged post and for a changelog entry, the reason concerns another post: the merged one or a linked one. */
function becauseOf({ kind, reason }: Pick<MailedItem, 'kind' | 'reason'>) {
  if (reason === 'mention' || reason === 'reply' || reason === 'changelog') return reason
  if (isEntry({ kind })) return `${reason}Entry` as const
  return kind === 'post.merged' ? (`${reason}Merged` as const) : reason
}

const aboutOf = (post: number): string => (post < 0 ? `changelog-${-post}` : `post-${post}`)

/** Message-ID and thread consist only of ids, so they reveal nothing about the reader. */
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
