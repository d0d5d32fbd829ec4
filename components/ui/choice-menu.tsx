'use client'

import * as Menu from '@radix-ui/react-dropdown-menu'
import { type ReactNode, useRef, useState } from 'react'
import { readingDirection } from '@/lib/browser/reading-direction'
import type { IconName } from './icon-shapes'
import { Icon } from './icon'
import { menuClass, menuItemClass } from './menu-class'

type Choice<Value> = { value: Value; name: string; icon?: IconName }

/** Radix focuses an item only after it saw a key press, and misses the one that comes before the page is interactive. */
function focusChosen(menu: HTMLElement | null) {
  const item = menu?.querySelector('[aria-checked=true]') ?? menu?.querySelector('[role=menuitemradio]')
  if (item instanceof HTMLElement) item.focus({ preventScroll: true })
}

/** A button with a menu of choices: arrow keys and letters only move through it, Enter or a click chooses. */
export function ChoiceMenu<Value extends string | number>(props: {
  /** The label of the button and its menu, which includes what the button shows. */
  label: string
  choices: Choice<Value>[]
  value?: Value
  onChoose: (choice: Choice<Value>) => void
  /** Its button was pressed before this was loaded. */
  startsOpen?: boolean
  align?: 'start' | 'end'
  className: string
  children: ReactNode
}) {
  const { label, choices, value, onChoose, startsOpen = false, align = 'start', className, children } = props
  const [isOpen, setOpen] = useState(startsOpen)
  const [isCovered, setCovered] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const chosen = useRef<Choice<Value>>(undefined)

  function openOrClose(wanted: boolean) {
    setCovered(Boolean(document.getElementById('content')?.closest('[aria-hidden=true]')))
    setOpen(wanted)
  }

  // Runs once the button has the focus, so that whatever the choice removes or focuses decides what comes next.
  function choose(event: Event) {
    event.preventDefault()
    button.current?.focus()
    if (chosen.current && chosen.current.value !== value) onChoose(chosen.current)
    chosen.current = undefined
  }

  return (
    <Menu.Root dir={readingDirection()} modal={false} open={isOpen} onOpenChange={openOrClose}>
      <Menu.Trigger ref={button} aria-label={label} className={className}>
        {children}
      </Menu.Trigger>
      {isOpen && (
        // Inside a landmark, or above everything if a dialog covers the page.
        <Menu.Portal container={isCovered ? document.body : document.getElementById('content')}>
          <Menu.Content
            ref={focusChosen}
            aria-label={label}
            align={align}
            sideOffset={4}
            collisionPadding={8}
            onCloseAutoFocus={choose}
            className={menuClass}
          >
            <Menu.RadioGroup value={value === undefined ? undefined : String(value)}>
              {choices.map((choice) => (
                <Menu.RadioItem
                  key={choice.value}
                  value={String(choice.value)}
                  onSelect={() => (chosen.current = choice)}
                  className={`${menuItemClass} gap-2`}
                >
                  {choice.icon && (
                    <Icon name={choice.icon} className={`icon is-${choice.icon} text-(--tone)`} />
                  )}
                  <span className="flex-1">{choice.name}</span>
                  <Menu.ItemIndicator className="tick text-accent-ink" />
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Content>
        </Menu.Portal>
      )}
    </Menu.Root>
  )
}
