'use client'

import { t } from '@/lib/words/t'
import { useEffect, useRef, useState } from 'react'
import { listMatching } from '@/lib/actions/dashboard'
import { callAction } from '@/lib/browser/call-action'
import type { DashboardFilter } from '@/lib/post/dashboard-query'
import { actOn, type Change, type SeenPost } from '../team/post-acts'
import { useActs } from '../team/acts'
import { focusNear } from '../ui/focus-near'
import { toastProblem } from '../ui/toast-store'

/** How many posts listMatching returns at once. */
const matchingSize = 200

/** Processes the chosen posts and reports progress and what was skipped. */
export function useBulk(selection: Selection, onChanged: () => void) {
  const [progress, setProgress] = useState<{ done: number; of: number | null } | null>(null)
  const [report, setReport] = useState('')

  function showProgress(next: typeof progress) {
    setReport('')
    setProgress(next)
  }

  const acts = useActs<SeenPost>({
    show({ things }) {
      focusNear(document.activeElement)
      showProgress({ done: 0, of: things.length })
    },
    onAnswer({ failed, problem, conflicts = 0, missing = 0 }) {
      const sentences = [
        problem,
        problem && t('dashboard.selection.notChanged', { count: failed.length - conflicts - missing }),
        conflicts > 0 && t('dashboard.selection.skippedChangedBySomeone', { count: conflicts }),
        missing > 0 && t('dashboard.selection.skippedAlreadyDeleted', { count: missing }),
      ].filter(Boolean)
      showProgress(null)
      setReport(sentences.join(' '))
      focusNear(document.activeElement)
      selection.clear()
      onChanged()
    },
    onUndone({ held, problem }, wanted) {
      onChanged()
      if (held.length === wanted.length) return
      toastProblem(
        t('dashboard.selection.couldntBeChangedBack', { count: wanted.length - held.length }),
        problem || t('dashboard.selection.someoneElseChangedThem'),
      )
    },
  })

  /** @param said what was done, for a number of posts */
  const run = (change: Change, said: (count: number) => string) => {
    const chosen = [...selection.chosen.values()]
    const tell = ({ length }: SeenPost[]) => said(length)
    void acts.perform(actOn(chosen, change, tell, (done) => showProgress({ done, of: chosen.length })))
  }

  async function chooseMatching(filter: DashboardFilter, total: number | null) {
    const found: SeenPost[] = []
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

const none: ReadonlyMap<number, SeenPost> = new Map()

/** The chosen posts. They stay chosen from page to page as long as the query, `of`, stays the same. */
export function useSelection(of: string) {
  const [kept, setKept] = useState({ of, chosen: none, isAll: false })
  const { chosen, isAll } = kept.of === of ? kept : { chosen: none, isAll: false }
  const latest = useRef(of)
  useEffect(() => {
    latest.current = of
  }, [of])
  const stands = () => latest.current === of

  return {
    chosen,
    isAll,
    stands,
    has: (id: number) => chosen.has(id),
    clear: () => setKept({ of, chosen: none, isAll: false }),
    set(posts: SeenPost[], isChosen: boolean, isAll = false) {
      if (!stands()) return
      setKept((before) => {
        const next = new Map(before.of === of ? before.chosen : none)
        for (const post of posts) {
          if (isChosen) next.set(post.id, { id: post.id, state: post.state, categoryId: post.categoryId })
          else next.delete(post.id)
        }
        return { of, chosen: next, isAll }
      })
    },
  }
}

export type Selection = ReturnType<typeof useSelection>
