'use client'

import { useState } from 'react'
import { listMatching, type Outcomes } from '@/lib/actions/dashboard'
import { callAction } from '@/lib/browser/call-action'
import type { DashboardFilter } from '@/lib/post/dashboard-query'
import { type ActionResult, succeed } from '@/lib/schemas/action-result'
import { undoTime } from '@/lib/schemas/undo'
import { countText } from '@/lib/text/count-text'
import { inChunks } from '../post/in-chunks'
import { focusNear } from '../ui/focus-near'
import { toast } from '../ui/toast-store'
import type { Chosen, Selection } from './use-selection'

/** Posts that listMatching answers at once. */
const matchingSize = 200

/** What is done to chosen posts, how to take it back from those it was done to, and what they are then. */
type BulkChange = {
  change: (posts: Chosen[]) => Promise<ActionResult<Outcomes>>
  undo: (posts: Chosen[]) => Promise<ActionResult<Outcomes>[]>
  said: string
}

export const rows = (count: number) => `${countText(count)} ${count === 1 ? 'row' : 'rows'}`

/** Works through the chosen posts and tells how far it is and what did not go along. */
export function useBulk(selection: Selection, onChanged: () => void) {
  const [progress, setProgress] = useState<{ done: number; of: number | null } | null>(null)
  const [report, setReport] = useState('')

  function showProgress(next: typeof progress) {
    setReport('')
    setProgress(next)
  }

  async function run({ change, undo, said }: BulkChange) {
    const chosen = [...selection.chosen.values()]
    const of = chosen.length
    focusNear(document.activeElement)
    showProgress({ done: 0, of })
    const { done, answers, problem } = await inChunks(chosen, change, (count) =>
      showProgress({ done: count, of }),
    )
    const count = (wanted: string) => answers.flat().filter(({ outcome }) => outcome === wanted).length
    const [conflicts, missing] = [count('conflict'), count('missing')]
    const sentences = [
      problem && `${problem} ${rows(of - done.length)} were left as they are.`,
      conflicts > 0 && `${rows(conflicts)} had been changed by somebody else and were left as they are.`,
      missing > 0 && `${rows(missing)} had been deleted meanwhile.`,
    ].filter(Boolean)
    showProgress(null)
    setReport(sentences.join(' '))
    focusNear(document.activeElement)
    selection.clear()
    onChanged()
    const changed = new Set(answers.flat().flatMap((one) => (one.outcome === 'done' ? one.post_id : [])))
    if (changed.size === 0) return
    toast({
      title: `${rows(changed.size)} ${changed.size === 1 ? 'is' : 'are'} ${said}.`,
      duration: undoTime,
      action: {
        label: 'Undo',
        run: () =>
          void takeBack(
            chosen.filter(({ id }) => changed.has(id)),
            undo,
          ),
      },
    })
  }

  async function takeBack(posts: Chosen[], undo: BulkChange['undo']) {
    const { answers, problem } = await inChunks(posts, async (some) => {
      const results = await undo(some)
      return (
        results.find((result) => !result.ok) ?? succeed(results.flatMap((one) => (one.ok ? one.data : [])))
      )
    })
    const back = answers.flat().filter(({ outcome }) => outcome === 'done').length
    onChanged()
    if (back === posts.length) return
    toast({
      variant: 'destructive',
      title: `${rows(posts.length - back)} could not be changed back.`,
      description: problem || 'Somebody else changed them meanwhile.',
    })
  }

  async function chooseMatching(filter: DashboardFilter, total: number | null) {
    const found: Chosen[] = []
    let problem = ''
    for (let isComplete = false; !isComplete && !problem && selection.stands();) {
      showProgress({ done: found.length, of: total })
      const afterId = found[found.length - 1]?.id ?? 0
      const result = await callAction(() => listMatching({ filter, afterId }))
      if (!result.ok) problem = result.message
      else {
        found.push(...result.data)
        isComplete = result.data.length < matchingSize
      }
    }
    showProgress(null)
    setReport(problem)
    selection.set(found, true, !problem)
  }

  return { progress, report, run, chooseMatching, showProgress }
}
