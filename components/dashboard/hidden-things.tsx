'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { showComments, showPosts } from '@/lib/actions/moderation'
import { callAction } from '@/lib/browser/call-action'
import type { HiddenThing } from '@/lib/queries/reports'
import { Button, ButtonLink } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { focusNear } from '../ui/focus-near'
import { RelativeTime } from '../ui/relative-time'
import { toast, toastProblem } from '../ui/toast-store'
import { NextPage } from './list-links'

const causes: Record<string, string> = {
  team: 'Hidden',
  block: 'Hidden when its author was blocked',
  reports: 'Reported',
  approval: 'Awaiting approval',
}

export function HiddenThings({ things, next }: { things: HiddenThing[]; next: number | null }) {
  const router = useRouter()
  const [gone, setGone] = useState<number[]>([])
  const shown = things.filter(({ id }) => !gone.includes(id))

  async function show(thing: HiddenThing, button: HTMLElement) {
    focusNear(button)
    setGone((before) => [...before, thing.id])
    const result = await callAction(() =>
      thing.commentId ? showComments({ ids: [thing.commentId] }) : showPosts({ ids: [thing.postId!] }),
    )
    if (result.ok)
      toast({ title: thing.commentId ? 'The comment is visible again.' : 'The post is visible again.' })
    else {
      setGone((before) => before.filter((id) => id !== thing.id))
      toastProblem(result.message)
    }
    router.refresh()
  }

  return (
    <>
      {shown.length === 0 ? (
        <EmptyState action={<ButtonLink href="/dashboard/reports">View reports</ButtonLink>} />
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {shown.map((thing) => {
            const { id, cause, reason, hiddenAt, hiddenBy, commentId, title, text, author } = thing
            return (
              <li key={id} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
                <div className="min-w-0 flex-1 basis-72">
                  <p className="font-medium break-words" dir="auto">
                    {commentId ? `Comment on “${title}”` : title}
                  </p>
                  {text && (
                    <p dir="auto" className="line-clamp-3 break-words text-ink-soft">
                      {text}
                    </p>
                  )}
                  <p className="mt-1 text-xs text-ink-soft">
                    By <bdi>{author ? author.name : 'Deleted user'}</bdi>. {causes[cause] ?? cause}
                    {hiddenBy && (
                      <>
                        {' by '}
                        <bdi>{hiddenBy}</bdi>
                      </>
                    )}{' '}
                    <RelativeTime iso={hiddenAt} />: <bdi>{reason}</bdi>
                  </p>
                </div>
                <Button
                  aria-label={commentId ? `Unhide the comment on ${title}` : `Unhide ${title}`}
                  onClick={({ currentTarget }) => void show(thing, currentTarget)}
                >
                  Unhide
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      <NextPage href={next ? `/dashboard/hidden?before=${next}` : null} />
    </>
  )
}
