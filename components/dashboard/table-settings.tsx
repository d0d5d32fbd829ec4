'use client'

import { readingDirection } from '@/lib/browser/reading-direction'
import { t } from '@/lib/words/t'
import {
  type MoreColumn,
  moreColumns,
  newestFirst,
  type SortKey,
  sortKeys,
  type SortRule,
} from '@/lib/post/dashboard-query'
import { Button } from '../ui/button'
import { buttonClass } from '../ui/button-class'
import { DeliberateSelect } from '../ui/deliberate-select'
import { inputClass } from '../ui/input-class'
import { focusNear } from '../ui/focus-near'
import { Icon } from '../ui/icon'
import { MoveButtons } from '../ui/move-buttons'
import * as Menu from '@radix-ui/react-dropdown-menu'
import { useState } from 'react'
import { menuClass, menuItemClass } from '../ui/menu-class'

const maxRules = 5
const selectClass = `${inputClass} min-w-0 flex-1 sm:flex-none`
const namesOfKeys = () => Object.entries(sortKeys) as [SortKey, string][]

export function SortPanel({ sort, onChange }: { sort: SortRule[]; onChange: (sort: SortRule[]) => void }) {
  const free = namesOfKeys().filter(([key]) => !sort.some(({ by }) => by === key))
  const replace = (index: number, rule: SortRule) =>
    onChange(sort.map((one, at) => (at === index ? rule : one)))
  return (
    <section
      aria-label={t('dashboard.tableSettings.sortRules')}
      className="mb-3 space-y-2 rounded-lg border border-line bg-surface p-4"
    >
      {sort.map((rule, index) => (
        <div key={rule.by} className="flex flex-wrap items-center gap-2">
          <span className="tabular w-4 text-ink-soft">{index + 1}</span>
          <div className="flex flex-1 basis-52 gap-2 max-sm:flex-col sm:flex-none">
            <DeliberateSelect
              aria-label={t('dashboard.tableSettings.rule', { number: index + 1 })}
              value={rule.by}
              onChoose={(by) => replace(index, { ...rule, by: by as SortKey })}
              className={`${selectClass} sm:w-52`}
            >
              {namesOfKeys()
                .filter(([key]) => key === rule.by || free.some(([name]) => name === key))
                .map(([key, name]) => (
                  <option key={key} value={key}>
                    {name}
                  </option>
                ))}
            </DeliberateSelect>
            <DeliberateSelect
              aria-label={t('dashboard.tableSettings.directionOfRule', { number: index + 1 })}
              value={rule.desc ? 'desc' : 'asc'}
              onChoose={(order) => replace(index, { ...rule, desc: order === 'desc' })}
              className={`${selectClass} sm:w-36`}
            >
              <option value="asc">{t('dashboard.tableSettings.ascending')}</option>
              <option value="desc">{t('dashboard.tableSettings.descending')}</option>
            </DeliberateSelect>
          </div>
          <div className="ms-auto flex gap-1 sm:ms-0">
            <MoveButtons
              name={t('dashboard.tableSettings.ruleToMove', { number: index + 1 })}
              list={sort}
              index={index}
              onMove={onChange}
            />
            <Button
              aria-label={t('dashboard.tableSettings.removeRule', { number: index + 1 })}
              onClick={(event) => {
                focusNear(event.currentTarget)
                onChange(sort.filter((_, at) => at !== index))
              }}
              look="ghost"
            >
              <Icon name="close" />
            </Button>
          </div>
        </div>
      ))}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {sort.length === 0 && <p className="text-ink-soft">{t('dashboard.tableSettings.withNoRulesThe')}</p>}
        {free.length > 0 && sort.length < maxRules && (
          <Button className="shrink-0" onClick={() => onChange([...sort, { by: free[0]![0], desc: true }])}>
            {t('dashboard.tableSettings.addRule')}
          </Button>
        )}
      </div>
    </section>
  )
}

/** The order of a narrow table, whose columns have no heads. */
export function SortSelect({ sort, onSort }: { sort: SortRule[]; onSort: (sort: SortRule[]) => void }) {
  const { by, desc } = sort[0] ?? newestFirst[0]!
  return (
    <DeliberateSelect
      aria-label={t('dashboard.tableSettings.sortRules')}
      value={`${by} ${desc}`}
      onChoose={(chosen) => {
        const [key, isDescending] = chosen.split(' ')
        onSort([{ by: key as SortKey, desc: isDescending === 'true' }])
      }}
      className={`${inputClass} field-sizing-content max-w-44 min-w-0 border-transparent bg-transparent font-normal`}
    >
      {namesOfKeys().flatMap(([key, name]) => [
        <option key={key} value={`${key} true`}>{`${name} ↓`}</option>,
        <option key={`${key} up`} value={`${key} false`}>{`${name} ↑`}</option>,
      ])}
    </DeliberateSelect>
  )
}

/** The optional columns of the table. The menu stays open while they are chosen. */
export function ColumnMenu(props: { columns: MoreColumn[]; onChange: (columns: MoreColumn[]) => void }) {
  const { columns, onChange } = props
  const [isOpen, setOpen] = useState(false)
  const names = Object.entries(moreColumns) as [MoreColumn, string][]
  return (
    <Menu.Root dir={readingDirection()} modal={false} open={isOpen} onOpenChange={setOpen}>
      <Menu.Trigger className={buttonClass('outline', 'max-md:hidden')}>
        {t('dashboard.tableSettings.columns')}
      </Menu.Trigger>
      {isOpen && (
        <Menu.Portal container={document.getElementById('content')}>
          <Menu.Content
            aria-label={t('dashboard.tableSettings.columns')}
            align="start"
            sideOffset={4}
            collisionPadding={8}
            className={menuClass}
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
                <span className="flex size-4 items-center justify-center rounded-sm border border-line-strong">
                  <Menu.ItemIndicator className="tick text-accent-ink" />
                </span>
                <span className="flex-1">{name}</span>
              </Menu.CheckboxItem>
            ))}
          </Menu.Content>
        </Menu.Portal>
      )}
    </Menu.Root>
  )
}
