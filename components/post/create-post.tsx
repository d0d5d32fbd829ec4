'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { readDraft, useHasDraft, writeDraft } from '@/lib/session/browser/draft'
import { Icon } from '../ui/icon'
import { CreatePostForm } from './create-post-form'

/**
 * The way to a new post, above a category's list. A link to #new-post opens it as well, with the title that the query
 * names unless one was begun before.
 */
export function CreatePost(props: { category: string; prompt: string | null; detailsPrompt: string | null }) {
  const { category, prompt, detailsPrompt } = props
  const draftName = `post:${category}`
  const [choice, setOpen] = useState<boolean | null>(null)
  const hasDraft = useHasDraft(draftName)
  const opener = useRef<HTMLButtonElement>(null)
  const isOpen = choice ?? hasDraft

  const followLink = useEffectEvent(() => {
    const { hash, pathname, search } = window.location
    if (hash !== '#new-post') return
    const title = new URLSearchParams(search).get('title')
    const draft = readDraft<{ title: string }>(draftName)
    if (title && !draft?.title) writeDraft(draftName, { ...draft, title })
    setOpen(true)
    window.history.replaceState(null, '', pathname)
  })
  useEffect(() => {
    const follow = () => followLink()
    follow()
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])

  function close() {
    setOpen(false)
    // Once it is shown again.
    requestAnimationFrame(() => opener.current?.focus())
  }

  return (
    <div id="new-post" className={isOpen ? 'w-full' : 'min-w-[min(16rem,100%)] flex-1'}>
      {isOpen ? (
        // Made anew for a link, so that it begins with its title.
        <CreatePostForm
          key={String(choice)}
          category={category}
          detailsPrompt={detailsPrompt}
          takesFocus={choice === true}
          onClose={close}
        />
      ) : (
        <button
          ref={opener}
          type="button"
          onClick={() => setOpen(true)}
          className="script-only flex h-11 w-full items-center gap-2 rounded-lg border border-line-strong bg-surface px-3 text-start text-ink-soft hover:border-accent-strong"
        >
          <Icon name="plus" />
          {prompt ?? 'What would you like to see?'}
        </button>
      )}
      <noscript>
        <p className="text-ink-soft">Writing a post needs JavaScript.</p>
      </noscript>
    </div>
  )
}
