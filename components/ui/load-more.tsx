'use client'

import { type MouseEvent, useState } from 'react'
import { buttonClass } from './button-class'

/** Loads what follows in place. It is a link, so that it also leads there without JavaScript. */
export function LoadMore(props: { href: string; load: () => Promise<void>; children?: string }) {
  const [status, setStatus] = useState<'idle' | 'loading' | 'failed'>('idle')

  async function onClick(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    if (status === 'loading') return
    setStatus('loading')
    try {
      await props.load()
      setStatus('idle')
    } catch {
      setStatus('failed')
    }
  }

  return (
    <div className="no-print py-1">
      {status === 'failed' && (
        <p role="alert" className="mb-2 text-center text-danger">
          That did not work. Check your connection and try again.
        </p>
      )}
      <a
        href={props.href}
        onClick={onClick}
        aria-disabled={status === 'loading'}
        className={buttonClass('outline', 'w-full')}
        rel="nofollow"
      >
        {status === 'loading'
          ? 'Loading...'
          : status === 'failed'
            ? 'Try again'
            : (props.children ?? 'Load more')}
      </a>
    </div>
  )
}
