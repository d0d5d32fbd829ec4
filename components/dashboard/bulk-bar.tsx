'use client'

import { type ReactNode, useState } from 'react'
import { setCategories, setStates } from '@/lib/actions/dashboard'
import type { DashboardFilter } from '@/lib/post/dashboard-query'
import { type PostState, stateNames } from '@/lib/post/states'
import type { Category } from '@/lib/queries/categories'
import { useViewer } from '@/lib/session/browser/store'
import { countText } from '@/lib/text/count-text'
import { MergeDialog } from '../merge/merge-dialog'
import { HideDialog } from '../moderation/hide-dialog'
import { buttonClass } from '../ui/button-class'
import { ChoiceMenu } from '../ui/choice-menu'
import { focusNear } from '../ui/focus-near'
import { FormMessage } from '../ui/form-message'
import { Icon } from '../ui/icon'
import { DeleteAsAdmin } from './delete-as-admin'
import { stateChoices } from './state-menu'
import { rows, useBulk } from './use-bulk'
import type { Chosen, Selection } from './use-selection'

/** More than that nobody can look at before they become one. */
const mostMerged = 20
/** As many as one request takes. */
const mostHidden = 200
const ghostClass = '!px-2 pointer-coarse:min-h-11'

/** What can be done with the chosen posts at once, in a bar of the table that is there before anything is chosen. */
export function BulkBar(props: {
  selection: Selection
  filter: DashboardFilter
  total: number
  categories: Category[]
  onChanged: () => void
  /** What stands there while nothing is chosen. */
  children: ReactNode
}) {
  const { selection, filter, total, categories, onChanged, children } = props
  const [open, setOpen] = useState<'merge' | 'hide' | 'delete' | null>(null)
  const isAdmin = useViewer()?.role === 'admin'
  const { progress, report, run, chooseMatching, showProgress } = useBulk(selection, onChanged)
  const ids = [...selection.chosen.keys()]
  const count = ids.length

  const changeState = (state: PostState) =>
    run({
      change: (posts) => toState(state, posts),
      undo: (posts) =>
        Promise.all(
          groups(posts, (post) => post.state).map(([was, group]) => toState(was, now(group, { state }))),
        ),
      said: `now ${stateNames[state]}`,
    })
  const changeCategory = (category: number, name: string) =>
    run({
      change: (posts) => toCategory(category, posts),
      undo: (posts) =>
        Promise.all(
          groups(posts, (post) => post.categoryId).map(([was, group]) =>
            toCategory(was, now(group, { categoryId: category })),
          ),
        ),
      said: `now in ${name}`,
    })

  return (
    <section
      aria-label="Chosen posts"
      className="top-14 z-[2] flex min-h-12 flex-wrap items-center gap-x-1 gap-y-2 border-b border-line bg-surface px-3 py-1.5 @xl:sticky"
    >
      {report && (
        <div className="w-full">
          <FormMessage>{report}</FormMessage>
        </div>
      )}
      {progress ? (
        <p role="status" className="flex items-center gap-2 p-1.5">
          <progress value={progress.done} max={progress.of} aria-label="Progress" className="accent-accent" />
          <span className="tabular">
            {countText(progress.done)} of {countText(progress.of)}
          </span>
        </p>
      ) : count === 0 ? (
        children
      ) : (
        <div className="grid w-full grid-cols-[repeat(auto-fit,minmax(7.75rem,1fr))] gap-1 @xl:flex">
          {isAdmin && (
            <button
              type="button"
              onClick={() => setOpen('delete')}
              className={buttonClass('outline-destructive', '@xl:me-1')}
            >
              Delete {rows(count)}
            </button>
          )}
          <ChoiceMenu
            label="Change state"
            choices={stateChoices}
            onChoose={({ value }) => changeState(value)}
            className={buttonClass('ghost', ghostClass)}
          >
            Change state
            <Icon name="down" className="size-3.5 shrink-0" />
          </ChoiceMenu>
          <ChoiceMenu
            label="Change category"
            choices={categories.map(({ id, name }) => ({ value: id, name }))}
            onChoose={({ value, name }) => changeCategory(value, name)}
            className={buttonClass('ghost', ghostClass)}
          >
            Change category
            <Icon name="down" className="size-3.5 shrink-0" />
          </ChoiceMenu>
          {count <= mostHidden && (
            <button
              type="button"
              onClick={() => setOpen('hide')}
              className={buttonClass('ghost', ghostClass)}
            >
              Hide
            </button>
          )}
          {count > 1 && count <= mostMerged && (
            <button
              type="button"
              onClick={() => setOpen('merge')}
              className={buttonClass('ghost', ghostClass)}
            >
              Merge
            </button>
          )}
          {count < total && (
            <button
              type="button"
              onClick={() => chooseMatching(filter, total)}
              className={buttonClass('ghost', ghostClass)}
            >
              Select all {countText(total)} that match
            </button>
          )}
          <button
            type="button"
            onClick={(event) => {
              focusNear(event.currentTarget)
              selection.clear()
            }}
            className={buttonClass('ghost', `${ghostClass} @xl:ms-auto`)}
          >
            Select none
          </button>
        </div>
      )}
      {open === 'merge' && (
        <MergeDialog
          ids={ids}
          title=""
          onClose={() => setOpen(null)}
          onMerged={() => {
            setOpen(null)
            selection.clear()
            onChanged()
          }}
          onUndone={onChanged}
        />
      )}
      {open === 'hide' && (
        <HideDialog
          kind="post"
          ids={ids}
          onClose={() => setOpen(null)}
          onHidden={() => {
            setOpen(null)
            selection.clear()
            onChanged()
          }}
          onShown={onChanged}
        />
      )}
      {open === 'delete' && (
        <DeleteAsAdmin
          ids={ids}
          detail={`${rows(count)} with their votes, comments and images.`}
          onProgress={(done) => showProgress({ done, of: count })}
          onClose={(deleted) => {
            setOpen(null)
            showProgress(null)
            if (deleted.length === 0) return
            selection.clear()
            onChanged()
          }}
          onRestored={onChanged}
        />
      )}
    </section>
  )
}

const idsOf = (posts: Chosen[]) => posts.map(({ id }) => id)
const toState = (state: PostState, posts: Chosen[]) =>
  setStates({
    ids: idsOf(posts),
    state,
    seen: Object.fromEntries(posts.map((post) => [String(post.id), post.state])),
    note: '',
  })
const toCategory = (category: number, posts: Chosen[]) =>
  setCategories({
    ids: idsOf(posts),
    category,
    seen: Object.fromEntries(posts.map((post) => [String(post.id), post.categoryId])),
  })
const now = (posts: Chosen[], change: Partial<Chosen>) => posts.map((post) => ({ ...post, ...change }))

function groups<Key>(posts: Chosen[], keyOf: (post: Chosen) => Key): [Key, Chosen[]][] {
  const found = new Map<Key, Chosen[]>()
  for (const post of posts) found.set(keyOf(post), [...(found.get(keyOf(post)) ?? []), post])
  return [...found]
}
