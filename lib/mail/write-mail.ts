import { postAddress } from '../post/address.ts'
import { markdownHtml } from '../text/markdown-html.ts'
import { markdownText } from '../text/markdown-text.ts'
import { accountWords } from './account-mail.ts'
import type { ClaimedMail, MailedItem, MailedPost, Site, NotifiedPost } from './claimed-mail.ts'
import { eventText, headlineOf, nameMark, namesOf, previewOf, whoOf } from './event-text.ts'
import { fitPosts } from './fit-posts.ts'
import { isEntry } from './is-entry.ts'
import { t } from '../words/t.ts'
import { footerOf, headersOf, settingsUrl } from './write-footer.ts'
import { button, h, type Html, mailDocument, raw } from './html.ts'

export type Letter = { subject: string; text: string; html: string; headers: Record<string, string> }

type Draft = { subject: string; preview: string; text: string[]; content: Html }

export function writeMail(mail: ClaimedMail, site: Site): Letter {
  const { subject, preview, text, content } = draft(mail, site)
  const foot = footerOf(mail, site)
  return {
    subject,
    text: [...text, '-- ', ...foot.text].join('\n\n'),
    html: mailDocument(subject, content, foot.html, { site, preview }),
    headers: headersOf(mail, site),
  }
}

function draft(mail: ClaimedMail, site: Site): Draft {
  switch (mail.kind) {
    case 'notices': {
      const posts = fitPosts(
        mail.posts,
        (post) => bytesOf(postHtml(post, [], site)),
        (item, post) => bytesOf(itemHtml(item, post, site)),
      )
      return posts.length === 1 ? ofOnePost(posts[0]!, site) : ofPosts({ ...mail, posts }, site)
    }
    case 'confirm':
      return confirmation(mail, site)
    case 'summary':
      return summary(mail, site)
    case 'webhook':
      return webhookIsOff(mail, site)
    case 'account':
      return account(mail, site)
    case 'test':
      return {
        subject: t('mail.test.subject', { site: site.name }),
        preview: t('mail.test.text', { site: site.name }),
        text: [t('mail.test.text', { site: site.name }), site.url],
        content: h`<h1>${t('mail.test.heading', { site: site.name })}</h1>${button(site.url, t('mail.test.open', { site: site.name }))}`,
      }
  }
}

const bytesOf = ({ html }: Html) => Buffer.byteLength(html)

const urlOf = (post: MailedPost, site: Site) =>
  site.url + postAddress({ categorySlug: post.category_slug, slug: post.slug })

const commentUrl = (post: MailedPost, id: number, site: Site) => `${urlOf(post, site)}#comment-${id}`

function startOf(post: NotifiedPost, site: Site): { url: string; words: string } | null {
  const [first, next] = post.items.flatMap(({ comment_id }) => comment_id ?? [])
  if (first === undefined) return null
  return {
    url: commentUrl(post, first, site),
    words: next === undefined ? t('common.viewComment') : t('mail.viewFirstComment'),
  }
}

function ofOnePost(post: NotifiedPost, site: Site): Draft {
  const url = urlOf(post, site)
  const start = startOf(post, site)
  const headline = headlineOf(post, site)
  return {
    subject: post.items.some(isEntry) ? `${site.name}: ${post.title}` : headline,
    preview: previewOf(post.items, site),
    text: [
      headline,
      ...post.items.flatMap((item) => itemText(item, site)),
      ...moreText(post),
      ...(start ? [`${start.words}: ${start.url}`] : []),
      url,
    ],
    content: h`<h1><a href="${url}">${headline}</a></h1>${itemsHtml(post, site)}${
      start
        ? button(start.url, start.words)
        : button(url, post.items.some(isEntry) ? t('mail.posts.viewInChangelog') : t('common.viewPost'))
    }`,
  }
}

function ofPosts(mail: Extract<ClaimedMail, { kind: 'notices' }>, site: Site): Draft {
  const { posts, more_posts: more, pace, is_person: isPerson } = mail
  const entries = posts.filter(({ id }) => id < 0).length
  const values = { entries, count: posts.length + more - entries, site: site.name }
  const others = isPerson ? `${site.url}/notifications` : site.url
  const kind = pace === 'daily' || pace === 'weekly' ? pace : 'updates'
  const subject = t(entries > 0 ? `mail.posts.${kind}WithEntries` : `mail.posts.${kind}`, values)
  return {
    subject,
    preview: posts.map((post) => headlineOf(post, site)).join(' · '),
    text: [
      ...posts.flatMap((post) => {
        const start = startOf(post, site)
        return [
          `${headlineOf(post, site)}\n${urlOf(post, site)}`,
          ...post.items.flatMap((item) => itemText(item, site)),
          ...moreText(post),
          ...(start ? [`${start.words}: ${start.url}`] : []),
        ]
      }),
      ...(more > 0 ? [`${t('mail.posts.more', { more })}: ${others}`] : []),
    ],
    content: h`<h1>${subject}</h1>${posts.map((post) => postHtml(post, itemsHtml(post, site), site))}${more > 0 && h`<p><a href="${others}">${t('mail.posts.more', { more })}</a></p>`}`,
  }
}

