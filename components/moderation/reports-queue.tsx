'use client'

import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import {
  dismissReports,
  reopenReports,
  showComments,
  showPosts,
  unapprove,
  unblockPeople,
} from '@/lib/actions/moderation'
import { callAction } from '@/lib/browser/call-action'
import type { ReportedThing } from '@/lib/queries/reports'
import type { ActionResult } from '@/lib/schemas/action-result'
import { undoTime } from '@/lib/schemas/undo'
import type { Command } from '../triage/commands'
import { KeysDialog } from '../triage/keys-dialog'
import { useKeys } from '../triage/use-keys'
import { buttonClass } from '../ui/button-class'
import { EmptyState, NextStep } from '../ui/empty-state'
import { toast } from '../ui/toast-store'
import { BlockDialog } from './block-dialog'
import { HideDialog } from './hide-dialog'
import { ReportedRow, rowId } from './reported-row'

type Asked = { what: 'hide' | 'block'; thing: ReportedThing }
type Run = () => Promise<ActionResult<unknown>>
type Done = { thing: ReportedThing; undo: Run; until: number }

const idsOf = ({ postId, commentId }: ReportedThing) => ({
  posts: postId ? [postId] : [],
  comments: commentId ? [commentId] : [],
})
const showAgain = (thing: ReportedThing): Run => {
  const { posts, comments } = idsOf(thing)
  return () => (thing.commentId ? showComments({ ids: comments }) : showPosts({ ids: posts }))
}

/** The keys of the inbox that do something here. */
const names: Partial<Record<Command, string>> = {
  next: 'Next',
  previous: 'Previous',
  open: 'Open the post',
  look: 'Let stay, or approve',
  hide: 'Hide',
  block: 'Block author',
  undo: 'Undo',
  keys: 'All keys',
}

/** What waits to be looked at: each is hidden, or may stay. With the keys of the inbox. */
export function ReportsQueue({ things }: { things: ReportedThing[] }) {
  const router = useRouter()
  const [gone, setGone] = useState<string[]>([])
  const [asked, setAsked] = useState<Asked | null>(null)
  const [hasKeys, setKeys] = useState(false)
  const done = useRef<Done[]>([])
  const shown = things.filter(({ key }) => !gone.includes(key))

  /** The next one has the focus before this one goes. */
  function take(thing: ReportedThing) {
    const place = shown.indexOf(thing)
    focusRow(shown[place + 1] ?? shown[place - 1])
    setGone((before) => [...before, thing.key])
  }
  const putBack = (thing: ReportedThing) => setGone((before) => before.filter((key) => key !== thing.key))

  function remember(thing: ReportedThing, undo: Run): Done {
    const one = { thing, undo, until: Date.now() + undoTime }
    done.current.push(one)
    return one
  }
  function forget(thing: ReportedThing) {
    done.current = done.current.filter((one) => one.thing.key !== thing.key)
  }
  async function takeBack(one: Done | undefined) {
    if (!one) return toast({ title: 'There is nothing to take back.' })
    forget(one.thing)
    const result = await callAction(one.undo)
    if (!result.ok) {
      return toast({
        variant: 'destructive',
        title: 'It could not be taken back.',
        description: result.message,
      })
    }
    toast({ title: 'It is taken back.' })
    putBack(one.thing)
    router.refresh()
  }

  async function keep(thing: ReportedThing) {
    const isWaiting = thing.cause === 'approval'
    const ids = idsOf(thing)
    take(thing)
    const result = await callAction<unknown>(isWaiting ? showAgain(thing) : () => dismissReports(ids))
    if (!result.ok) {
      putBack(thing)
      toast({ variant: 'destructive', title: result.message })
    } else {
      const one = remember(thing, () => (isWaiting ? unapprove(ids) : reopenReports(ids)))
      toast({
        title: isWaiting ? 'It is published.' : 'It stays.',
        duration: undoTime,
        action: { label: 'Undo', run: () => void takeBack(one) },
      })
    }
    router.refresh()
  }
  const mayBlock = ({ author }: ReportedThing) => author !== null && author !== '' && !author.isTeam

  useKeys((command) => {
    const focused = document.activeElement?.closest('li')?.id
    const place = shown.findIndex(({ key }) => rowId(key) === focused)
    const thing = shown[place]
    if (command === 'undo') return void takeBack(done.current.findLast(({ until }) => until > Date.now()))
    if (command === 'keys') return setKeys(true)
    if (command === 'next') return focusRow(shown[place + 1])
    if (command === 'previous') return focusRow(shown[place - 1] ?? shown[0])
    if (!thing) return
    if (command === 'look') void keep(thing)
    if (command === 'hide') setAsked({ what: 'hide', thing })
    if (command === 'block' && mayBlock(thing)) setAsked({ what: 'block', thing })
    if (command === 'open') router.push(thing.address)
  })

  return (
    <>
      {shown.length === 0 ? (
        <EmptyState action={<NextStep href="/dashboard?view=inbox">To the inbox</NextStep>}>
          Nothing waits to be looked at.
        </EmptyState>
      ) : (
        <>
          <p className="mb-2 hidden justify-end sm:flex">
            <button
              type="button"
              aria-keyshortcuts="?"
              onClick={() => setKeys(true)}
              className={buttonClass('ghost')}
            >
              Keys
            </button>
          </p>
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
            {shown.map((thing, index) => (
              <ReportedRow
                key={thing.key}
                thing={thing}
                isFirst={index === 0}
                onHide={() => setAsked({ what: 'hide', thing })}
                onKeep={() => void keep(thing)}
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
            const { thing } = asked
            setAsked(null)
            take(thing)
            remember(thing, showAgain(thing))
            router.refresh()
          }}
          onShown={() => {
            forget(asked.thing)
            putBack(asked.thing)
            router.refresh()
          }}
        />
      )}
      {asked?.what === 'block' && asked.thing.author && (
        <BlockDialog
          people={[asked.thing.author]}
          onClose={() => setAsked(null)}
          onChanged={() => {
            const { thing } = asked
            const isUndone = done.current.some((one) => one.thing.key === thing.key)
            if (isUndone) forget(thing)
            else if (thing.author) {
              const people = [thing.author.id]
              remember(thing, () => unblockPeople({ people }))
            }
            router.refresh()
          }}
        />
      )}
      {hasKeys && <KeysDialog names={names} onClose={() => setKeys(false)} />}
    </>
  )
}

const focusRow = (thing: ReportedThing | undefined) =>
  void (thing && document.getElementById(rowId(thing.key))?.focus())
