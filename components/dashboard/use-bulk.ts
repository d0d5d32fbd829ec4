'use client'

import { useState } from 'react'
import { listMatching, type Outcomes } from '@/lib/actions/dashboard'
import { callAction } from '@/lib/browser/call-action'
import type { DashboardFilter } from '@/lib/post/dashboard-query'
import type { ActionResult } from '@/lib/schemas/action-result'
import { countText } from '@/lib/text/count-text'
import { inChunks } from '../post/in-chunks'
import type { Chosen, Selection } from './use-selection'

/** Posts that listMatching answers at once. */
const matchingSize = 200

export const rows = (count: number) => `${countText(count)} ${count === 1 ? 'row' : 'rows'}`

/** Works through the chosen posts and tells how far it is and what did not go along. */
export function useBulk(selection: Selection, onChanged: () => void) {
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null)
  const [report, setReport] = useState('')

  function showProgress(next: typeof progress) {
    setReport('')
    setProgress(next)
  }

  async function run(action: (posts: Chosen[]) => Promise<ActionResult<Outcomes>>) {
    const chosen = [...selection.chosen.values()]
    const of = chosen.length
    showProgress({ done: 0, of })
    const { done, answers, problem } = await inChunks(chosen, action, (count) =>
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
    selection.clear()
    onChanged()
  }

  async function chooseMatching(filter: DashboardFilter, total: number) {
    const found: Chosen[] = []
    let problem = ''
    for (let isComplete = false; !isComplete && !problem;) {
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
    selection.set(found, true)
  }

  return { progress, report, run, chooseMatching, showProgress }
}
