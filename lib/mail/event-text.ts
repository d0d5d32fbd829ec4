import { shownName } from '../words/shown-name.ts'
import { stateNames } from '../post/state-names.ts'
import { plainText } from '../text/plain-text.ts'
import { t } from '../words/t.ts'
import type { MailedItem, NotifiedPost, Site } from './claimed-mail.ts'
import { previewLength } from './html.ts'
import { isEntry } from './is-entry.ts'

export const namesOf = (site: Site) => site.stateNames ?? stateNames
export const whoOf = (item: MailedItem, site: Site) =>
  isEntry(item) ? site.name : (shownName(item.actor) ?? t('common.deletedUser'))

/** Where the name goes in a sentence. No name contains this character, because PostgreSQL stores none with it. */
export const nameMark = '\0'

/** What happened, as a whole sentence: names stand in other places in other languages. */
export function eventText(item: MailedItem, who: string, site: Site): string {
  if (item.kind === 'post.state') {
    const names = namesOf(site)
    return t('mail.event.moved', { who, from: names[item.from_state!], to: names[item.to_state!] })
  }
  if (isEntry(item))
    return t(item.kind === 'changelog.changed' ? 'mail.event.updated' : 'mail.event.published', { who })
  if (item.kind === 'post.merged') return t('mail.event.merged', { who, title: item.merged_title! })
  const reason = item.reason === 'mention' || item.reason === 'reply' ? item.reason : 'comment'
  return t('mail.event.said', { who, reason })
}

export function headlineOf({ title, items }: NotifiedPost, site: Site): string {
  if (items.some(isEntry)) return title
  const state = items.findLast(({ kind }) => kind === 'post.state')?.to_state
  const comments = items.filter(({ comment_id }) => comment_id !== null)
  const kind = state
    ? 'state'
    : items.some(({ kind }) => kind === 'post.merged')
      ? 'merged'
      : (['mention', 'reply'].find((one) => items.some(({ reason }) => reason === one)) ?? 'comment')
  return t('mail.headline', { kind, title, count: comments.length, state: state ? namesOf(site)[state] : '' })
}

export function previewOf(items: MailedItem[], site: Site): string {
  const [item] = items
  if (!item) return ''
  const said = item.excerpt ?? plainText(item.note ?? item.body ?? '', previewLength)
  return `${eventText(item, whoOf(item, site), site)} ${said}`.trim()
}
