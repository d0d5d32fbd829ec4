import { t } from '@/lib/words/t'
import type { Category } from '@/lib/queries/categories'
import { ActionMenu } from '../ui/action-menu'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'

/** The most posts that can be linked to a changelog entry. */
const mostLinked = 50
/** The most posts that one request accepts. */
const mostHidden = 200

type Act = 'tags' | 'merge' | 'plan' | 'pin' | 'unpin' | 'entry' | 'hide'

/** What else can be done with the chosen posts, with the buttons that the screen has no room for. */
export function BulkMore(props: {
  count: number
  canMerge: boolean
  categories: Category[]
  className: string
  onChoose: (act: Act) => void
  onCategory: (category: Category) => void
}) {
  const { count, canMerge, categories, className, onChoose, onCategory } = props
  const isBelow = (width: string) => window.matchMedia(`(width < ${width})`).matches
  const items: [Act | `category-${number}`, string][] = []
  if (isBelow('40rem'))
    for (const { id, name } of categories)
      items.push([`category-${id}`, t('team.filters.category', { nameOf: name })])
  if (isBelow('64rem')) items.push(['tags', t('common.tags')])
  if (isBelow('64rem') && canMerge) items.push(['merge', t('common.merge')])
  items.push(['plan', t('common.plan')], ['pin', t('common.pin')], ['unpin', t('common.unpin')])
  if (count <= mostLinked) items.push(['entry', t('dashboard.bulkBar.writeAnEntry')])
  if (count <= mostHidden) items.push(['hide', t('common.hide')])

  return (
    <ActionMenu
      label={t('common.more')}
      items={items}
      onChoose={(chosen) => {
        const category = categories.find(({ id }) => chosen === `category-${id}`)
        if (category) onCategory(category)
        else onChoose(chosen as Act)
      }}
      className={buttonClass('ghost', className)}
    >
      {t('common.more')}
      <Icon name="down" className="size-3.5 shrink-0 max-lg:hidden" />
    </ActionMenu>
  )
}
