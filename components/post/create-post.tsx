'use client'

import { lazy, Suspense, useState } from 'react'
import { useHasDraft } from '@/lib/session/browser/draft'
import { Icon } from '../ui/icon'

const CreatePostForm = lazy(() =>
  import('./create-post-form').then((file) => ({ default: file.CreatePostForm })),
)

/** The way to a new post, above a category's list. The form comes when somebody wants to write. */
export function CreatePost({ category }: { category: string }) {
  const [choice, setOpen] = useState<boolean | null>(null)
  const hasDraft = useHasDraft(`post:${category}`)
  const isOpen = choice ?? hasDraft
  const opener = (
    <button
      type="button"
      onClick={() => setOpen(true)}
      className="script-only flex h-11 w-full items-center gap-2 rounded-lg border border-line-strong bg-surface px-3 text-start text-ink-soft hover:border-accent-strong"
    >
      <Icon name="plus" />
      What would you like to see?
    </button>
  )
  return (
    <div className="no-print mb-4">
      {isOpen ? (
        <Suspense fallback={opener}>
          <CreatePostForm category={category} onClose={() => setOpen(false)} />
        </Suspense>
      ) : (
        opener
      )}
      <noscript>
        <p className="text-ink-soft">Writing a post needs JavaScript.</p>
      </noscript>
    </div>
  )
}
