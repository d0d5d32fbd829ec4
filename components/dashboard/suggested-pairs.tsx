'use client'

import { texts } from '@/lib/words/deferred'
import { commaList } from '@/lib/words/list-text'
import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { mergePosts, setDifferent, unmergePosts } from '@/lib/actions/merges'
import type { SuggestedPair } from '@/lib/queries/merges'
import { postAddress } from '@/lib/post/address'
import { independentPairs } from '@/lib/post/independent-pairs'
import { actOnOne, tellUndone, useActs } from '../team/acts'
import type { Command } from '../team/key-commands'
import { useKeys } from '../team/keys'
import { EmptyState } from '../ui/empty-state'
import { focusNear } from '../ui/focus-near'
import { toastProblem } from '../ui/toast-store'
import { PostStateBadge } from '../state/post-state'
import { AppLink } from '../ui/app-link'
import { Button, ButtonLink } from '../ui/button'

/** `suggest_merges` returns one more, if there is one. */
const mostPairs = 50

/** Shown at first, and with each press of the button for more. */
const pageSize = 10

/** The order of its posts changes with their votes. */
const keyOf = ({ posts }: SuggestedPair) =>
  `pair-${posts
    .map(({ id }) => id)
    .toSorted((one, other) => one - other)
    .join('-')}`

/** The keys that do something here, on the pair that has the focus. */
const names: Partial<Record<Command, string>> = texts({
  next: 'dashboard.suggestedPairs.next',
  previous: 'dashboard.suggestedPairs.previous',
  merge: 'dashboard.suggestedPairs.mergeIntoTheFirst',
  undo: 'common.undo',
  keepBoth: 'dashboard.suggestedPairs.keepBoth',
})

/** Pairs of posts that may be the same, one after the other. */
export function SuggestedPairs({ pairs: found }: { pairs: SuggestedPair[] }) {
  const router = useRouter()
  const pairs = useSteadyOrder(found)
  const [limit, setLimit] = useState(pageSize)
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLOListElement>(null)
  const left = independentPairs(pairs.slice(0, mostPairs)).filter((pair) => !done.has(keyOf(pair)))
  const open = left.slice(0, limit)

  /** A pair that was undone, or is new, gets the focus once it is there: a refresh may have removed it. */
  const back = useRef('')
  useEffect(() => {
    const button = back.current && document.getElementById(back.current)?.querySelector('button')
    if (!button) return
    back.current = ''
    button.focus()
  })

  const mark = (key: string, isDone: boolean) =>
    setDone((before) => {
      const next = new Set(before)
      if (isDone) next.add(key)
      else next.delete(key)
      return next
    })

  /** Pairs are removed immediately, and return if that fails or is undone. */
  const acts = useActs<SuggestedPair>({
    show({ things: [pair] }) {
      step(open.indexOf(pair!), 1)
      // A merge can also remove this pair.
      focusNear(document.activeElement)
      mark(keyOf(pair!), true)
    },
    onAnswer({ failed: [pair], problem, reason }) {
      if (!pair) return
      if (reason === 'gone') router.refresh()
      else mark(keyOf(pair), false)
      toastProblem(t('dashboard.suggestedPairs.nothingWasChanged'), problem)
    },
    onUndone(answer) {
      tellUndone(answer)
      const [pair] = answer.held
      if (!pair) return
      back.current = keyOf(pair)
      mark(keyOf(pair), false)
    },
  })

  const decide = (...act: Parameters<typeof actOnOne<SuggestedPair>>) => void acts.perform(actOnOne(...act))

  function merge(pair: SuggestedPair, stays: number) {
    const into = pair.posts.find(({ id }) => id === stays)!
    const other = pair.posts.find(({ id }) => id !== stays)!
    decide(
      pair,
      t('dashboard.suggestedPairs.mergedInto', { title: other.title, title2: into.title }),
      () => mergePosts({ ids: [other.id], into: into.id }),
      () => unmergePosts({ ids: [other.id] }),
    )
  }

  function dismiss(pair: SuggestedPair) {
    const [post, other] = pair.posts.map(({ id }) => id) as [number, number]
    decide(
      pair,
      t('dashboard.suggestedPairs.keptBothThisPair'),
      () => setDifferent({ post, other, wanted: true }),
      () => setDifferent({ post, other, wanted: false }),
    )
  }

  function step(from: number, by: 1 | -1) {
    const cards = [...list.current!.children]
    const card = cards[from + by] ?? cards[from - 1] ?? cards[0]
    ;(card?.querySelector('button') ?? list.current!).focus()
  }

  useKeys((command) => {
    const focused = [...list.current!.children].findIndex((card) => card.contains(document.activeElement))
    if (command === 'undo') acts.undo()
    if (command === 'next') step(focused, 1)
    if (command === 'previous') step(focused, -1)
    const pair = open[focused]
    if (!pair) return
    if (command === 'merge') merge(pair, pair.posts[0]!.id)
    if (command === 'keepBoth') dismiss(pair)
  }, names)

  return (
    <>
      {open.length > 0 && (
        <p className="mb-4 text-ink-soft">{t('dashboard.suggestedPairs.mergingKeepsEveryVote')}</p>
      )}
      <ol
        ref={list}
        tabIndex={-1}
        aria-label={t('dashboard.suggestedPairs.pairs')}
        className="space-y-4 outline-none"
      >
        {open.map((pair) => (
          <li key={keyOf(pair)} id={keyOf(pair)} className="rounded-lg border border-line bg-surface">
            <SuggestedPairCard
              pair={pair}
              onMerge={(stays) => merge(pair, stays)}
              onDismiss={() => dismiss(pair)}
            />
          </li>
        ))}
      </ol>
      {open.length < left.length && (
        <Button
          className="mt-4"
          onClick={() => {
            back.current = keyOf(left[limit]!)
            setLimit(limit + pageSize)
          }}
        >
          {t('dashboard.suggestedPairs.showMore', { count: left.length - open.length })}
        </Button>
      )}
      {pairs.length > mostPairs && open.length > 0 && open.length === left.length && (
        <p className="mt-4 text-ink-soft">{t('dashboard.suggestedPairs.first', { count: mostPairs })}</p>
      )}
      {open.length === 0 && (
        <EmptyState
          hint={t('dashboard.suggestedPairs.whatComesHere')}
          action={<ButtonLink href="/dashboard">{t('common.showAllPosts')}</ButtonLink>}
        />
      )}
    </>
  )
}

