import { t } from '@/lib/words/t'
import { Button } from './button'
import { Icon } from './icon'

/** Moves a list item up or down, unless it's the only one. `onMove` gets the list in its new order. */
export function MoveButtons<Item>(props: {
  name: string
  list: Item[]
  index: number
  isDisabled?: boolean
  onMove: (list: Item[]) => void
}) {
  const { name, list, index, isDisabled, onMove } = props
  // A button that becomes disabled while it has the focus would lose it.
  function move(by: number) {
    if (isDisabled || !list[index + by]) return
    const next = [...list]
    next.splice(index + by, 0, ...next.splice(index, 1))
    onMove(next)
  }
  if (list.length < 2) return null
  return (
    <>
      <Button
        aria-label={t('ui.moveButtons.moveUp', { name })}
        aria-disabled={isDisabled || index === 0}
        onClick={() => move(-1)}
        look="ghost"
        className="pointer-coarse:min-w-11"
      >
        <Icon name="up" />
      </Button>
      <Button
        aria-label={t('ui.moveButtons.moveDown', { name })}
        aria-disabled={isDisabled || index === list.length - 1}
        onClick={() => move(1)}
        look="ghost"
        className="pointer-coarse:min-w-11"
      >
        <Icon name="down" />
      </Button>
    </>
  )
}
