import { t } from '@/lib/words/t'
import { entryReasons, followReasons, mergedReasons } from '@/lib/post/follow-levels'
import type { NotificationGroup, NotificationItem } from '@/lib/queries/notifications'

export type Comment = Extract<NotificationItem, { kind: 'comment' }>
export type Change = Extract<NotificationItem, { kind: 'change' }>
export type Merge = Extract<NotificationItem, { kind: 'merge' }>
export type TellsEntry = Extract<NotificationItem, { kind: 'entry' }>
export type Details = Extract<NotificationItem, { kind: 'details' }>

/** The texts about the comments of a group. Comments that address the person come first. */
export function commentToTell({ items }: NotificationGroup): Comment | undefined {
  const comments = items.filter((item): item is Comment => item.kind === 'comment')
  return (
    comments.find(({ reason }) => reason === 'mention') ??
    comments.find(({ reason }) => reason === 'reply') ??
    comments[0]
  )
}

export const changeToTell = ({ items }: NotificationGroup): Change | undefined =>
  items.find((item): item is Change => item.kind === 'change')

/** The details of the post, if they mention the person. */
export const detailsToTell = ({ items }: NotificationGroup): Details | undefined =>
  items.find((item): item is Details => item.kind === 'details')

export const entryToTell = ({ items }: NotificationGroup): TellsEntry | undefined =>
  items.find((item): item is TellsEntry => item.kind === 'entry')

/** Posts merged into the post of a group, newest first. */
export const mergesToTell = ({ items }: NotificationGroup): Merge[] =>
  items.filter((item): item is Merge => item.kind === 'merge')

/** Why a group's newest item came, unless its text says so: "Kim replied to you". */
export function sayReason({ items: [newest] }: NotificationGroup): string | null {
  const { kind, reason } = newest!
  if (reason === 'reply' || reason === 'mention') return null
  return (kind === 'merge' ? mergedReasons : kind === 'entry' ? entryReasons : followReasons)[reason]
}

/** "Kim commented, and 2 more", "Kim replied to you": a group's text about its comments. */
export function sayComments(group: NotificationGroup, { actor: { name }, reason }: Comment): string {
  const others = group.comments - 1
  if (reason === 'mention') return t('notification.text.mentionedYou', { name, others })
  if (reason === 'reply') return t('notification.text.repliedToYou', { name, others })
  const unreadOthers = group.items.filter(({ kind, isRead }) => kind !== 'comment' && !isRead).length
  const fresh = Math.min(group.comments, Math.max(0, group.unread - unreadOthers))
  // Those that were read before count only if nothing is new.
  return t('notification.text.commented', { name, others: fresh > 0 ? fresh - 1 : others })
}

export function notificationAddress(group: NotificationGroup): string {
  const comment = commentToTell(group)
  const change = changeToTell(group)
  const details = detailsToTell(group)
  const [merge] = mergesToTell(group)
  const others = Math.max(change?.eventId ?? 0, details?.eventId ?? 0, merge?.eventId ?? 0)
  const isAboutComment = comment && comment.eventId > others
  return isAboutComment ? `${group.address}#comment-${comment.commentId}` : group.address
}
