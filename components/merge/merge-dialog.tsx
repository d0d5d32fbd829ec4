'use client'

import { commaList } from '@/lib/words/list-text'
import { t } from '@/lib/words/t'
import { useEffect, useRef, useState } from 'react'
import { mergePosts, previewMerge, unmergePosts } from '@/lib/actions/merges'
import { callAction } from '@/lib/browser/call-action'
import { countText } from '@/lib/words/count-text'
import { postAddress } from '@/lib/post/address'
import { PostStateBadge } from '../state/post-state'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { FormMessage } from '../ui/form-message'
import { offerUndo, toastProblem } from '../ui/toast-store'
import { FindPost } from './find-post'

export type Merged = { ids: number[]; stays: { id: number; address: string } }

/** Finds the other post unless several are selected, previews the merge, merges, and offers to undo. */
export function MergeDialog(props: {
  ids: number[]
  title: string
  onClose: () => void
  onMerged: (merged: Merged) => void
  onUndone: (merged: Merged) => void
}) {
  const { title, onClose, onMerged, onUndone } = props
  const [ids] = useState(props.ids)
  const areChosen = ids.length > 1
  const [preview, setPreview] = useState<Preview | null>(null)
  const [stays, setStays] = useState<number | null>(null)
  const [isFinding, setFinding] = useState(ids.length === 1)
  const [message, setMessage] = useState('')
  const [isBusy, setBusy] = useState(false)
  const finder = useRef<HTMLButtonElement>(null)
  const shown = preview?.posts.map(({ id }) => id) ?? ids

  async function look(other: number) {
    const result = await (areChosen && stays ? lookAt([...shown, other], stays) : lookAt(ids, other))
    setMessage(result.ok ? '' : result.message)
    if (!result.ok) return
    setFinding(false)
    setPreview(result.data)
    setStays((kept) => (areChosen && kept) || mostVoted(result.data))
  }

  function goBack() {
    setFinding(false)
    setMessage('')
    // Wait until the button is shown again.
    requestAnimationFrame(() => finder.current?.focus())
  }

  useEffect(() => {
    if (ids.length > 1)
      void lookAt(ids, ids[0]!).then((result) => {
        if (!result.ok) {
          setFinding(true)
          return setMessage(result.message)
        }
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
        ? t('merge.dialog.mergedInto', { title: others[0]!.title, title2: into.title })
        : t('merge.dialog.mergedPostsInto', { count: merged.ids.length, title: into.title }),
      () => void undo(merged),
    )
  }

  async function undo(merged: Merged) {
    const result = await callAction(() => unmergePosts({ ids: merged.ids }))
    if (!result.ok) toastProblem(t('common.theMergeWasntUndone'), result.message)
    onUndone(merged)
  }

  return (
    <Dialog
      onClose={onClose}
      title={t(
        !isFinding
          ? 'merge.dialog.mergeThesePosts'
          : areChosen
            ? 'merge.dialog.addAnotherPost'
            : 'merge.dialog.mergeWithAnotherPost',
      )}
      description={
        isFinding
          ? undefined
          : t('merge.dialog.votesAndCommentsMove', { others: (preview?.posts.length ?? ids.length) - 1 })
      }
      size={isFinding ? 'lg' : 'wide'}
    >
      <FormMessage>{message}</FormMessage>
      {isFinding ? (
        <FindPost
          label={t(areChosen ? 'team.searchPosts.searchPosts' : 'merge.dialog.whichPostIsThe')}
          title={preview?.posts.find(({ id }) => areChosen && id === stays)?.title ?? title}
          except={shown}
          onChoose={({ id }) => void look(id)}
          takesFocus={preview !== null}
          onCancel={preview ? goBack : onClose}
        />
      ) : preview && stays !== null ? (
        <>
          <MergePreview preview={preview} stays={stays} onStays={setStays} />
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <Button
              ref={finder}
              onClick={() => setFinding(true)}
              look="ghost"
              className="me-auto -ms-3 !px-3"
            >
              {t(areChosen ? 'merge.dialog.addAnotherPost' : 'merge.dialog.chooseAnother')}
            </Button>
            <div className="flex gap-2">
              <Button onClick={onClose} look="ghost">
                {t('common.cancel')}
              </Button>
              <Button aria-disabled={isBusy || undefined} onClick={() => void merge()} look="default">
                {t('common.merge')}
              </Button>
            </div>
          </div>
        </>
      ) : (
        <p role="status">{t('common.loading')}</p>
      )}
    </Dialog>
  )
}

const lookAt = (ids: number[], into: number) =>
  callAction(() => previewMerge({ ids: ids.filter((id) => id !== into), into }))
const mostVoted = ({ posts }: Preview): number =>
  posts.reduce((most, post) => (post.votes_total > most.votes_total ? post : most)).id

export type Preview = Extract<Awaited<ReturnType<typeof previewMerge>>, { ok: true }>['data']

export function MergePreview(props: { preview: Preview; stays: number; onStays: (id: number) => void }) {
  const { preview, stays, onStays } = props
  const { posts, votes_total, voted_more, followers_total, comments_total, images_total } = preview
  return (
    <>
      <fieldset>
        <legend className="mb-2 font-medium">{t('merge.dialog.whichPostDoYou')}</legend>
        <div className="@container divide-y divide-line rounded-md border border-line">
          {posts.map((post) => (
            <label
              key={post.id}
              className="flex min-h-11 cursor-pointer items-start gap-x-3 px-3 py-2.5 @max-[14rem]:flex-wrap has-checked:bg-accent-soft has-checked:[&_.state-badge]:bg-surface"
            >
              <input
                type="radio"
                name="stays"
                aria-label={post.title}
                checked={post.id === stays}
                onChange={() => onStays(post.id)}
                className="mt-1"
              />
              <span className="min-w-0 flex-1 @max-[14rem]:basis-full">
                <span dir="auto" className="font-medium break-words">
                  {post.title}
                </span>
                <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-soft">
                  <PostStateBadge state={post.state} />
                  <bdi>{post.category_name}</bdi>
                  {commaList(
                    [
                      t('common.countVotes', { count: post.votes_total }),
                      post.comments_total > 0 && t('common.countComments', { count: post.comments_total }),
                      post.images_total > 0 && t('common.countImages', { count: post.images_total }),
                    ].filter((part) => typeof part === 'string'),
                  )}
                </span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="@container mt-4">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 @max-[14rem]:grid-cols-1 @max-[14rem]:[&>dd+dt]:mt-2">
          <dt className="text-ink-soft">{t('common.votes')}</dt>
          <dd>
            <span className="tabular font-medium">{countText(votes_total)}</span>
            <span className="block text-ink-soft">{votedMore(voted_more, posts.length)}</span>
          </dd>
          {comments_total > 0 && (
            <>
              <dt className="text-ink-soft">{t('common.comments')}</dt>
              <dd className="tabular">{countText(comments_total)}</dd>
            </>
          )}
          {followers_total > 0 && (
            <>
              <dt className="text-ink-soft">{t('merge.dialog.followers')}</dt>
              <dd>
                <span className="tabular">{countText(followers_total)}</span>
                <span className="block text-ink-soft">
                  {t('merge.dialog.followersOfTheMerged', { which: posts.length === 2 })}
                </span>
              </dd>
            </>
          )}
          {images_total > 0 && (
            <>
              <dt className="text-ink-soft">{t('common.images')}</dt>
              <dd className="tabular">{countText(images_total)}</dd>
            </>
          )}
        </dl>
      </div>
    </>
  )
}

function votedMore(people: number, posts: number): string {
  return t('merge.dialog.votedMore', { people, isPair: posts === 2 })
}
