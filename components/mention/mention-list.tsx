'use client'

import { t } from '@/lib/words/t'
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { fetchJson } from '@/lib/browser/fetch-json'
import type { Mentionable } from '@/lib/queries/mentionable'
import { useViewer } from '@/lib/session/browser/store'
import { findMention } from '@/lib/text/mention'
import { typeInto } from '@/lib/browser/write-field'
import { PersonName } from '../person/person-name'
import { Avatar } from '../ui/avatar'
import { addMention, twinsIn } from './mentions'

const pause = 150
const idOf = ({ id }: Mentionable) => id
/** Keys that move the cursor away from what is being typed. */
const leaving = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'])

/** Completes names after "@" in a field. The field keeps the focus; arrow keys and Enter choose. */
export function MentionList(props: {
  field: RefObject<HTMLTextAreaElement | null>
  postId: number | null
  draftName: string
}) {
  const { field, postId, draftName } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const asking = useRef<AbortController>(undefined)
  /** Text that no name starts with, so no longer text matches either. */
  const ended = useRef({ start: -1, typed: '' })
  const [people, setPeople] = useState<Mentionable[]>([])
  const [active, setActive] = useState(0)
  const [twins, setTwins] = useState<Mentionable[]>([])
  const isOpen = people.length > 0
  const isMember = useViewer() !== null

  function close() {
    asking.current?.abort()
    setPeople([])
  }

  function noteTwins() {
    const called = twinsIn(draftName, field.current!.value)
    setTwins((before) => (before.map(idOf).join() === called.map(idOf).join() ? before : called))
  }

  function choose(person: Mentionable) {
    const element = field.current!
    const { value, selectionStart: cursor } = element
    const mention = findMention(value, cursor)
    close()
    if (!mention) return
    element.setSelectionRange(mention.start, cursor)
    typeInto(element, `@${person.name} `)
    addMention(draftName, person)
    noteTwins()
    asking.current?.abort()
    ended.current = { start: mention.start, typed: person.name }
  }

  const ask = useEffectEvent(async () => {
    asking.current?.abort()
    noteTwins()
    const { value, selectionStart } = field.current!
    const mention = findMention(value, selectionStart)
    if (!mention || !isMember) return close()
    const { start, typed } = ended.current
    if (mention.start === start && mention.typed.startsWith(typed)) return close()
    const question = (asking.current = new AbortController())
    await new Promise((resolve) => setTimeout(resolve, pause))
    if (question.signal.aborted) return
    const answer = await fetchJson<{ people: Mentionable[] }>('/api/viewer/mentionable', {
      query: { post: postId ?? undefined, typed: mention.typed },
      signal: question.signal,
    }).catch(() => null)
    if (question.signal.aborted) return
    if (answer?.people.length === 0) ended.current = mention
    setActive(0)
    setPeople(answer?.people ?? [])
  })

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (leaving.has(event.key)) return close()
    if (!isOpen || event.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setActive((active + step + people.length) % people.length)
    else if (event.key === 'Escape') close()
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.ctrlKey && !event.metaKey) {
      choose(people[active]!)
    } else return
    event.preventDefault()
    event.stopPropagation()
  })
  const leave = useEffectEvent(close)

  useEffect(() => {
    const element = field.current!
    const end = new AbortController()
    const { signal } = end
    element.addEventListener('input', () => void ask(), { signal })
    element.addEventListener('keydown', (event) => onKey(event), { signal })
    for (const kind of ['blur', 'pointerdown']) element.addEventListener(kind, () => leave(), { signal })
    element.setAttribute('aria-autocomplete', 'list')
    element.setAttribute('aria-haspopup', 'listbox')
    // Typed before this was loaded, or before the person was known.
    const start = setTimeout(() => void ask())
    return () => {
      clearTimeout(start)
      end.abort()
    }
  }, [field, isMember])

  useEffect(() => {
    const element = field.current!
    if (!isOpen) return
    element.setAttribute('aria-controls', id)
    element.setAttribute('aria-activedescendant', `${id}-${active}`)
    list.current!.children[active]?.scrollIntoView({ block: 'nearest' })
    return () => {
      element.removeAttribute('aria-controls')
      element.removeAttribute('aria-activedescendant')
    }
  }, [field, id, isOpen, active])

  return (
    <div className="relative">
      <p role="status" className="sr-only">
        {isOpen && t('mention.list.toMentionUseThe', { count: people.length })}
      </p>
      {isOpen && (
        <div
          ref={list}
          id={id}
          role="listbox"
          aria-label={t('mention.list.peopleToMention')}
          className="mention-list"
        >
          {people.map((person, index) => (
            <div
              key={person.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              // The field keeps the focus.
              onPointerDown={(event) => {
                event.preventDefault()
                choose(person)
              }}
            >
              <Avatar name={person.name} src={person.avatar} size="sm" />
              <span className="min-w-0">
                <PersonName name={person.name} isTeam={person.isTeam} />
                {person.about && (
                  <>
                    <span dir="auto" className="block truncate text-xs text-ink-soft">
                      {person.about.deed}
                    </span>
                    <span className="block truncate text-xs text-ink-soft">{person.about.since}</span>
                  </>
                )}
              </span>
            </div>
          ))}
        </div>
      )}
      <SameNameHint twins={twins} />
    </div>
  )
}

function SameNameHint({ twins }: { twins: Mentionable[] }) {
  return (
    <div aria-live="polite">
      {twins.length > 0 && (
        <ul
          aria-label={t('mention.list.peopleMentioned')}
          className="grid grid-cols-1 gap-2 px-3 pb-2 text-xs text-ink-soft"
        >
          {twins.map(({ id, name, avatar, isTeam, about }) => (
            <li key={id} className="flex items-center gap-2">
              <Avatar name={name} src={avatar} size="sm" />
              <div className="min-w-0">
                <PersonName name={name} isTeam={isTeam} />
                <p dir="auto" className="truncate">
                  {about?.deed}
                </p>
                <p className="truncate">{about?.since}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
