'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { getTriage } from '@/lib/actions/dashboard'
import { callAction } from '@/lib/browser/call-action'
import { FormMessage } from '../ui/form-message'
import { Icon } from '../ui/icon'
import { Signals } from './signals'
import { PostInternals } from './post-internals'
import { CategoryForm, StateForm } from './change-forms'
import type { Act } from './acts'
import { type SeenPost, usePostActs } from './post-acts'

type Loaded = Extract<Awaited<ReturnType<typeof getTriage>>, { ok: true }>['data']

export function ManagePost(post: SeenPost) {
  const { id } = post
  const router = useRouter()
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [message, setMessage] = useState('')
  // Open at first where there is room next to the post. On a phone, it would push the post down.
  const [isWide] = useState(() => window.matchMedia('(width >= 60rem)').matches)

  // A change returns with the page as it is now; other people's changes have to be loaded.
  const acts = usePostActs(() => {})
  function onProblem(problem: string) {
    setMessage(problem)
    if (problem) router.refresh()
  }
  const perform = (act: Act<SeenPost>) => void acts.perform({ ...act, onProblem })

  useEffect(() => {
    void callAction(() => getTriage({ id })).then((result) => {
      if (result.ok) setLoaded(result.data)
      else setMessage(result.message)
    })
  }, [id])

  return (
    <section aria-label={t('team.managePost.manageThisPost')}>
      <details open={isWide}>
        <summary className="flex min-h-11 cursor-pointer items-center gap-1 font-semibold">
          {t('team.managePost.manageThisPost')}
          <Icon name="down" className="fold-mark ms-auto size-3.5" />
        </summary>
        <div className="space-y-4 pb-4">
          <FormMessage>{message}</FormMessage>
          <StateForm post={post} audience={loaded?.audience ?? null} onSaved={perform} />
          {!loaded && !message && <div aria-busy="true" className="tools-loading h-120" />}
          {loaded && (
            <>
              <CategoryForm post={post} categories={loaded.categories} onSaved={perform} />
              <PostInternals post={post} />
              <Signals key={id} id={id} onChanged={() => router.refresh()} />
            </>
          )}
        </div>
      </details>
    </section>
  )
}
