'use client'

import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { NotificationGroup } from '@/lib/queries/notifications'
import { PersonName } from '../person/person-name'
import { PostStateBadge } from '../state/post-state'
import { AppLink } from '../ui/app-link'
import { Avatar } from '../ui/avatar'
import { RelativeTime } from '../ui/relative-time'
import { look } from './unread-store'
import {
  type Change,
  changeToTell,
  commentToTell,
  detailsToTell,
  entryToTell,
  type Merge,
  mergesToTell,
  notificationAddress,
  sayComments,
  sayReason,
} from './notification-text'

/** The notifications of one post, marked as read after a moment on the screen. */
export function NotificationRow({ group, isRead }: { group: NotificationGroup; isRead: boolean }) {
  const place = useRef<HTMLLIElement>(null)
  const { postId, title, newestEvent, newestAt, items } = group
  const isNew = group.unread > 0 && !isRead
  const comment = commentToTell(group)
  const change = changeToTell(group)
  const details = detailsToTell(group)
  const entry = entryToTell(group)
  const newest = items[0]!
  const reason = sayReason(group)
  useSeen(place, isNew, () => look({ post: postId, upTo: newestEvent }))

  return (
    <li ref={place} className="notice" data-new={isNew || undefined}>
      <Avatar name={newest.actor.name} src={newest.actor.avatar} />
      <div>
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <AppLink
            href={notificationAddress(group)}
            onKeyDown={walk}
            className="notice-link min-w-0 flex-1 basis-32 max-sm:basis-full"
          >
            {isNew && <span className="sr-only">{t('notification.row.new')} </span>}
            <span dir="auto" className="line-clamp-2">
              {title}
            </span>
          </AppLink>
          <span className="text-xs whitespace-nowrap text-ink-soft">
            <RelativeTime iso={newestAt} />
          </span>
        </p>
        {mergesToTell(group).map((merge) => (
          <MergeLine key={merge.eventId} merge={merge} />
        ))}
        {change && <ChangeLine change={change} />}
        {details && (
          <Quote
            said={t('notification.row.mentionedYouInThe', { name: details.actor.name })}
            by={details.actor}
            excerpt={details.excerpt}
          />
        )}
        {entry && <Quote said={t('notification.row.newInChangelog')} excerpt={entry.excerpt} />}
        {comment && <Quote said={sayComments(group, comment)} by={comment.actor} excerpt={comment.excerpt} />}
        {reason && <p className="text-xs text-ink-soft first-letter:uppercase">{reason}</p>}
      </div>
    </li>
  )
}

function MergeLine({ merge: { title, actor } }: { merge: Merge }) {
  return (
    <p className="mt-1">
      {rich('notification.row.wasMerged', {
        title,
        name: actor.name,
        b: (text) => <bdi>{text}</bdi>,
        by: (parts) => <span className="text-ink-soft">{parts}</span>,
        who: () => <PersonName key="who" {...actor} />,
      })}
    </p>
  )
}

function ChangeLine({ change: { to, note, actor } }: { change: Change }) {
  return (
    <>
      <p className="mt-1 flex flex-wrap items-center gap-x-1.5 gap-y-1">
        {rich('notification.row.movedTo', {
          state: to,
          name: actor.name,
          badge: () => <PostStateBadge state={to} />,
          by: (parts) => <span className="text-ink-soft">{parts}</span>,
          who: () => <PersonName key="who" {...actor} />,
        })}
      </p>
      {note && (
        <p dir="auto" className="notice-text">
          {note}
        </p>
      )}
    </>
  )
}

/** If `said` names `by`, the team's badge follows the name. */
function Quote(props: { said: string; by?: { name: string; isTeam: boolean }; excerpt: string }) {
  const { said, by, excerpt } = props
  const end = by ? said.indexOf(by.name) : -1
  return (
    <>
      <p dir="auto" className="mt-1 text-pretty">
        {by && end >= 0 ? (
          <>
            {said.slice(0, end)}
            <PersonName {...by} />
            {said.slice(end + by.name.length)}
          </>
        ) : (
          said
        )}
      </p>
      <p dir="auto" className="notice-text">
        {excerpt}
      </p>
    </>
  )
}

const steps: Record<string, 'nextElementSibling' | 'previousElementSibling' | undefined> = {
  ArrowDown: 'nextElementSibling',
  ArrowUp: 'previousElementSibling',
}

function walk(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key]
  const link = step && event.currentTarget.closest('li')?.[step]?.querySelector<HTMLElement>('.notice-link')
  if (!link) return
  event.preventDefault()
  link.focus()
}

/** Milliseconds on the screen until something counts as seen. */
const lookTime = 1_000

/** Calls back once when most of an element has been visible for a while, in the active tab. */
function useSeen(place: RefObject<HTMLElement | null>, isNew: boolean, onSeen: () => void): void {
  const tell = useEffectEvent(onSeen)
  useEffect(() => {
    if (!isNew) return
    let timer: ReturnType<typeof setTimeout>
    const observer = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer)
        if (entry!.isIntersecting) timer = setTimeout(see, lookTime)
      },
      { threshold: 0.6 },
    )
    function see() {
      if (document.visibilityState !== 'visible') {
        timer = setTimeout(see, lookTime)
        return
      }
      observer.disconnect()
      tell()
    }
    observer.observe(place.current!)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [place, isNew])
}
