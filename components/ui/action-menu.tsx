'use client'

import * as Menu from '@radix-ui/react-dropdown-menu'
import { Fragment, type ReactNode, useRef, useState } from 'react'
import { readingDirection } from '@/lib/browser/reading-direction'
import { Icon } from './icon'
import { menuClass, menuItemClass } from './menu-class'

const isDestructive = (act: string) => act === 'delete' || act === 'block'
/** Kept apart at the end of a list, because it takes something away. */
export const isApart = (act: string) => isDestructive(act) || act === 'hide'

export function ActionMenu<Act extends string>(props: {
  label: string
  items: [Act, string][]
  onChoose: (act: Act) => void
  className?: string
  children?: ReactNode
}) {
  const { label, items, onChoose, children = <Icon name="dots" /> } = props
  const {
    className = 'flex size-9 pointer-coarse:size-11 items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink data-[state=open]:bg-sunken',
  } = props
  const chosen = useRef<Act | null>(null)
  const [isOpen, setOpen] = useState(false)

  function openOrClose(wanted: boolean) {
    if (wanted) chosen.current = null
    setOpen(wanted)
  }

  return (
    <Menu.Root dir={readingDirection()} modal={false} open={isOpen} onOpenChange={openOrClose}>
      <Menu.Trigger aria-label={label} className={className}>
        {children}
      </Menu.Trigger>
      {isOpen && (
        <Menu.Portal container={document.getElementById('content')}>
          <Menu.Content
            align="end"
            sideOffset={4}
            collisionPadding={8}
            // The menu's button gets the focus next, and a dialog that opens after that returns it there.
            onCloseAutoFocus={() => chosen.current && onChoose(chosen.current)}
            className={menuClass}
          >
            {items.map(([act, name], n) => (
              <Fragment key={act}>
                {n > 0 && n === items.length - 1 && isApart(act) && (
                  <Menu.Separator className="my-1.5 border-t border-line" />
                )}
                <Menu.Item
                  className={`${menuItemClass} ${isDestructive(act) ? 'data-highlighted:text-danger' : ''}`}
                  onSelect={() => {
                    chosen.current = act
                  }}
                >
                  {name}
                </Menu.Item>
              </Fragment>
            ))}
          </Menu.Content>
        </Menu.Portal>
      )}
    </Menu.Root>
  )
}
