'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import type { DashboardFilter } from '@/lib/post/dashboard-query'
import type { PostState } from '@/lib/post/states'
import { useViewer } from '@/lib/session/browser/store'
import { totalText } from '@/lib/words/count-text'
import { MergeDialog } from '../merge/merge-dialog'
import { HideDialog } from '../moderation/hide-dialog'
import { useStateNames } from '../state/post-state'
import { useStateChoices } from '../state/state-choices'
import { CategoryDialog } from '../team/category-dialog'
import { PlanDialog } from '../team/plan'
import { Button } from '../ui/button'
import { buttonClass } from '../ui/button-class'
import { ChoiceMenu } from '../ui/choice-menu'
import { focusNear } from '../ui/focus-near'
import { FormMessage } from '../ui/form-message'
import { Icon } from '../ui/icon'
import {
  type Change,
  changeCategory,
  changePin,
  changePlan,
  changeState,
  changeTagsOf,
} from '../team/post-acts'
import { DeleteAsAdmin } from '../post/delete-posts'
import type { Lists } from '../team/filters'
import { BulkTags, StateWithNote } from './bulk-dialogs'
import { BulkDelete, BulkMore, ghostClass, Opener } from './bulk-more'
import { type Selection, useBulk } from './selection'

/** No one can review more than this before merging them. */
const mostMerged = 20
const withNote = {
  value: 'with-note' as const,
  get name() {
    return t('dashboard.bulkBar.withANote')
  },
}
type BulkDialog = 'category' | 'merge' | 'hide' | 'delete' | 'tags' | 'plan' | 'state'

