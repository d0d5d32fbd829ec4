'use client'

import { type ReactNode, useRef, useState } from 'react'
import { isApart } from './action-menu'
import { Button } from './button'
import { Dialog } from './dialog'

/** A button with a list of acts that comes up from below, for phones. */
export function ActionSheet<Act extends string>(props: {
  title: string
  items: [Act, string][]
  onChoose: (act: Act) => void
  className: string
  children: ReactNode
}) {
  const { title, items, onChoose, className, children } = props
  const [isOpen, setOpen] = useState(false)
  const chosen = useRef<Act | null>(null)

  function open() {
    chosen.current = null
    setOpen(true)
  }
  function choose(act: Act) {
    chosen.current = act
    setOpen(false)
  }

  return (
    <>
      <Button aria-haspopup="dialog" onClick={open} look="ghost" className={className}>
        {children}
      </Button>
      {isOpen && (
        <Dialog
          title={title}
          onClose={() => setOpen(false)}
          onClosed={() => chosen.current && onChoose(chosen.current)}
        >
          <ul className="-mx-2">
            {items.map(([act, name], n) => (
              <li
                key={act}
                className={
                  n === items.length - 1 && isApart(act) ? 'mt-1.5 border-t border-line pt-1.5' : undefined
                }
              >
                <button
                  type="button"
                  data-first={n === 0 || undefined}
                  onClick={() => choose(act)}
                  className="flex min-h-11 w-full items-center rounded-md px-2 text-start hover:bg-sunken"
                >
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  )
}
