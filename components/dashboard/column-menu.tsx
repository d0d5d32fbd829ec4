'use client'

import * as Menu from '@radix-ui/react-dropdown-menu'
import { useState } from 'react'
import { type MoreColumn, moreColumns } from '@/lib/post/dashboard-query'
import { buttonClass } from '../ui/button-class'
import { menuClass, menuItemClass } from '../ui/menu-class'

/** Which columns the table shows beyond those it always has. The menu stays open while some are chosen. */
export function ColumnMenu(props: { columns: MoreColumn[]; onChange: (columns: MoreColumn[]) => void }) {
  const { columns, onChange } = props
  const [isOpen, setOpen] = useState(false)
  const names = Object.entries(moreColumns) as [MoreColumn, string][]
  return (
    <Menu.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <Menu.Trigger className={buttonClass('outline', 'max-md:hidden')}>Columns</Menu.Trigger>
      {isOpen && (
        <Menu.Portal container={document.getElementById('content')}>
          <Menu.Content
            aria-label="Columns"
            align="start"
            sideOffset={4}
            collisionPadding={8}
            className={`${menuClass} min-w-44`}
          >
            {names.map(([column, name]) => (
              <Menu.CheckboxItem
                key={column}
                checked={columns.includes(column)}
                onSelect={(event) => event.preventDefault()}
                onCheckedChange={(isOn) =>
                  onChange(
                    names.flatMap(([one]) => ((one === column ? isOn : columns.includes(one)) ? [one] : [])),
                  )
                }
                className={`${menuItemClass} gap-2`}
              >
                <span className="flex-1">{name}</span>
                <Menu.ItemIndicator className="tick text-accent-ink" />
              </Menu.CheckboxItem>
            ))}
          </Menu.Content>
        </Menu.Portal>
      )}
    </Menu.Root>
  )
}
