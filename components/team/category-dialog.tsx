'use client'

import { t } from '@/lib/words/t'
import type { KeyboardEvent } from 'react'
import type { Category } from '@/lib/queries/categories'
import { Dialog } from '../ui/dialog'
import { Icon } from '../ui/icon'
import { Key } from './keys'

export function CategoryDialog(props: {
  categories: Category[]
  /** How many posts are moved. */
  count: number
  /** The post's current category; several posts may be in different ones. */
  current?: number | null
  onChoose: (category: Category) => void
  onClose: () => void
}) {
  const { categories, count, current, onChoose, onClose } = props
  const first = categories.find(({ id }) => id === current) ?? categories[0]

  function walk(event: KeyboardEvent<HTMLButtonElement>) {
    const byDigit = categories[Number(event.key) - 1]
    if (byDigit) return onChoose(byDigit)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const buttons = [...event.currentTarget.closest('ul')!.querySelectorAll('button')]
    const at = buttons.indexOf(event.currentTarget)
    buttons[(at + step + buttons.length) % buttons.length]!.focus()
  }

  return (
    <Dialog onClose={onClose} title={t('team.categoryDialog.movePosts', { count })}>
      <ul className="-mx-2">
        {categories.map((category, index) => (
          <li key={category.id}>
            <button
              type="button"
              aria-current={category.id === current || undefined}
              data-first={category === first || undefined}
              onClick={() => onChoose(category)}
              onKeyDown={walk}
              className="flex min-h-11 w-full items-center gap-3 rounded-md px-2 text-start hover:bg-sunken"
            >
              {index < 9 && (
                <span className="pointer-coarse:hidden">
                  <Key>{String(index + 1)}</Key>
                </span>
              )}
              <span className="min-w-0 flex-1">{category.name}</span>
              {category.id === current && <Icon name="completed" />}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
