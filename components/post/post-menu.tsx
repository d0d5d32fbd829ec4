'use client'

import * as Menu from '@radix-ui/react-dropdown-menu'
import { useRef } from 'react'
import { Icon } from '../ui/icon'
import { menuClass, menuItemClass } from '../ui/menu-class'

export type PostAction = 'edit' | 'same' | 'merge' | 'report' | 'lock' | 'pin' | 'hide' | 'block' | 'delete'

/** What may be done with the post, out of the way until it is meant. */
export function PostMenu(props: {
  mayEdit: boolean
  mayDelete: boolean
  isTeam: boolean
  isLocked: boolean
  isPinned: boolean
  /** Somebody else, who has an account. */
  hasAuthor: boolean
  onChoose: (action: PostAction) => void
}) {
  const { mayEdit, mayDelete, isTeam, isLocked, isPinned, hasAuthor, onChoose } = props
  const chosen = useRef<PostAction | null>(null)
  const choose = (action: PostAction) => () => {
    chosen.current = action
  }
  return (
    <Menu.Root modal={false} onOpenChange={(isOpen) => isOpen && (chosen.current = null)}>
      <Menu.Trigger
        aria-label="Actions"
        className="flex size-9 pointer-coarse:size-11 items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink data-[state=open]:bg-sunken"
      >
        <Icon name="dots" />
      </Menu.Trigger>
      <Menu.Content
        align="end"
        sideOffset={4}
        collisionPadding={8}
        // The menu's button gets the focus next, and a dialog that opens after that gives it back there.
        onCloseAutoFocus={() => chosen.current && onChoose(chosen.current)}
        className={`${menuClass} min-w-40`}
      >
        {mayEdit && (
          <Menu.Item className={menuItemClass} onSelect={choose('edit')}>
            Edit
          </Menu.Item>
        )}
        {isTeam ? (
          <>
            <Menu.Item className={menuItemClass} onSelect={choose('merge')}>
              Merge
            </Menu.Item>
            <Menu.Item className={menuItemClass} onSelect={choose('lock')}>
              {isLocked ? 'Unlock comments' : 'Lock comments'}
            </Menu.Item>
            <Menu.Item className={menuItemClass} onSelect={choose('pin')}>
              {isPinned ? 'Unpin' : 'Pin'}
            </Menu.Item>
            <Menu.Item className={menuItemClass} onSelect={choose('hide')}>
              Hide
            </Menu.Item>
            {hasAuthor && (
              <Menu.Item className={menuItemClass} onSelect={choose('block')}>
                Block the author
              </Menu.Item>
            )}
          </>
        ) : (
          <>
            <Menu.Item className={menuItemClass} onSelect={choose('same')}>
              This is the same as …
            </Menu.Item>
            {!mayEdit && (
              <Menu.Item className={menuItemClass} onSelect={choose('report')}>
                Report
              </Menu.Item>
            )}
          </>
        )}
        {mayDelete && (
          <Menu.Item className={`${menuItemClass} data-highlighted:text-danger`} onSelect={choose('delete')}>
            Delete
          </Menu.Item>
        )}
      </Menu.Content>
    </Menu.Root>
  )
}
