'use client'

import { type ReactNode, useState } from 'react'
import type { DashboardFilter } from '@/lib/post/dashboard-query'
import type { PostState } from '@/lib/post/states'
import { useViewer } from '@/lib/session/browser/store'
import { countOf, countText, totalText } from '@/lib/text/count-text'
import { MergeDialog } from '../merge/merge-dialog'
import { HideDialog } from '../moderation/hide-dialog'
import { useStateChoices, useStateNames } from '../state/post-state'
import { PlanDialog } from '../team/plan'
import { AppLink } from '../ui/app-link'
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
import { rows, type Selection, useBulk } from './selection'

/** More than that nobody can look at before they become one. */
const mostMerged = 20
/** As many as an entry of the changelog may fulfil. */
const mostLinked = 50
/** As many as one request takes. */
const mostHidden = 200
const withNote = { value: 'with-note' as const, name: 'With a note…' }
const pins = [
  { value: 'pin' as const, name: 'Pin' },
  { value: 'unpin' as const, name: 'Unpin' },
]
const ghostClass = '!px-2 pointer-coarse:min-h-11'

export function BulkBar(
  props: Lists & {
    selection: Selection
    filter: DashboardFilter
    total: number
    /** Else more match than that. */
    isTotalExact: boolean
    onChanged: () => void
    children: ReactNode
  },
) {
  const { selection, filter, total, isTotalExact, categories, tags, team, onChanged, children } = props
  const [open, setOpen] = useState<'merge' | 'hide' | 'delete' | 'tags' | 'plan' | 'state' | null>(null)
  const isAdmin = useViewer()?.role === 'admin'
  const stateNames = useStateNames()
  const stateChoices = useStateChoices()
  const { progress, report, run, chooseMatching, showProgress } = useBulk(selection, onChanged)
  const ids = [...selection.chosen.keys()]
  const count = ids.length

  const close = () => setOpen(null)
  /** @param said what was done, of a number of posts in words */
  function apply(change: Change, said: (posts: string) => string) {
    close()
    run(change, said)
  }
  function showGone() {
    close()
    selection.clear()
    onChanged()
  }
  const setState = (state: PostState, note?: string) =>
    apply(changeState(state, note), (posts) => `Moved ${posts} to ${stateNames[state]}.`)

  return (
    <section
      aria-label="Selected posts"
      className="top-14 z-[2] flex min-h-12 flex-wrap items-center gap-x-1 gap-y-2 border-b border-line bg-surface px-3 py-1.5 @xl:sticky"
    >
      {report && (
        <div className="w-full">
          <FormMessage>{report}</FormMessage>
        </div>
      )}
      {progress ? (
        <p role="status" className="flex items-center gap-2 p-1.5">
          <progress
            // Without a value where nobody knows of how many.
            value={progress.of === null ? undefined : progress.done}
            max={progress.of ?? undefined}
            aria-label="Progress"
            className="accent-accent"
          />
          <span className="tabular">
            {countText(progress.done)} {progress.of === null ? 'so far' : `of ${countText(progress.of)}`}
          </span>
        </p>
      ) : count === 0 ? (
        children
      ) : (
        <div className="grid w-full grid-cols-[repeat(auto-fit,minmax(7.75rem,1fr))] gap-1 @xl:flex @xl:flex-wrap">
          {isAdmin && (
            <Button onClick={() => setOpen('delete')} look="outline-destructive" className="@xl:me-1">
              Delete {rows(count)}
            </Button>
          )}
          <ChoiceMenu
            label="Change state"
            choices={[...stateChoices, withNote]}
            onChoose={({ value }) => (value === withNote.value ? setOpen('state') : setState(value))}
            className={buttonClass('ghost', ghostClass)}
          >
            Change state
            <Icon name="down" className="size-3.5 shrink-0" />
          </ChoiceMenu>
          <ChoiceMenu
            label="Change category"
            choices={categories.map(({ id, name }) => ({ value: id, name }))}
            onChoose={({ value, name }) =>
              run(changeCategory(value), (posts) => `Moved ${posts} to ${name}.`)
            }
            className={buttonClass('ghost', ghostClass)}
          >
            Change category
            <Icon name="down" className="size-3.5 shrink-0" />
          </ChoiceMenu>
          {count <= mostHidden && <Opener name="Hide" onClick={() => setOpen('hide')} />}
          <Opener name="Tags" onClick={() => setOpen('tags')} />
          <Opener name="Plan" onClick={() => setOpen('plan')} />
          <ChoiceMenu
            label="Pin"
            choices={pins}
            onChoose={({ value }) =>
              run(
                changePin(value === 'pin'),
                (posts) => `${value === 'pin' ? 'Pinned' : 'Unpinned'} ${posts}.`,
              )
            }
            className={buttonClass('ghost', ghostClass)}
          >
            Pin
            <Icon name="down" className="size-3.5 shrink-0" />
          </ChoiceMenu>
          {count <= mostLinked && (
            <AppLink
              href={`/dashboard/changelog/edit?posts=${ids.join(',')}`}
              className={buttonClass('ghost', ghostClass)}
            >
              Write an entry
            </AppLink>
          )}
          {count > 1 && count <= mostMerged && <Opener name="Merge" onClick={() => setOpen('merge')} />}
          {!selection.isAll && (count < total || !isTotalExact) && (
            <Button
              onClick={() => chooseMatching(filter, isTotalExact ? total : null)}
              look="ghost"
              className={ghostClass}
            >
              Select all {totalText({ total, isTotalExact })} matching posts
            </Button>
          )}
          <Button
            onClick={(event) => {
              focusNear(event.currentTarget)
              selection.clear()
            }}
            look="ghost"
            className={`${ghostClass} @xl:ms-auto`}
          >
            Select none
          </Button>
        </div>
      )}
      {open === 'state' && <StateWithNote ids={ids} onSave={setState} onClose={close} />}
      {open === 'tags' && (
        <BulkTags
          ids={ids}
          tags={tags}
          onSave={(added, removed) =>
            apply(changeTagsOf(added, removed), (posts) => `Tags updated on ${posts}.`)
          }
          onClose={close}
        />
      )}
      {open === 'plan' && (
        <PlanDialog
          count={count}
          plan={null}
          team={team}
          onSave={(plan) => apply(changePlan(plan), (posts) => `Plan updated on ${posts}.`)}
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
          detail={`This deletes ${countOf(count, 'post')} with all votes, comments and images.`}
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

function Opener({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Button onClick={onClick} look="ghost" className={ghostClass}>
      {name}
    </Button>
  )
}
