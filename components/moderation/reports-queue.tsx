'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useState } from 'react'
import { dismissReports, showComments, showPosts } from '@/lib/actions/moderation'
import { callAction } from '@/lib/browser/call-action'
import type { ReportedThing } from '@/lib/queries/reports'
import type { ActionResult } from '@/lib/schemas/action-result'
import { EmptyState } from '../ui/empty-state'
import { toast } from '../ui/toast-store'
import { BlockDialog } from './block-dialog'
import { HideDialog } from './hide-dialog'
import { ReportedRow, rowId } from './reported-row'

type Asked = { what: 'hide' | 'block'; thing: ReportedThing }

const idsOf = ({ postId, commentId }: ReportedThing) => ({
  posts: postId ? [postId] : [],
  comments: commentId ? [commentId] : [],
})

/** What waits to be looked at: each is hidden, or may stay. With the keys of a list: j and k, h, d, b, Enter. */
export function ReportsQueue({ things }: { things: ReportedThing[] }) {
  const router = useRouter()
  const [gone, setGone] = useState<string[]>([])
  const [asked, setAsked] = useState<Asked | null>(null)
  const shown = things.filter(({ key }) => !gone.includes(key))

  /** The next one has the focus before this one goes. */
  function take(thing: ReportedThing) {
    const place = shown.indexOf(thing)
    focusRow(shown[place + 1] ?? shown[place - 1])
    setGone((before) => [...before, thing.key])
  }
  async function decide(thing: ReportedThing, action: () => Promise<ActionResult<unknown>>, said: string) {
    take(thing)
    const result = await callAction(action)
    if (result.ok) toast({ title: said })
    else {
      setGone((before) => before.filter((key) => key !== thing.key))
      toast({ variant: 'destructive', title: result.message })
    }
    router.refresh()
  }
  function keep(thing: ReportedThing) {
    const { posts, comments } = idsOf(thing)
    if (thing.cause !== 'approval') {
      return void decide(thing, () => dismissReports({ posts, comments }), 'It stays.')
    }
    void decide(
      thing,
      () => (thing.commentId ? showComments({ ids: comments }) : showPosts({ ids: posts })),
      'It is published.',
    )
  }
  const mayBlock = ({ author }: ReportedThing) => author !== null && author !== '' && !author.isTeam

  /** Keys are for the row that has the focus; the first one leads into the list. */
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || asked) return
    const target = event.target as HTMLElement
    const place = shown.findIndex(({ key }) => target.id === rowId(key))
    const thing = shown[place]
    if (!thing) {
      if ((event.key !== 'j' && event.key !== 'k') || target.closest('input, textarea, select')) return
      event.preventDefault()
      return focusRow(shown[0])
    }
    const act: Record<string, (() => void) | undefined> = {
      j: () => focusRow(shown[place + 1]),
      ArrowDown: () => focusRow(shown[place + 1]),
      k: () => focusRow(shown[place - 1]),
      ArrowUp: () => focusRow(shown[place - 1]),
      h: () => setAsked({ what: 'hide', thing }),
      d: () => keep(thing),
      b: () => mayBlock(thing) && setAsked({ what: 'block', thing }),
      Enter: () => router.push(thing.address),
    }
    if (!act[event.key]) return
    event.preventDefault()
    act[event.key]!()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])

  return (
    <>
      {shown.length === 0 ? (
        <EmptyState>Nothing waits to be looked at.</EmptyState>
      ) : (
        <>
          <p className="mb-2 hidden text-xs text-ink-soft sm:block">
            Keys: j and k move, h hides, d lets it stay, b blocks the author, Enter opens the post.
          </p>
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
            {shown.map((thing, index) => (
              <ReportedRow
                key={thing.key}
                thing={thing}
                isFirst={index === 0}
                onHide={() => setAsked({ what: 'hide', thing })}
                onKeep={() => keep(thing)}
                onBlock={mayBlock(thing) ? () => setAsked({ what: 'block', thing }) : undefined}
              />
            ))}
          </ul>
        </>
      )}
      {asked?.what === 'hide' && (
        <HideDialog
          kind={asked.thing.commentId ? 'comment' : 'post'}
          ids={[asked.thing.commentId ?? asked.thing.postId!]}
          onClose={() => setAsked(null)}
          onHidden={() => {
            setAsked(null)
            take(asked.thing)
            router.refresh()
          }}
          onShown={() => router.refresh()}
        />
      )}
      {asked?.what === 'block' && asked.thing.author && (
        <BlockDialog
          people={[asked.thing.author]}
          onClose={() => setAsked(null)}
          onChanged={() => router.refresh()}
        />
      )}
    </>
  )
}

const focusRow = (thing: ReportedThing | undefined) =>
  void (thing && document.getElementById(rowId(thing.key))?.focus())