/** A decision changes what the others are worth, but they stay where they are. */
function useSteadyOrder(pairs: SuggestedPair[]): SuggestedPair[] {
  const [order, setOrder] = useState(() => pairs.map(keyOf))
  const added = pairs.map(keyOf).filter((key) => !order.includes(key))
  if (added.length > 0) setOrder([...order, ...added])
  return pairs.toSorted((one, other) => order.indexOf(keyOf(one)) - order.indexOf(keyOf(other)))
}

function SuggestedPairCard(props: {
  pair: SuggestedPair
  onMerge: (stays: number) => void
  onDismiss: () => void
}) {
  const { pair, onMerge, onDismiss } = props
  return (
    <>
      <div className="grid divide-y divide-line sm:grid-cols-2 sm:divide-x sm:divide-y-0">
        {pair.posts.map((post) => (
          <div key={post.id} className="flex min-w-0 flex-col items-start gap-2 p-4">
            <AppLink
              href={postAddress(post)}
              target="_blank"
              className="font-medium wrap-anywhere hover:underline"
            >
              <span dir="auto">{post.title}</span>
            </AppLink>
            {post.excerpt && (
              <p dir="auto" className="line-clamp-3 wrap-anywhere text-ink-soft">
                {post.excerpt}
              </p>
            )}
            <p className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-soft">
              <PostStateBadge state={post.state} />
              {t('common.countVotes', { count: post.votesTotal })}
            </p>
            <Button
              aria-label={t('dashboard.suggestedPairs.mergeInto', { title: post.title })}
              onClick={() => onMerge(post.id)}
            >
              {t('dashboard.suggestedPairs.mergeIntoThis')}
            </Button>
          </div>
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-4 py-2">
        <p className="min-w-0 text-ink-soft">{reason(pair)}</p>
        <Button onClick={onDismiss} look="outline">
          {t('dashboard.suggestedPairs.keepBoth')}
        </Button>
      </div>
    </>
  )
}

function reason({ saidBy, shared }: SuggestedPair): string {
  const people = t('dashboard.suggestedPairs.peopleSayTheyAre', { saidBy })
  const words = t('dashboard.suggestedPairs.bothTitlesContain', {
    join: commaList(shared.slice(0, 5).map((word) => t('common.quoted', { text: word }))),
  })
  return [saidBy > 0 && `${people}.`, shared.length > 0 && words].filter(Boolean).join(' ')
}
