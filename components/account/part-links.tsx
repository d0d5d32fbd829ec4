'use client'

import { useSyncExternalStore } from 'react'

function listen(update: () => void) {
  addEventListener('scroll', update, { passive: true })
  addEventListener('resize', update)
  return () => {
    removeEventListener('scroll', update)
    removeEventListener('resize', update)
  }
}

/**
 * The last part that begins in the upper quarter of the window. Toward the end of the page, where the last ones can't
 * get that far, in all of the window, unless a link led to one in its upper half.
 */
function findPartInSight(ids: string[]): string | undefined {
  const { scrollHeight } = document.documentElement
  const left = scrollHeight - innerHeight - scrollY
  const line = Math.max(innerHeight / 4, innerHeight - left)
  const parts = ids.flatMap((id) => document.getElementById(id) ?? [])
  const topOf = (part: Element) => part.getBoundingClientRect().top
  const isTarget = (part: Element) =>
    part.matches(':target') && topOf(part) >= 0 && topOf(part) <= innerHeight / 2
  return (parts.find(isTarget) ?? parts.findLast((part) => topOf(part) <= line) ?? parts[0])?.id
}

/** Links to the parts of a page, with a mark at the one in sight. */
export function PartLinks({ label, parts }: { label: string; parts: Record<string, string> }) {
  const inSight = useSyncExternalStore(
    listen,
    () => findPartInSight(Object.keys(parts)),
    () => undefined,
  )
  return (
    <nav
      aria-label={label}
      className="part-links state-chips max-lg:mb-6 lg:sticky lg:top-20 lg:-ms-2 lg:self-start"
    >
      <ul className="flex gap-1 max-sm:shrink-0 sm:flex-wrap lg:block lg:flex-1">
        {Object.entries(parts).map(([id, title]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === inSight ? 'location' : undefined}
              className="state-chip lg:rounded-md lg:border-0 lg:px-2"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
