import { postAddress } from '../post/address.ts'
import { stateNames } from '../post/states.ts'
import { markdownHtml } from '../text/markdown-html.ts'
import { noteMarkdown } from '../text/note-markdown.ts'
import { accountWords } from './account-mail.ts'
import type { ClaimedMail, MailedItem, MailedPost, Site, ToldPost } from './claimed-mail.ts'
import { fitPosts } from './fit-posts.ts'
import { isEntry } from './is-entry.ts'
import { footOf, headersOf, settingsUrl } from './write-foot.ts'
import { button, h, type Html, mailDocument, raw } from './html.ts'

/** A mail's words; headers beside those that every mail has. */
export type Letter = { subject: string; text: string; html: string; headers: Record<string, string> }

/** A mail as text and as HTML, side by side, so that neither says more. */
type Draft = { subject: string; text: string[]; content: Html }

/** What a mail says, why it came, and how to end it. */
export function writeMail(mail: ClaimedMail, site: Site): Letter {
  const { subject, text, content } = draft(mail, site)
  const foot = footOf(mail, site)
  return {
    subject,
    text: [...text, '-- ', ...foot.text].join('\n\n'),
    html: mailDocument(subject, content, foot.html),
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
        subject: `Test email from ${site.name}`,
        text: [`Emails from ${site.name} arrive here.`, site.url],
        content: h`<h1>Emails from ${site.name} arrive here</h1>${button(site.url, `Open ${site.name}`)}`,
      }
  }
}

const bytesOf = ({ html }: Html) => Buffer.byteLength(html)

const urlOf = (post: MailedPost, site: Site) =>
  site.url + postAddress({ categorySlug: post.category_slug, slug: post.slug })

/** Where a comment stands, on whichever page of its post by then. */
const commentUrl = (post: MailedPost, id: number, site: Site) => `${urlOf(post, site)}#comment-${id}`

/** Where reading begins: at the first comment that is told of, in the words of a link. */
function startOf(post: ToldPost, site: Site): { url: string; words: string } | null {
  const [first, next] = post.items.flatMap(({ comment_id }) => comment_id ?? [])
  if (first === undefined) return null
  return {
    url: commentUrl(post, first, site),
    words: next === undefined ? 'View comment' : 'View first new comment',
  }
}

function ofOnePost(post: ToldPost, site: Site): Draft {
  const url = urlOf(post, site)
  const start = startOf(post, site)
  return {
    // The same subject for all mails about a post: some programs thread by it.
    subject: post.items.some(isEntry) ? `${site.name}: ${post.title}` : `Re: ${post.title}`,
    text: [
      post.title,
      ...post.items.flatMap((item) => itemText(item, site)),
      ...moreText(post),
      ...(start ? [`${start.words}: ${start.url}`] : []),
      url,
    ],
    content: h`<h1><a href="${url}">${post.title}</a></h1>${itemsHtml(post, site)}${
      start
        ? button(start.url, start.words)
        : button(url, post.items.some(isEntry) ? 'View in changelog' : 'View post')
    }`,
  }
}

function ofPosts(mail: Extract<ClaimedMail, { kind: 'notices' }>, site: Site): Draft {
  const { posts, more_posts: more, pace, is_person: isPerson } = mail
  const entries = posts.filter(({ id }) => id < 0).length
  const followed = posts.length + more - entries
  const count = [
    ...(entries > 0 ? [counted(entries, 'changelog entry', 'changelog entries')] : []),
    ...(followed > 0 ? [entries > 0 ? counted(followed, 'post') : `${followed} posts you follow`] : []),
  ].join(' and ')
  const others = isPerson ? `${site.url}/notifications` : site.url
  const subject =
    pace === 'daily'
      ? `Your day on ${site.name}: ${count}`
      : pace === 'weekly'
        ? `Your week on ${site.name}: ${count}`
        : `Updates on ${count} on ${site.name}`
  return {
    subject,
    text: [
      ...posts.flatMap((post) => {
        const start = startOf(post, site)
        return [
          `${post.title}\n${urlOf(post, site)}`,
          ...post.items.flatMap((item) => itemText(item, site)),
          ...moreText(post),
          ...(start ? [`${start.words}: ${start.url}`] : []),
        ]
      }),
      ...(more > 0 ? [`${counted(more, 'more post')}: ${others}`] : []),
    ],
    content: h`<h1>${subject}</h1>${posts.map((post) => postHtml(post, itemsHtml(post, site), site))}${more > 0 && h`<p><a href="${others}">${counted(more, 'more post')}</a></p>`}`,
  }
}

/** One of several posts. */
function postHtml(post: ToldPost, items: Html[], site: Site): Html {
  const start = startOf(post, site)
  return h`<h2><a href="${urlOf(post, site)}">${post.title}</a></h2>${items}${
    start && h`<p><a href="${start.url}">${start.words}</a></p>`
  }`
}

const namesOf = (site: Site) => site.stateNames ?? stateNames
/** An entry is the site's own, whoever wrote it. */
const whoOf = (item: MailedItem, site: Site) => (isEntry(item) ? site.name : (item.actor ?? 'Deleted user'))

