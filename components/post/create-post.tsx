'use client'

import { t } from '@/lib/words/t'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useHasDraft } from '@/lib/session/browser/draft'
import { Icon } from '../ui/icon'
import { loadPart } from '../ui/lazy-part'
import type { Choice } from './create-post-form'

const loadForm = () => loadPart(() => import('./create-post-form'))
type Loaded = Awaited<ReturnType<typeof loadForm>>

/** Once someone is about to write. A failure is told when they do. */
const prepare = () => void loadForm().catch(() => {})

/** Opens the form for a new post. A link to #new-post does too, with the title from its query. */
export function CreatePost(props: { category: string; prompt: string | null; choices: Choice[] }) {
  const { category, prompt, choices } = props
  const draftName = `post:${category}`
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [choice, setOpen] = useState<boolean | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const hasDraft = useHasDraft(draftName)
  const opener = useRef<HTMLButtonElement>(null)
  const isOpen = loaded && (choice ?? hasDraft)

  async function open(title?: string | null) {
    setFailed(false)
    try {
      const file = await loadForm()
      if (title) file.titleDraft(draftName, title)
      setLoaded(file)
      setOpen(true)
    } catch {
      setFailed(true)
    }
  }

  useEffect(() => {
    if (hasDraft) loadForm().then(setLoaded, () => {})
  }, [hasDraft])

  const followLink = useEffectEvent(() => {
    const { hash, pathname, search } = window.location
    if (hash !== '#new-post') return
    void open(new URLSearchParams(search).get('title'))
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
        // Recreated for a link, so that it starts with its title.
        <loaded.CreatePostForm
          key={String(choice)}
          category={category}
          choices={choices}
          takesFocus={choice === true}
          onClose={close}
        />
      ) : (
        <button
          ref={opener}
          type="button"
          onClick={() => void open()}
          onPointerEnter={prepare}
          onTouchStart={prepare}
          onFocus={prepare}
          className="script-only flex h-11 w-full items-center gap-2 rounded-lg border border-line-strong bg-surface px-3 text-start text-ink-soft hover:border-accent-strong"
        >
          <Icon name="plus" />
          {prompt ?? t('common.newPostPrompt')}
        </button>
      )}
      <p role="alert" className="mt-1 text-danger empty:hidden">
        {hasFailed && t('common.unreachable')}
      </p>
      <noscript>
        <p className="text-ink-soft">{t('post.createPost.noScript')}</p>
      </noscript>
    </div>
  )
}