function postHtml(post: NotifiedPost, items: Html[], site: Site): Html {
  const start = startOf(post, site)
  return h`<h2><a href="${urlOf(post, site)}">${headlineOf(post, site)}</a></h2>${items}${
    start && h`<p><a href="${start.url}">${start.words}</a></p>`
  }`
}

function itemText(item: MailedItem, site: Site): string[] {
  const said = item.excerpt ?? markdownText(item.note ?? item.body ?? '', site.url)
  // On a line of its own, so that no name or title can look like it: those never contain a line break.
  const sign = item.is_team && !isEntry(item) ? `\n${t('mail.fromTheTeam', { site: site.name })}` : ''
  return [`${eventText(item, whoOf(item, site), site)}${sign}`, ...(said ? [said.replace(/^/gm, '> ')] : [])]
}

const moreText = ({ more }: NotifiedPost): string[] => (more > 0 ? [t('mail.moreOnPost', { more })] : [])

function itemsHtml(post: NotifiedPost, site: Site): Html[] {
  const items = post.items.map((item) => itemHtml(item, post, site))
  return [...items, ...moreText(post).map((line) => h`<p>${line}</p>`)]
}

function itemHtml(item: MailedItem, post: NotifiedPost, site: Site): Html {
  const { excerpt, note, body } = item
  const markdown = note ?? body ?? ''
  const said =
    excerpt === undefined
      ? markdown !== '' && raw(markdownHtml(markdown, site.url))
      : h`<p class="plain">${excerpt}</p>`
  const badge = Boolean(item.is_team) && !isEntry(item) && h` <span class="team">${t('common.team')}</span>`
  const [before, after] = eventText(item, nameMark, site).split(nameMark)
  const head = h`${before!}<bdi>${whoOf(item, site)}</bdi>${badge}${after!}`
  const id = item.comment_id
  return h`<p>${id === null ? head : h`<a href="${commentUrl(post, id, site)}">${head}</a>`}</p>${said && h`<div class="note" dir="auto">${said}</div>`}`
}

/** Anyone can have it sent to anyone, so it contains nothing that people wrote. */
function confirmation(
  { token, post_id: post }: Extract<ClaimedMail, { kind: 'confirm' }>,
  site: Site,
): Draft {
  const url = settingsUrl(site, token)
  const subject = t('mail.confirm.subject', { site: site.name })
  const asked = t(post === null ? 'mail.confirm.askedChangelog' : 'mail.confirm.asked', { site: site.name })
  const ignored = t('mail.confirm.ignored')
  return {
    subject,
    preview: asked,
    text: [asked, `${t('mail.confirm.want')}\n${url}`, ignored],
    content: h`<h1>${subject}</h1><p>${asked}</p>${button(url, t('common.confirm'))}<p class="small">${ignored}</p>`,
  }
}

function summary(mail: Extract<ClaimedMail, { kind: 'summary' }>, site: Site): Draft {
  const lines = [
    t('mail.summary.new', { posts: mail.new_posts, comments: mail.new_comments, votes: mail.new_votes }),
    t('mail.summary.proposed', { count: mail.proposed, state: namesOf(site).proposed }),
    ...(mail.waiting > 0
      ? [`${t('mail.summary.waiting', { count: mail.waiting })}: ${site.url}/dashboard/reports`]
      : []),
    ...(mail.failed_mails > 0 ? [t('mail.summary.failed', { count: mail.failed_mails })] : []),
  ]
  const about = (post: (typeof mail.newest)[number]) =>
    `${post.author ?? t('common.deletedUser')}, ${t('common.countVotes', { count: post.votes_total })}`
  return {
    subject: t('mail.summary.subject', { site: site.name, count: mail.new_posts }),
    preview: lines[0]!,
    text: [...lines, ...mail.newest.map((post) => `${post.title}\n${about(post)}\n${urlOf(post, site)}`)],
    content: h`<h1>${t('mail.summary.heading', { site: site.name })}</h1>${lines.map((line) => h`<p>${line}</p>`)}${mail.newest.map(
      (post) =>
        h`<p><a href="${urlOf(post, site)}">${post.title}</a><br><span class="small">${about(post)}</span></p>`,
    )}${button(`${site.url}/dashboard`, t('mail.summary.open'))}`,
  }
}

function webhookIsOff({ host, why }: Extract<ClaimedMail, { kind: 'webhook' }>, site: Site): Draft {
  const url = `${site.url}/dashboard/webhooks`
  const off = t('mail.webhook.isOff', { host })
  const lines = [why, t('mail.webhook.turnOn')]
  return {
    subject: t('mail.webhook.subject', { site: site.name, host }),
    preview: why,
    text: [`${off}.`, ...lines, url],
    content: h`<h1>${off}</h1>${lines.map((line) => h`<p>${line}</p>`)}${button(url, t('mail.webhook.open'))}`,
  }
}

function account(mail: Extract<ClaimedMail, { kind: 'account' }>, site: Site): Draft {
  const { title, lines, button: words, path } = accountWords(mail, site)
  const url = site.url + path
  return {
    subject: title,
    preview: lines[0]!,
    text: [...lines, `${words}: ${url}`],
    content: h`<h1>${title}</h1>${lines.map((line) => h`<p>${line}</p>`)}${button(url, words)}`,
  }
}
