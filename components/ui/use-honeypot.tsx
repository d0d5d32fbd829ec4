'use client'

import { t } from '@/lib/words/t'
import { useRef, useState } from 'react'

/** A hidden field that only programs fill in, and the time a form took: sending waits for `leastTime` milliseconds. */
export function useHoneypot(leastTime: number) {
  const field = useRef<HTMLInputElement>(null)
  const [since] = useState(() => performance.now())

  async function read() {
    const left = leastTime - (performance.now() - since)
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
    const isFilled = Boolean(field.current?.value)
    if (field.current) field.current.value = ''
    return { isFilled, milliseconds: performance.now() - since }
  }

  const trap = (
    <span aria-hidden="true" className="sr-only">
      <label>
        {t('ui.useHoneypot.leaveThisEmpty')}
        <input
          ref={field}
          type="text"
          name="homepage"
          tabIndex={-1}
          autoComplete="off"
          data-trap=""
          data-1p-ignore=""
          data-bwignore=""
          data-lpignore="true"
          data-form-type="other"
        />
      </label>
    </span>
  )
  return { trap, read }
}
