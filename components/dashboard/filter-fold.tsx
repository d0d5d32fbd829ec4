'use client'

import { commaList } from '@/lib/words/list-text'
import { t } from '@/lib/words/t'
import { type ReactNode, useState } from 'react'
import { Button, ButtonLink } from '../ui/button'

/** Filters of a list. On phones, a button shows them, next to what each active one is set to. `clear` is the address without any. */
export function FilterFold(props: { active: string[]; clear: string; children: ReactNode }) {
  const { active, clear, children } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 sm:hidden">
        <Button
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="aria-expanded:bg-accent-soft"
        >
          {active.length > 0
            ? t('dashboard.dashboard.filterCount', { count: active.length })
            : t('common.filter')}
        </Button>
        {!isOpen && <bdi className="min-w-0 text-ink-soft">{commaList(active)}</bdi>}
      </div>
      <div
        className={`mb-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.25rem),1fr))] gap-2 sm:flex sm:flex-wrap ${isOpen ? '' : 'max-sm:hidden'}`}
      >
        {children}
        {active.length > 0 && (
          <ButtonLink href={clear} look="ghost" className="self-end">
            {t('common.clearFilters')}
          </ButtonLink>
        )}
      </div>
    </>
  )
}
