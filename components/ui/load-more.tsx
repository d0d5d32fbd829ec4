'use client'

import { t } from '@/lib/words/t'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { buttonClass } from './button-class'

/** Loads the next page in place. It is a link, so that it also works without JavaScript. */
export function LoadMore(props: { href: string; load: () => Promise<unknown[]>; children?: string }) {
  const { href, load, children = t('common.loadMore') } = props
  const [status, setStatus] = useState<'idle' | 'loading' | 'failed'>('idle')
  const [loaded, setLoaded] = useState(0)
  const lastShown = useRef<Element | null>(null)

  useEffect(() => () => keepFocusAfter(lastShown.current), [])

  async function onClick(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    if (status === 'loading') return
    const place = event.currentTarget.closest('tr') ?? event.currentTarget.parentElement
    lastShown.current = place?.previousElementSibling ?? null
    setStatus('loading')
    try {
      setLoaded((await load()).length)
      setStatus('idle')
    } catch {
      setStatus('failed')
    }
  }

  return (
    <div className="no-print py-1">
      {status === 'failed' && (
        <p role="alert" className="mb-2 text-center text-danger">
          {t('common.failedTryAgain')}
        </p>
      )}
      <a
        href={href}
        onClick={onClick}
        aria-disabled={status === 'loading'}
        className={buttonClass('outline', 'w-full')}
        rel="nofollow"
      >
        {status === 'loading' ? t('common.loading') : status === 'failed' ? t('common.tryAgain') : children}
      </a>
      <p role="status" className="sr-only">
        {status === 'idle' && loaded > 0 && t('ui.loadMore.moreLoaded', { loaded })}
      </p>
    </div>
  )
}

/** If the link is removed while it has the focus, the first newly loaded row gets it. */
function keepFocusAfter(shown: Element | null) {
  if (document.activeElement !== document.body) return
  const place = shown?.nextElementSibling ?? shown
  place?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
}
