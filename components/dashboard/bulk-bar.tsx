'use client'

import { useState } from 'react'
import {
  deletePosts,
  listMatching,
  type Outcomes,
  restorePosts,
  setCategories,
  setStates,
} from '@/lib/actions/dashboard'
import type { ActionResult } from '@/lib/schemas/action-result'
import { callAction } from '@/lib/browser/call-action'
import { countText } from '@/lib/text/count-text'
import type { DashboardFilter } from '@/lib/post/dashboard-query'
import { type PostState, postStates, stateNames } from '@/lib/post/states'
import type { Category } from '@/lib/queries/categories'
import { buttonClass } from '../ui/button-class'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { inputClass } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { toast } from '../ui/toast-store'
import type { Chosen, Selection } from './use-selection'

/** Posts per request: small enough to show progress and to answer soon. */
const chunkSize = 200
const undoTime = 10_000

function chunksOf<Item>(items: Item[]): Item[][] {
  const chunks: Item[][] = []
  for (let start = 0; start < items.length; start += chunkSize)
    chunks.push(items.slice(start, start + chunkSize))
  return chunks
}

const rows = (count: number) => `${countText(count)} ${count === 1 ? 'row' : 'rows'}`

/** What can be done with the chosen posts at once. */
export function BulkBar(props: {
  selection: Selection
  filter: DashboardFilter
  total: number
  categories: Category[]
  onChanged: () => void
}) {
  const { selection, filter, total, categories, onChanged } = props
  const [isAsking, setAsking] = useState(false)
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null)
  const [report, setReport] = useState('')
  const chosen = [...selection.chosen.values()]
  const count = chosen.length

  /** Runs an action chunk by chunk and tells which posts did not go along. */
  async function run(action: (posts: Chosen[]) => Promise<ActionResult<Outcomes>>) {
    setReport('')
    setProgress({ done: 0, of: count })
    const outcomes: Outcomes = []
    let problem = ''
    for (const chunk of chunksOf(chosen)) {
      const result = await callAction(() => action(chunk))
      if (!result.ok) {
        problem = result.message
        break
      }
      outcomes.push(...result.data)
      setProgress({ done: outcomes.length, of: count })
    }
    const conflicts = outcomes.filter(({ outcome }) => outcome === 'conflict').length
    const missing = outcomes.filter(({ outcome }) => outcome === 'missing').length
    const sentences = [
      problem && `${problem} ${rows(count - outcomes.length)} were left as they are.`,
      conflicts > 0 && `${rows(conflicts)} had been changed by somebody else and were left as they are.`,
      missing > 0 && `${rows(missing)} had been deleted meanwhile.`,
    ].filter(Boolean)
    setReport(sentences.join(' '))
    setProgress(null)
    selection.clear()
    onChanged()
  }

  async function remove() {
    setAsking(false)
    setReport('')
    setProgress({ done: 0, of: count })
    const removed: number[] = []
    for (const chunk of chunksOf(chosen)) {
      const ids = chunk.map(({ id }) => id)
      const result = await callAction(() => deletePosts({ ids }))
      if (!result.ok) {
        setReport(`${result.message} ${rows(count - removed.length)} were not deleted.`)
        break
      }
      removed.push(...ids)
      setProgress({ done: removed.length, of: count })
    }
    setProgress(null)
    selection.clear()
    onChanged()
    if (removed.length === 0) return
    toast({
      title: removed.length === 1 ? 'The post is deleted.' : `${removed.length} posts are deleted.`,
      duration: undoTime,
      action: { label: 'Undo', run: () => void undo(removed) },
    })
  }

  async function undo(ids: number[]) {
    for (let start = 0; start < ids.length; start += chunkSize) {
      const result = await callAction(() => restorePosts({ ids: ids.slice(start, start + chunkSize) }))
      if (!result.ok) {
        toast({
          variant: 'destructive',
          title: 'Not everything could be brought back.',
          description: result.message,
        })
        break
      }
    }
    onChanged()
  }

  async function chooseMatching() {
    setProgress({ done: 0, of: total })
    const found: Chosen[] = []
    for (;;) {
      const afterId = found[found.length - 1]?.id ?? 0
      const result = await callAction(() => listMatching({ filter, afterId }))
      if (!result.ok) {
        setReport(result.message)
        break
      }
      found.push(...result.data)
      setProgress({ done: found.length, of: total })
      if (result.data.length < 1_000) break
    }
    setProgress(null)
    selection.set(found, true)
  }

  const seenStates = (posts: Chosen[]) =>
    Object.fromEntries(posts.map(({ id, state }) => [String(id), state]))
  const seenCategories = (posts: Chosen[]) =>
    Object.fromEntries(posts.map(({ id, categoryId }) => [String(id), categoryId]))
  const ids = (posts: Chosen[]) => posts.map(({ id }) => id)

  if (count === 0 && !report && !progress) return null
  return (
    <section
      aria-label="Chosen posts"
      className="sticky top-16 z-[2] mb-3 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface p-2"
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
      ) : (
        count > 0 && (
          <>
            <button type="button" onClick={() => setAsking(true)} className={buttonClass('destructive')}>
              Delete {rows(count)}
            </button>
            <select
              aria-label="Change the state of the chosen posts"
              value=""
              onChange={({ target: { value } }) =>
                void run((posts) =>
                  setStates({
                    ids: ids(posts),
                    state: value as PostState,
                    seen: seenStates(posts),
                    note: '',
                  }),
                )
              }
              className={`${inputClass} h-9`}
            >
              <option value="" disabled>
                Change state
              </option>
              {postStates.map((state) => (
                <option key={state} value={state}>
                  {stateNames[state]}
                </option>
              ))}
            </select>
            <select
              aria-label="Change the category of the chosen posts"
              value=""
              onChange={({ target: { value } }) =>
                void run((posts) =>
                  setCategories({ ids: ids(posts), category: Number(value), seen: seenCategories(posts) }),
                )
              }
              className={`${inputClass} h-9`}
            >
              <option value="" disabled>
                Change category
              </option>
              {categories.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
            {count < total && (
              <button type="button" onClick={chooseMatching} className={buttonClass('ghost')}>
                Select all {countText(total)} that match
              </button>
            )}
            <button type="button" onClick={selection.clear} className={buttonClass('ghost')}>
              Select none
            </button>
          </>
        )
      )}
      <ConfirmDialog
        open={isAsking}
        question={
          count === 1
            ? 'Are you sure you want to delete this post?'
            : 'Are you sure you want to delete these posts?'
        }
        detail={`${rows(count)} with their votes, comments and images.`}
        onAnswer={(yes) => (yes ? void remove() : setAsking(false))}
      />
    </section>
  )
}
