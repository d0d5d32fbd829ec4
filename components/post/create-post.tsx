'use client'

import { useRef, useState } from 'react'
import { useHasDraft } from '@/lib/session/browser/draft'
import { Icon } from '../ui/icon'
import { CreatePostForm } from './create-post-form'

/** The way to a new post, above a category's list. */
export function CreatePost({ category }: { category: string }) {
  const [choice, setOpen] = useState<boolean | null>(null)
  const hasDraft = useHasDraft(`post:${category}`)
  const opener = useRef<HTMLButtonElement>(null)
  const isOpen = choice ?? hasDraft

  function close() {
    setOpen(false)
    // Once it is shown again.
    requestAnimationFrame(() => opener.current?.focus())
  }

  return (
    <div className="no-print mb-4">
      {isOpen ? (
        <CreatePostForm category={category} takesFocus={choice === true} onClose={close} />
      ) : (
        <button
          ref={opener}
          type="button"
          onClick={() => setOpen(true)}
          className="script-only flex h-11 w-full items-center gap-2 rounded-lg border border-line-strong bg-surface px-3 text-start text-ink-soft hover:border-accent-strong"
        >
          <Icon name="plus" />
          What would you like to see?
        </button>
      )}
      <noscript>
        <p className="text-ink-soft">Writing a post needs JavaScript.</p>
      </noscript>
    </div>
  )
}
