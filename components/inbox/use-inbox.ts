'use client'

import { useEffect, useRef, useState } from 'react'
import type { DashboardPage, DashboardRow } from '@/lib/queries/dashboard'
import { fetchJson } from '@/lib/browser/fetch-json'
import { type DashboardQuery, queryText } from '@/lib/post/dashboard-query'
import type { TriagePost } from '@/lib/queries/triage'
import { useDelayed } from '../ui/use-delayed'

/** The posts of an inbox since it was opened, newest first, with the decisions about them and which one is open. */
export function useInbox(page: DashboardPage) {
  const [rows, setRows] = useState(page.rows)
  const [shown, setShown] = useState(page)
  const [decided, setDecided] = useState<ReadonlyMap<number, string>>(new Map())
  /** These posts were decided before the page was counted. */
  const [settled, setSettled] = useState<ReadonlySet<number>>(new Set())
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [openId, setOpenId] = useState(page.rows[0]?.id ?? null)

  // The page was reloaded; decisions made here are newer than its answer.
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
    /** How many posts are left to review, including those not loaded yet. */
    total: Math.max(page.total - [...decided.keys()].filter((id) => !settled.has(id)).length, left.length),
    /** If false, there are more than the total says. */
    isTotalExact: page.isTotalExact,
    open,
    decided,
    chosen,
    /** The posts that an action applies to: the selected ones, or the open one. */
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
    /** Marks posts as done and opens the next one that isn't. */
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

/** When this few posts are left, the next ones are loaded. */
const few = 20

/**
 * Loads the following posts while the current ones are reviewed, skipping those with actions that are still being sent.
 */
export function useMorePosts(inbox: Inbox, query: DashboardQuery, firstAfter: string | null) {
  const [after, setAfter] = useState(firstAfter)
  const [hasFailed, setFailed] = useState(false)
  const wanted = after !== null && !hasFailed && inbox.left.length < few ? after : null

  useDelayed(wanted ?? '', 0, async (signal) => {
    if (wanted === null) return
    const asked = queryText({ ...query, cursor: wanted, isBackwards: false })
    await fetchJson<{ rows: DashboardRow[]; after: string | null }>(`/api/inbox?${asked}`, { signal }).then(
      (answer) => {
        inbox.add(answer.rows)
        setAfter(answer.after)
      },
      () => !signal.aborted && setFailed(true),
    )
  })

  return { after, hasFailed, retry: () => setFailed(false) }
}

/** How many posts are loaded at once, and how few may be left before the next are loaded. */
const atOnce = 12
const ahead = 4

/** Loads the details of upcoming posts in the order of `ids`, the open one first. */
export function useTriagePosts(ids: number[]) {
  const [posts, setPosts] = useState<ReadonlyMap<number, TriagePost | 'gone'>>(new Map())
  const [problem, setProblem] = useState(false)
  const asked = useRef(new Set<number>())
  const near = ids.slice(0, ahead)
  const isDue = near.some((id) => !posts.has(id)) && !problem
  const wanted = isDue ? ids.slice(0, atOnce).join() : ''

  useEffect(() => {
    const missing = wanted
      .split(',')
      .map(Number)
      .filter((id) => id > 0 && !asked.current.has(id))
    if (missing.length === 0) return
    for (const id of missing) asked.current.add(id)
    void ask(missing).then(
      (found) => setPosts((before) => new Map([...before, ...found])),
      () => {
        for (const id of missing) asked.current.delete(id)
        setProblem(true)
      },
    )
  }, [wanted])

  return {
    posts,
    problem,
    retry: () => setProblem(false),
    /** Reloads posts that have changed. The current values stay visible until then. */
    async renew(changed: { id: number }[]) {
      const ids = changed.map(({ id }) => id)
      const known = ids.filter((id) => posts.has(id)).slice(0, atOnce)
      const found = known.length > 0 && (await ask(known).catch(() => null))
      if (found) setPosts((before) => new Map([...before, ...found]))
    },
  }
}

async function ask(ids: number[]): Promise<[number, TriagePost | 'gone'][]> {
  const { posts } = await fetchJson<{ posts: TriagePost[] }>('/api/triage', { query: { posts: ids.join() } })
  return ids.map((id) => [id, posts.find((post) => post.id === id) ?? 'gone'])
}
