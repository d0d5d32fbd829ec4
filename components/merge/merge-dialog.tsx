'use client'

import { useEffect, useState } from 'react'
import { mergePosts, previewMerge, unmergePosts } from '@/lib/actions/merges'
import { callAction } from '@/lib/browser/call-action'
import { countOf, countText } from '@/lib/text/count-text'
import { postAddress } from '@/lib/post/address'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { FormMessage } from '../ui/form-message'
import { offerUndo, toastProblem } from '../ui/toast-store'
import { FindPost } from './find-post'

/** Where things stand after a merge, or after it was undone. */
export type Merged = { ids: number[]; stays: { id: number; address: string } }

/** Finds the other post unless several are chosen, shows what merging makes of them, merges and offers to undo. */
export function MergeDialog(props: {
  ids: number[]
  title: string
  onClose: () => void
  onMerged: (merged: Merged) => void
  onUndone: (merged: Merged) => void
}) {
  const { title, onClose, onMerged, onUndone } = props
  const [ids] = useState(props.ids)
  const [preview, setPreview] = useState<Preview | null>(null)
  const [stays, setStays] = useState<number | null>(null)
  const [message, setMessage] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function look(other: number) {
    const result = await lookAt(ids, other)
    setMessage(result.ok ? '' : result.message)
    if (!result.ok) return
    setPreview(result.data)
    setStays(other)
  }

  useEffect(() => {
    if (ids.length > 1)
      void lookAt(ids, ids[0]!).then((result) => {
        if (!result.ok) return setMessage(result.message)
        setPreview(result.data)
        setStays(mostVoted(result.data))
      })
  }, [ids])

  async function merge() {
    if (isBusy || !preview || stays === null) return
    setBusy(true)
    setMessage('')
    const others = preview.posts.filter(({ id }) => id !== stays)
    const result = await callAction(() => mergePosts({ ids: others.map(({ id }) => id), into: stays }))
    setBusy(false)
    if (!result.ok) return setMessage(result.message)
    const into = preview.posts.find(({ id }) => id === stays)!
    const address = postAddress({ categorySlug: into.category_slug, slug: into.slug })
    const merged = { ids: result.data.merged, stays: { id: stays, address } }
    onMerged(merged)
    offerUndo(
      others.length === 1
        ? `Merged “${others[0]!.title}” into “${into.title}”.`
        : `Merged ${countText(merged.ids.length)} posts into “${into.title}”.`,
      () => void undo(merged),
    )
  }

  async function undo(merged: Merged) {
    const result = await callAction(() => unmergePosts({ ids: merged.ids }))
    if (!result.ok) toastProblem("The merge wasn't undone.", result.message)
    onUndone(merged)
  }

  return (
    <Dialog
      onClose={onClose}
      title={preview ? 'Merge these posts?' : 'Merge with another post'}
      description={
        preview
          ? 'Votes and comments move to the post you keep, and the other address redirects to it. You can undo this anytime.'
          : undefined
      }
      size="lg"
    >
      <FormMessage>{message}</FormMessage>
      {preview && stays !== null ? (
        <>
          <MergePreview preview={preview} stays={stays} onStays={setStays} />
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <Button onClick={() => setPreview(null)} look="ghost">
              Choose another
            </Button>
            <Button aria-disabled={isBusy || undefined} onClick={() => void merge()} look="default">
              Merge
            </Button>
          </div>
        </>
      ) : (
        <FindPost
          label="Which post is the duplicate?"
          title={title}
          except={ids.length === 1 ? ids : []}
          onChoose={({ id }) => void look(id)}
        />
      )}
    </Dialog>
  )
}

const lookAt = (ids: number[], other: number) =>
  callAction(() => previewMerge({ ids: ids.filter((id) => id !== other), into: other }))
const mostVoted = ({ posts }: Preview): number =>
  posts.reduce((most, post) => (post.votes_total > most.votes_total ? post : most)).id

export type Preview = Extract<Awaited<ReturnType<typeof previewMerge>>, { ok: true }>['data']

export function MergePreview(props: { preview: Preview; stays: number; onStays: (id: number) => void }) {
  const { preview, stays, onStays } = props
  const { posts, votes_total, voted_more, followers_total, comments_total, images_total } = preview
  return (
    <>
      <fieldset>
        <legend className="mb-2 font-medium">Which post do you want to keep?</legend>
        <div className="divide-y divide-line rounded-md border border-line">
          {posts.map((post) => (
            <label
              key={post.id}
              className="flex min-h-11 cursor-pointer items-start gap-3 px-3 py-2.5 has-checked:bg-accent-soft"
            >
              <input
                type="radio"
                name="stays"
                aria-label={post.title}
                checked={post.id === stays}
                onChange={() => onStays(post.id)}
                className="mt-1"
              />
              <span className="min-w-0 flex-1">
                <span dir="auto" className="font-medium break-words">
                  {post.title}
                </span>
                <span className="block text-xs text-ink-soft">
                  {[
                    countOf(post.votes_total, 'vote'),
                    post.comments_total > 0 && countOf(post.comments_total, 'comment'),
                    post.images_total > 0 && countOf(post.images_total, 'image'),
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-ink-soft">Votes</dt>
        <dd>
          <span className="tabular font-medium">{countOf(votes_total, 'vote')}</span>
          <span className="block text-ink-soft">{votedMore(voted_more, posts.length)}</span>
        </dd>
        <dt className="text-ink-soft">Comments</dt>
        <dd className="tabular">{countText(comments_total)}</dd>
        <dt className="text-ink-soft">Followers</dt>
        <dd>
          <span className="tabular">{countText(followers_total)}</span>
          <span className="block text-ink-soft">
            Followers of the merged {posts.length === 2 ? 'post' : 'posts'} are notified.
          </span>
        </dd>
        <dt className="text-ink-soft">Images</dt>
        <dd className="tabular">{countText(images_total)}</dd>
      </dl>
    </>
  )
}

function votedMore(people: number, posts: number): string {
  const what = posts === 2 ? 'both' : 'more than one'
  if (people === 0) return `No one voted for ${what}.`
  return people === 1 ? `1 person voted for ${what}.` : `${countText(people)} people voted for ${what}.`
}
