'use client'

import { useEffect, useState } from 'react'
import { getAdminPost, type Outcomes, type setCategories } from '@/lib/actions/dashboard'
import { callAction } from '@/lib/browser/call-action'
import type { Category } from '@/lib/queries/categories'
import { undoTime } from '@/lib/schemas/undo'
import { ImageGrid } from '../image/image-grid'
import { EditPostDialog } from '../post/edit-post-dialog'
import { buttonClass } from '../ui/button-class'
import { FormMessage } from '../ui/form-message'
import { LongDate } from '../ui/long-date'
import { Markdown } from '../ui/markdown'
import { toast } from '../ui/toast-store'
import { CategoryForm } from './category-form'
import { DeleteAsAdmin } from './delete-as-admin'
import { PostLog } from './post-log'
import { StateForm } from './state-form'

type Loaded = Extract<Awaited<ReturnType<typeof getAdminPost>>, { ok: true }>['data']

/** A post as the dashboard unfolds it: what it says, what was said to it, and all that can be done with it. */
export function ExpandedPost(props: { id: number; categories: Category[]; onChanged: () => void }) {
  const { id, categories, onChanged } = props
  const [post, setPost] = useState<Loaded | null>(null)
  const [message, setMessage] = useState('')
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)

  const [version, setVersion] = useState(0)
  const reload = () => setVersion((before) => before + 1)

  useEffect(() => {
    void callAction(() => getAdminPost({ id })).then((result) => {
      if (result.ok) setPost(result.data)
      else setMessage(result.message)
    })
  }, [id, version])

  if (!post) return message ? <FormMessage>{message}</FormMessage> : <p role="status">Loading...</p>

  /** Tells what became of a change, and offers to take it back; somebody else's in between is shown. */
  function tell([outcome]: Outcomes, said: string, undo: () => ReturnType<typeof setCategories>) {
    setMessage('')
    if (outcome?.outcome === 'conflict')
      setMessage('Somebody else changed this post meanwhile. It is shown as it is now.')
    else if (outcome?.outcome === 'missing') setMessage('This post has been deleted meanwhile.')
    else if (outcome?.outcome === 'done')
      toast({ title: said, duration: undoTime, action: { label: 'Undo', run: () => void takeBack(undo) } })
    reload()
    onChanged()
  }

  async function takeBack(undo: () => ReturnType<typeof setCategories>) {
    const result = await callAction(undo)
    if (!result.ok || result.data[0]?.outcome !== 'done') {
      const description = result.ok ? 'Somebody else changed this post meanwhile.' : result.message
      toast({ variant: 'destructive', title: 'The change could not be taken back.', description })
    }
    reload()
    onChanged()
  }

  return (
    <div className="space-y-5">
      <FormMessage>{message}</FormMessage>
      <div className="flex flex-wrap items-end gap-3">
        <StateForm id={id} state={post.state} onSaved={tell} />
        <CategoryForm id={id} current={post.category_id} categories={categories} onSaved={tell} />
        <button type="button" onClick={() => setOpen('edit')} className={buttonClass('outline', 'h-10')}>
          Edit
        </button>
        <button
          type="button"
          onClick={() => setOpen('delete')}
          className={buttonClass('outline-destructive', 'h-10')}
        >
          Delete
        </button>
      </div>
      <section aria-label="Details">
        {post.details.length > 0 ? (
          <Markdown nodes={post.details} />
        ) : (
          <p className="text-ink-soft">No details were given.</p>
        )}
        <ImageGrid images={post.images} />
      </section>
      <LatestComments comments={post.comments} />
      <PostLog post={post} />
      {open === 'edit' && (
        <EditPostDialog
          id={id}
          images={post.images}
          ownsImages={false}
          onClose={() => {
            setOpen(null)
            reload()
            onChanged()
          }}
        />
      )}
      {open === 'delete' && (
        <DeleteAsAdmin
          ids={[id]}
          onClose={(deleted) => {
            setOpen(null)
            if (deleted.length > 0) onChanged()
          }}
          onRestored={onChanged}
        />
      )}
    </div>
  )
}

function LatestComments({ comments }: { comments: Loaded['comments'] }) {
  return (
    <section aria-label="Latest comments">
      <h2 className="mb-1 font-semibold">Latest comments</h2>
      {comments.length === 0 && <p className="text-ink-soft">Nothing here yet...</p>}
      <ul className="space-y-2">
        {comments.map((comment) => (
          <li key={comment.id}>
            <span className="font-medium">{comment.author_name ?? 'Deleted user'}</span>{' '}
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
