'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { getTriage, type Outcomes } from '@/lib/actions/dashboard'
import { callAction } from '@/lib/browser/call-action'
import type { PostState } from '@/lib/post/states'
import { Signals } from '../moderation/signals'
import { PostDesk } from '../triage/post-desk'
import { FormMessage } from '../ui/form-message'
import { CategoryForm } from './category-form'
import { StateForm } from './state-form'
import { tellOutcome, type Undo } from './tell-outcome'

type Loaded = Extract<Awaited<ReturnType<typeof getTriage>>, { ok: true }>['data']

/** State, category and public note of the post whose page this is, and who voted for it. */
export function PostTriage({ id, state, categoryId }: { id: number; state: PostState; categoryId: number }) {
  const router = useRouter()
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [message, setMessage] = useState('')

  // A change comes back with the page as it is now; what somebody else did has to be fetched.
  function tell(outcomes: Outcomes, said: string, undo: Undo) {
    const problem = tellOutcome(outcomes, said, undo, () => {})
    setMessage(problem)
    if (problem) router.refresh()
  }

  useEffect(() => {
    void callAction(() => getTriage({ id })).then((result) => {
      if (result.ok) setLoaded(result.data)
      else setMessage(result.message)
    })
  }, [id])

  return (
    <section aria-label="Manage this post" className="space-y-4">
      <FormMessage>{message}</FormMessage>
      <StateForm id={id} state={state} audience={loaded?.audience ?? null} onSaved={tell} />
      {loaded && (
        <>
          <CategoryForm id={id} current={categoryId} categories={loaded.categories} onSaved={tell} />
          <PostDesk id={id} />
          <Signals key={id} id={id} onChanged={() => router.refresh()} />
        </>
      )}
    </section>
  )
}