export function BulkBar(
  props: Lists & {
    selection: Selection
    filter: DashboardFilter
    total: number
    /** If false, more posts match than the total says. */
    isTotalExact: boolean
    pinned: number[]
    onChanged: () => void
    children: ReactNode
  },
) {
  const { selection, filter, total, isTotalExact, pinned, categories, tags, team, onChanged, children } =
    props
  const [open, setOpen] = useState<BulkDialog | null>(null)
  const router = useRouter()
  const isAdmin = useViewer()?.role === 'admin'
  const stateNames = useStateNames()
  const stateChoices = useStateChoices()
  const { progress, report, run, chooseMatching, showProgress } = useBulk(selection, onChanged)
  const ids = [...selection.chosen.keys()]
  const count = ids.length

  const close = () => setOpen(null)
  /** @param said what was done, for a number of posts in words */
  function apply(change: Change, said: (count: number) => string) {
    close()
    run(change, said)
  }
  function showGone() {
    close()
    selection.clear()
    onChanged()
  }
  const setState = (state: PostState, note?: string) =>
    apply(changeState(state, note), (count) =>
      t('dashboard.bulkBar.movedTo', { count, state: stateNames[state] }),
    )

  const pin = (isPinned: boolean) =>
    run(changePin(isPinned), (count) =>
      t(isPinned ? 'dashboard.bulkBar.pinnedPosts' : 'dashboard.bulkBar.unpinnedPosts', { count }),
    )
  const act = {
    all: () => chooseMatching(filter, isTotalExact ? total : null),
    category: () => setOpen('category'),
    tags: () => setOpen('tags'),
    merge: () => setOpen('merge'),
    plan: () => setOpen('plan'),
    pin: () => pin(true),
    unpin: () => pin(false),
    entry: () => router.push(`/dashboard/changelog/edit?posts=${ids.join(',')}`),
    hide: () => setOpen('hide'),
  }
  const setCategory = ({ value, name }: { value: number; name: string }) =>
    apply(changeCategory(value), (count) => t('dashboard.bulkBar.movedToCategory', { count, name }))
  const isBare = total === 0 && count === 0 && !report && !progress
  const canMerge = count > 1 && count <= mostMerged
  const selectAll =
    !selection.isAll &&
    (count < total || !isTotalExact) &&
    t('dashboard.bulkBar.selectAllMatchingPosts', { value: totalText({ total, isTotalExact }) })
  const all = selectAll && (
    <Button onClick={act.all} look="ghost" className={ghostClass}>
      {selectAll}
    </Button>
  )

  return (
    <section
      aria-label={t('dashboard.bulkBar.selectedPosts')}
      className={
        isBare
          ? 'sr-only'
          : 'top-14 z-[2] flex min-h-12 flex-wrap items-center gap-x-1 gap-y-2 border-b border-line bg-surface px-3 max-[38.125rem]:py-0.5 py-1.5 sm:sticky md:px-4'
      }
    >
      {report && (
        <div className="w-full">
          <FormMessage>{report}</FormMessage>
        </div>
      )}
      {progress ? (
        <p role="status" className="flex items-center gap-2 p-1.5">
          <progress
            // It has no value if the total isn't known.
            value={progress.of === null ? undefined : progress.done}
            max={progress.of ?? undefined}
            aria-label={t('dashboard.bulkBar.progress')}
            className="accent-accent"
          />
          <span className="tabular">
            {progress.of === null
              ? t('dashboard.bulkBar.soFar', { done: progress.done })
              : t('dashboard.bulkBar.doneOf', { done: progress.done, all: progress.of })}
          </span>
        </p>
      ) : count === 0 ? (
        children
      ) : (
        <>
          {/* Where there is room for one of both, the button says how many there are. */}
          <div
            className={`flex w-full items-center gap-1 sm:hidden ${all ? 'max-[22.5rem]:[&_[role=status]]:sr-only' : ''}`}
          >
            {children}
            {all}
          </div>
          <div className="flex w-full flex-wrap items-center gap-1 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-10 max-sm:border-t max-sm:border-line-strong max-sm:bg-surface max-sm:px-3 max-sm:py-1.5 max-sm:pb-[max(0.375rem,env(safe-area-inset-bottom))] max-sm:shadow-[0_-0.25rem_1rem_rgb(0_0_0/0.08)]">
            <Button
              onClick={(event) => {
                focusNear(event.currentTarget)
                selection.clear()
              }}
              look="ghost"
              aria-label={t('dashboard.bulkBar.selectNone')}
              className={`${ghostClass} -ms-2`}
            >
              <Icon name="close" />
            </Button>
            <span className="tabular me-auto font-medium whitespace-nowrap sm:me-1">
              {t('inbox.list.countSelected', { size: count })}
            </span>
            <ChoiceMenu
              label={t('common.changeState')}
              choices={[...stateChoices, withNote]}
              onChoose={({ value }) => (value === withNote.value ? setOpen('state') : setState(value))}
              className={buttonClass('ghost', ghostClass)}
            >
              {t('common.state')}
              <Icon name="down" className="size-3.5 shrink-0 max-lg:hidden" />
            </ChoiceMenu>
            <ChoiceMenu
              label={t('dashboard.bulkBar.changeCategory')}
              choices={categories.map((category) => ({ ...category, value: category.id }))}
              onChoose={setCategory}
              className={buttonClass('ghost', `${ghostClass} max-sm:hidden`)}
            >
              {t('common.category')}
              <Icon name="down" className="size-3.5 shrink-0 max-lg:hidden" />
            </ChoiceMenu>
            <Opener name={t('common.tags')} onClick={() => setOpen('tags')} />
            {canMerge && <Opener name={t('common.merge')} onClick={() => setOpen('merge')} />}
            <BulkMore
              {...{ count, canMerge, selectAll }}
              pinned={pinned.filter((id) => selection.has(id)).length}
              onChoose={(chosen) => act[chosen]()}
            />
            <span className="max-sm:hidden">{all}</span>
            {isAdmin && <BulkDelete count={count} onClick={() => setOpen('delete')} />}
          </div>
        </>
      )}
      {open === 'state' && <StateWithNote ids={ids} onSave={setState} onClose={close} />}
      {open === 'category' && (
        <CategoryDialog
          categories={categories}
          count={count}
          onChoose={({ id, name }) => setCategory({ value: id, name })}
          onClose={close}
        />
      )}
      {open === 'tags' && (
        <BulkTags
          ids={ids}
          tags={tags}
          onSave={(added, removed) =>
            apply(changeTagsOf(added, removed), (count) => t('dashboard.bulkBar.tagsUpdatedOn', { count }))
          }
          onClose={close}
        />
      )}
      {open === 'plan' && (
        <PlanDialog
          count={count}
          plan={null}
          team={team}
          onSave={(plan) =>
            apply(changePlan(plan), (count) => t('dashboard.bulkBar.planUpdatedOn', { count }))
          }
          onClose={close}
        />
      )}
      {open === 'merge' && (
        <MergeDialog ids={ids} title="" onClose={close} onMerged={showGone} onUndone={onChanged} />
      )}
      {open === 'hide' && (
        <HideDialog kind="post" ids={ids} onClose={close} onHidden={showGone} onShown={onChanged} />
      )}
      {open === 'delete' && (
        <DeleteAsAdmin
          ids={ids}
          detail={t('dashboard.bulkBar.thisDeletesWithAll', { count })}
          onProgress={(done) => showProgress({ done, of: count })}
          onClose={(deleted) => {
            showProgress(null)
            if (deleted.length > 0) showGone()
            else close()
          }}
          onRestored={onChanged}
        />
      )}
    </section>
  )
}
