import { t } from '@/lib/words/t'
import { ActionMenu } from '../ui/action-menu'
import { ActionSheet } from '../ui/action-sheet'
import { Button } from '../ui/button'
import { buttonClass } from '../ui/button-class'
import { Icon, ToolIcon } from '../ui/icon'

/** The most posts that can be linked to a changelog entry. */
const mostLinked = 50
/** The most posts that one request accepts. */
const mostHidden = 200

/** In pixels, because large text needs the room itself. */
export const ghostClass = '!px-[8px] pointer-coarse:min-h-[44px]'

export function Opener({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Button onClick={onClick} look="ghost" className={`${ghostClass} max-lg:hidden`}>
      {name}
    </Button>
  )
}

type Act = 'all' | 'category' | 'tags' | 'merge' | 'plan' | 'pin' | 'unpin' | 'entry' | 'hide'

/** What else can be done with the chosen posts, with the buttons that the screen has no room for. */
export function BulkMore(props: {
  count: number
  /** How many of them are pinned. */
  pinned: number
  canMerge: boolean
  /** Chooses all posts that match, if not all are. */
  selectAll: string | false
  onChoose: (act: Act) => void
}) {
  const { count, pinned, canMerge, selectAll, onChoose } = props
  const isBelow = (width: string) => window.matchMedia(`(width < ${width})`).matches
  const isOnPhone = isBelow('40rem')
  const items: [Act, string][] = []
  if (isOnPhone && selectAll) items.push(['all', selectAll])
  if (isOnPhone) items.push(['category', t('dashboard.bulkBar.moveToCategory')])
  if (isBelow('64rem')) items.push(['tags', t('common.tags')])
  if (isBelow('64rem') && canMerge) items.push(['merge', t('common.merge')])
  items.push(['plan', t('common.plan')])
  if (pinned < count) items.push(['pin', t('common.pin')])
  if (pinned > 0) items.push(['unpin', t('common.unpin')])
  if (count <= mostLinked) items.push(['entry', t('dashboard.bulkBar.writeAnEntry')])
  if (count <= mostHidden) items.push(['hide', t('common.hide')])

  return isOnPhone ? (
    <ActionSheet
      title={t('inbox.list.countSelected', { size: count })}
      items={items}
      onChoose={onChoose}
      className={ghostClass}
    >
      {t('common.more')}
    </ActionSheet>
  ) : (
    <ActionMenu
      label={t('common.more')}
      items={items}
      onChoose={onChoose}
      className={buttonClass('ghost', ghostClass)}
    >
      {t('common.more')}
      <Icon name="down" className="size-3.5 shrink-0 max-lg:hidden" />
    </ActionMenu>
  )
}

const binPath = 'M3 4.5h10M6.5 4.5V3h3v1.5m-5 0 .6 8.5h5.8l.6-8.5M6.8 7v3.5m2.4-3.5v3.5'

/** On phones as quiet as the buttons before it, and on the narrowest ones only an icon. */
export function BulkDelete({ count, onClick }: { count: number; onClick: () => void }) {
  return (
    <Button
      onClick={onClick}
      look="outline-destructive"
      className="!px-[8px] whitespace-nowrap max-sm:border-transparent max-sm:bg-transparent max-[22.5rem]:min-w-[44px] sm:ms-auto"
    >
      <span className="min-[22.5rem]:hidden">
        <ToolIcon path={binPath} />
      </span>
      <span className="max-[22.5rem]:sr-only">{t('dashboard.bulkBar.deleteRows', { count })}</span>
    </Button>
  )
}
