'use client'

import { useState } from 'react'
import type { DashboardPage, DashboardRow } from '@/lib/queries/dashboard'

/** The posts of an inbox since it was opened, newest first, with what was decided about them and which one is open. */
export function useInbox(page: DashboardPage) {
  const [rows, setRows] = useState(page.rows)
  const [shown, setShown] = useState(page)
  const [decided, setDecided] = useState<ReadonlyMap<number, string>>(new Map())
  /** What was decided before the page was counted. */
  const [settled, setSettled] = useState<ReadonlySet<number>>(new Set())
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [openId, setOpenId] = useState(page.rows[0]?.id ?? null)

  // What is there has changed; what was decided here is newer than any answer.
  if (page !== shown) {
    setShown(page)
    setRows(bringTogether(rows, page.rows, decided))
    setSettled(new Set([...decided.keys()].filter((id) => !page.rows.some((row) => row.id === id))))
  }

  const left = rows.filter(({ id }) => !decided.has(id))
  const open = rows.find(({ id }) => id === openId) ?? left[0] ?? null
  const at = open ? rows.indexOf(open) : -1

  return {
    rows,
    left,
    /** How many are to be looked at, those that have not come yet included. */
    total: Math.max(page.total - [...decided.keys()].filter((id) => !settled.has(id)).length, left.length),
    /** Else there are more than that. */
    isTotalExact: page.isTotalExact,
    open,
    decided,
    chosen,
    /** What an act is about: what is chosen, else what is open. */
    targets: chosen.size > 0 ? rows.filter(({ id }) => chosen.has(id)) : open ? [open] : [],
    add: (more: DashboardRow[]) => setRows((before) => bringTogether(before, more, decided)),
    show: setOpenId,
    step(by: 1 | -1) {
      const next = rows[at + by]
      if (next) setOpenId(next.id)
    },
    toggle(id: number) {
      const next = new Set(chosen)
      if (!next.delete(id)) next.add(id)
      setChosen(next)
    },
    chooseAll: () => setChosen(new Set(left.map(({ id }) => id))),
    chooseNone: () => setChosen(new Set()),
    /** Posts are done with, and the next one that is not is opened. */
    decide(posts: DashboardRow[], word: string) {
      const done = new Map(decided)
      for (const { id } of posts) done.set(id, word)
      setDecided(done)
      setChosen(new Set())
      const isLeft = ({ id }: DashboardRow) => !done.has(id)
      const next = rows.slice(at + 1).find(isLeft) ?? rows.slice(0, Math.max(at, 0)).findLast(isLeft)
      setOpenId(next?.id ?? null)
    },
    change(posts: DashboardRow[], change: Partial<DashboardRow>) {
      const changed = new Set(posts.map(({ id }) => id))
      setRows((before) => before.map((row) => (changed.has(row.id) ? { ...row, ...change } : row)))
    },
    /** Posts as they were, to be decided about after all. */
    putBack(posts: DashboardRow[]) {
      const old = new Map(posts.map((post) => [post.id, post]))
      setRows((before) => before.map((row) => old.get(row.id) ?? row))
      setDecided((before) => new Map([...before].filter(([id]) => !old.has(id))))
    },
  }
}

export type Inbox = ReturnType<typeof useInbox>

function bringTogether(
  before: DashboardRow[],
  come: DashboardRow[],
  decided: ReadonlyMap<number, string>,
): DashboardRow[] {
  const all = new Map(before.map((row) => [row.id, row]))
  for (const row of come) if (!decided.has(row.id)) all.set(row.id, row)
  return [...all.values()].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id)
}
