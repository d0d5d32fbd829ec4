'use client'

import { t } from '@/lib/words/t'
import { useEffect, useState } from 'react'
import { getAdminPost } from '@/lib/actions/dashboard'
import { callAction } from '@/lib/browser/call-action'
import type { Category } from '@/lib/queries/categories'
import { useViewer } from '@/lib/session/browser/store'
import { MergeDialog } from '../merge/merge-dialog'
import { HideDialog } from '../moderation/hide-dialog'
import { Signals } from '../team/signals'
import { ImageGrid } from '../image/image-grid'
import { PersonName } from '../person/person-name'
import { EditPostDialog } from '../post/edit-post-dialog'
import { Button } from '../ui/button'
import { FormMessage } from '../ui/form-message'
import { LongDate } from '../ui/long-date'
import { Markdown } from '../ui/markdown'
import { PostInternals } from '../team/post-internals'
import { CategoryForm, StateForm } from '../team/change-forms'
import { DeleteAsAdmin } from '../post/delete-posts'
import type { Act } from '../team/acts'
import { type SeenPost, usePostActs } from '../team/post-acts'
import { PostLog } from './post-log'

type Loaded = Extract<Awaited<ReturnType<typeof getAdminPost>>, { ok: true }>['data']

export function PostDetails(props: {
  id: number
  categories: Category[]
  /** A new value each time the post may have changed. */
  version: number
  onChanged: () => void
  onDeleted: () => void
}) {
  const { id, categories, version, onChanged, onDeleted } = props
  const isAdmin = useViewer()?.role === 'admin'
  const [post, setPost] = useState<Loaded | null>(null)
  const [message, setMessage] = useState('')
  const [open, setOpen] = useState<'edit' | 'merge' | 'hide' | 'delete' | null>(null)

  const acts = usePostActs(onChanged)

  useEffect(() => {
    void callAction(() => getAdminPost({ id })).then((result) => {
      if (result.ok) setPost(result.data)
      else setMessage(result.message)
    })
  }, [id, version])

  if (!post)
    return message ? <FormMessage>{message}</FormMessage> : <p role="status">{t('common.loading')}</p>

  const seen = { id, state: post.state, categoryId: post.category_id }
  const perform = (act: Act<SeenPost>) => void acts.perform({ ...act, onProblem: setMessage })

  return (
    <div className="space-y-5">
      <FormMessage>{message}</FormMessage>
      <section aria-label={t('common.details')}>
        {post.details.length > 0 ? (
          <Markdown nodes={post.details} />
        ) : (
          <p className="text-ink-soft">{t('common.noDetails')}</p>
        )}
        <ImageGrid images={post.images} />
      </section>
      <div className="space-y-3 border-t border-line pt-4">
        <StateForm post={seen} audience={post.audience} onSaved={perform} />
        <CategoryForm post={seen} categories={categories} onSaved={perform} />
      </div>
      <PostInternals post={seen} />
      <Signals key={id} id={id} onChanged={onChanged} />
      <div className="flex flex-wrap gap-2 border-t border-line pt-4">
        <Button onClick={() => setOpen('edit')}>{t('common.edit')}</Button>
        <Button onClick={() => setOpen('merge')}>{t('common.merge')}</Button>
        <Button onClick={() => setOpen('hide')}>{t('common.hide')}</Button>
        {isAdmin && (
          <Button onClick={() => setOpen('delete')} look="outline-destructive">
            {t('common.delete')}
          </Button>
        )}
      </div>
      <LatestComments comments={post.comments} />
      <PostLog post={post} />
      {open === 'edit' && (
        <EditPostDialog
          id={id}
          images={post.images}
          ownsImages={false}
          onClose={() => {
            setOpen(null)
            onChanged()
          }}
        />
      )}
      {open === 'merge' && (
        <MergeDialog
          ids={[id]}
          title={post.title}
          onClose={() => setOpen(null)}
          onMerged={({ stays }) => {
            setOpen(null)
            if (stays.id === id) onChanged()
            else onDeleted()
          }}
          onUndone={onChanged}
        />
      )}
      {open === 'hide' && (
        <HideDialog
          kind="post"
          ids={[id]}
          onClose={() => setOpen(null)}
          onHidden={() => {
            setOpen(null)
            onDeleted()
          }}
          onShown={onChanged}
        />
      )}
      {open === 'delete' && (
        <DeleteAsAdmin
          ids={[id]}
          onClose={(deleted) => {
            setOpen(null)
            if (deleted.length > 0) onDeleted()
          }}
          onRestored={onChanged}
        />
      )}
    </div>
  )
}

function LatestComments({ comments }: { comments: Loaded['comments'] }) {
  if (comments.length === 0) return null
  return (
    <section aria-label={t('common.latestComments')}>
      <h3 className="mb-1 font-semibold">{t('common.latestComments')}</h3>
      <ul className="space-y-2">
        {comments.map((comment) => (
          <li key={comment.id}>
            <span className="font-medium">
              <PersonName id={comment.author_id} name={comment.author_name} isTeam={comment.author_is_team} />
            </span>{' '}
            <span className="text-xs text-ink-soft">
              <LongDate iso={comment.created_at} />
            </span>
            <p dir="auto" className="line-clamp-3 whitespace-pre-wrap">
              {comment.body}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
