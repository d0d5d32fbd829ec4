'use client'

import { t } from '@/lib/words/t'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** The first lines of a text, ten unless `clamp` says otherwise, and the others on demand. */
export function LongText({ clamp = 'line-clamp-10', children }: { clamp?: string; children: ReactNode }) {
  const text = useRef<HTMLDivElement>(null)
  const [isCut, setCut] = useState(false)
  const [isWhole, setWhole] = useState(false)

  useEffect(() => {
    const element = text.current!
    const observer = new ResizeObserver(() => {
      const isLonger = element.scrollHeight > element.clientHeight
      // Before it is painted, so that the button doesn't move what is below.
      if (element.clientHeight > 0 && !isWhole) flushSync(() => setCut(isLonger))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [isWhole])

  return (
    <div className="relative">
      <div ref={text} className={isWhole ? undefined : clamp}>
        {children}
      </div>
      {isCut && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          // At the end of the last line, so that it moves nothing when it comes.
          className={`rounded-md bg-surface text-accent-ink underline underline-offset-2 ${isWhole ? 'min-h-6 pointer-coarse:min-h-11' : 'absolute end-0 bottom-0 ps-3 pointer-coarse:before:absolute pointer-coarse:before:-inset-3'}`}
        >
          {t(isWhole ? 'ui.longText.showLess' : 'ui.longText.showAll')}
        </button>
      )}
    </div>
  )
}