function deedOf(item: MailedItem, site: Site): string {
  if (item.kind === 'post.state') {
    const names = namesOf(site)
    return `moved this from ${names[item.from_state!]} to ${names[item.to_state!]}.`
  }
  if (isEntry(item)) return item.kind === 'changelog.changed' ? 'updated this entry:' : 'published this:'
  if (item.kind === 'post.merged') return `merged “${item.merged_title}” into this post.`
  const did =
    item.reason === 'mention' ? 'mentioned you' : item.reason === 'reply' ? 'replied to you' : 'commented'
  return `${did}:`
}

function itemText(item: MailedItem, site: Site): string[] {
  const said = item.excerpt ?? item.note ?? item.body
  // A line of its own right under the name: a name is one line, and so is a title, with a blank line around it.
  const sign = item.is_team && !isEntry(item) ? `\nFrom the ${site.name} team.` : ''
  return [`${whoOf(item, site)} ${deedOf(item, site)}${sign}`, ...(said ? [said.replace(/^/gm, '> ')] : [])]
}

const moreText = ({ more }: ToldPost): string[] => (more > 0 ? [`And ${more} more on this post.`] : [])

function itemsHtml(post: ToldPost, site: Site): Html[] {
  const items = post.items.map((item) => itemHtml(item, post, site))
  return [...items, ...moreText(post).map((line) => h`<p>${line}</p>`)]
}

function itemHtml(item: MailedItem, post: ToldPost, site: Site): Html {
  const { excerpt, note, body } = item
  const markdown = note ? noteMarkdown(note) : (body ?? '')
  const said =
    excerpt === undefined
      ? markdown !== '' && raw(markdownHtml(markdown, site.url))
      : h`<p class="plain">${excerpt}</p>`
  const badge = Boolean(item.is_team) && !isEntry(item) && h` <span class="team">Team</span>`
  const head = h`<bdi>${whoOf(item, site)}</bdi>${badge} ${deedOf(item, site)}`
  const id = item.comment_id
  return h`<p>${id === null ? head : h`<a href="${commentUrl(post, id, site)}">${head}</a>`}</p>${said && h`<div class="note" dir="auto">${said}</div>`}`
}

/** Anybody may have it sent to anybody, so it says nothing that people wrote, not even the title in a post's address. */
function confirmation(
  { token, post_id: post }: Extract<ClaimedMail, { kind: 'confirm' }>,
  site: Site,
): Draft {
  const url = settingsUrl(site, token)
  const what = post === null ? 'when something new is in the changelog' : 'when the state of a post changes'
  const asked = `Someone, probably you, asked ${site.name} to email this address ${what}.`
  const ignored =
    "If it wasn't you, ignore this email. You won't get any more, and we'll forget your address after two days."
  return {
    subject: `Confirm emails from ${site.name}`,
    text: [asked, `Confirm that you want them:\n${url}`, ignored],
    content: h`<h1>Confirm emails from ${site.name}</h1><p>${asked}</p>${button(url, 'Confirm')}<p class="small">${ignored}</p>`,
  }
}

function summary(mail: Extract<ClaimedMail, { kind: 'summary' }>, site: Site): Draft {
  const lines = [
    `New today: ${counted(mail.new_posts, 'post')}, ${counted(mail.new_comments, 'comment')}, ${counted(mail.new_votes, 'vote')}.`,
    `${counted(mail.proposed, 'post')} ${mail.proposed === 1 ? 'is' : 'are'} still ${namesOf(site).proposed}.`,
    ...(mail.waiting > 0 ? [`${mail.waiting} to review under Reports: ${site.url}/dashboard/reports`] : []),
    ...(mail.failed_mails > 0
      ? [`${counted(mail.failed_mails, 'email')} failed or may not have arrived.`]
      : []),
  ]
  const about = (post: (typeof mail.newest)[number]) =>
    `${post.author ?? 'Deleted user'}, ${counted(post.votes_total, 'vote')}`
  return {
    subject: `${site.name} today: ${counted(mail.new_posts, 'new post')}`,
    text: [...lines, ...mail.newest.map((post) => `${post.title}\n${about(post)}\n${urlOf(post, site)}`)],
    content: h`<h1>${site.name} today</h1>${lines.map((line) => h`<p>${line}</p>`)}${mail.newest.map(
      (post) =>
        h`<p><a href="${urlOf(post, site)}">${post.title}</a><br><span class="small">${about(post)}</span></p>`,
    )}${button(`${site.url}/dashboard`, 'Open dashboard')}`,
  }
}

function webhookIsOff({ host, why }: Extract<ClaimedMail, { kind: 'webhook' }>, site: Site): Draft {
  const url = `${site.url}/dashboard/webhooks`
  const lines = [why, "We've stopped sending to it. Turn it back on once the receiver works again."]
  return {
    subject: `${site.name}: the webhook to ${host} was turned off`,
    text: [`The webhook to ${host} was turned off.`, ...lines, url],
    content: h`<h1>The webhook to ${host} was turned off</h1>${lines.map((line) => h`<p>${line}</p>`)}${button(url, 'Open webhooks')}`,
  }
}

function account(mail: Extract<ClaimedMail, { kind: 'account' }>, site: Site): Draft {
  const { title, lines, button: words, path } = accountWords(mail, site)
  const url = site.url + path
  return {
    subject: title,
    text: [...lines, `${words}: ${url}`],
    content: h`<h1>${title}</h1>${lines.map((line) => h`<p>${line}</p>`)}${button(url, words)}`,
  }
}

const counted = (count: number, noun: string, nouns = `${noun}s`) => `${count} ${count === 1 ? noun : nouns}`
