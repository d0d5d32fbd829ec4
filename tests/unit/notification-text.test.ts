import { expect, test } from 'vitest'
import {
  changeToTell,
  commentToTell,
  mergesToTell,
  notificationAddress,
  sayComments,
  sayReason,
} from '../../components/notification/notification-text'
import type { NotificationGroup, NotificationItem } from '../../lib/queries/notifications'

const actor = { name: 'Kim', avatar: null, isTeam: false }
const comment = (eventId: number, reason: NotificationItem['reason'] = 'vote', isRead = false) =>
  ({ kind: 'comment', eventId, reason, isRead, actor, commentId: eventId * 10, excerpt: 'Yes' }) as const
const change = (eventId: number, isRead = false) =>
  ({ kind: 'change', eventId, reason: 'vote', isRead, actor, to: 'planned', note: null }) as const
const merge = (eventId: number, reason: NotificationItem['reason'] = 'vote', isRead = false) =>
  ({ kind: 'merge', eventId, reason, isRead, actor, title: `Merged ${eventId}` }) as const

/** A group with these notices, newest first, with `comments` comments in all. */
const group = (
  items: NotificationItem[],
  comments: number,
  unread = items.filter((one) => !one.isRead).length,
) =>
  ({
    postId: 1,
    title: 'Dark mode',
    address: '/bugs/dark-mode',
    newestEvent: 9,
    newestAt: '',
    items,
    comments,
    unread,
  }) as NotificationGroup

const sayOf = (told: NotificationGroup) => sayComments(told, commentToTell(told)!)

test.each([
  ['one comment', group([comment(3)], 1), 'Kim commented'],
  ['several new ones', group([comment(3), comment(2), comment(1)], 3), 'Kim commented, and 2 more'],
  [
    'more than are listed',
    group(
      [1, 2, 3, 4, 5].map((id) => comment(id)),
      1200,
      1200,
    ),
    'Kim commented, and 1,199 more',
  ],
  ['one new among read ones', group([comment(3), comment(2, 'vote', true)], 2), 'Kim commented'],
  [
    'only read ones',
    group([comment(3, 'vote', true), comment(2, 'vote', true)], 2),
    'Kim commented, and 1 more',
  ],
  [
    'new ones beside a new change',
    group([change(4), comment(3), comment(2)], 2),
    'Kim commented, and 1 more',
  ],
  ['new ones beside a new merge', group([merge(4), comment(3), comment(2)], 2), 'Kim commented, and 1 more'],
  ['an answer', group([comment(3, 'reply')], 1), 'Kim replied to you'],
  [
    'a mention among others',
    group([comment(3), comment(2, 'mention')], 2),
    'Kim mentioned you, and 1 more comment',
  ],
  [
    'an answer among many',
    group([comment(3), comment(2, 'reply'), comment(1)], 3),
    'Kim replied to you, and 2 more comments',
  ],
])('says %s', (_, told, said) => expect(sayOf(told)).toBe(said))

test('links to its first comment, and to the post for later changes', () => {
  expect(notificationAddress(group([comment(3), change(2)], 1))).toBe('/bugs/dark-mode#comment-30')
  expect(notificationAddress(group([change(4), comment(3)], 1))).toBe('/bugs/dark-mode')
  expect(notificationAddress(group([merge(4), comment(3)], 1))).toBe('/bugs/dark-mode')
  expect(notificationAddress(group([comment(5), merge(4)], 1))).toBe('/bugs/dark-mode#comment-50')
  expect(notificationAddress(group([comment(5), comment(3, 'mention')], 2))).toBe(
    '/bugs/dark-mode#comment-30',
  )
})

test('shows the newest change', () => {
  expect(changeToTell(group([comment(6), change(5), change(4)], 1))?.eventId).toBe(5)
})

test('shows every merge, the newest first', () => {
  const titles = mergesToTell(group([comment(6), merge(5), change(4), merge(3)], 1)).map(({ title }) => title)
  expect(titles).toEqual(['Merged 5', 'Merged 3'])
})

test.each([
  [merge(2, 'vote'), 'because you voted for the merged post'],
  [merge(2, 'post'), 'because you wrote the merged post'],
  [merge(2, 'comment'), 'because you commented on the merged post'],
  [merge(2, 'follow'), 'because you follow the merged post'],
  [change(2), 'because you voted'],
  [comment(2, 'reply'), null],
  [comment(2, 'mention'), null],
])('says of the newest why it came', (newest, words) => {
  expect(sayReason(group([newest, comment(1, 'reply')], 1))).toBe(words)
})
