'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { requireTeamFactor } from '@/lib/actions/two-factor'
import { callAction } from '@/lib/browser/call-action'
import { Button, ButtonLink } from '../ui/button'
import { FormMessage } from '../ui/form-message'
import { toast } from '../ui/toast-store'

/** Whether the team works with two-factor authentication only. */
export function TeamFactorSettings({ isRequired, hasFactor }: { isRequired: boolean; hasFactor: boolean }) {
  const router = useRouter()
  const [problem, setProblem] = useState('')

  async function change() {
    const result = await callAction(() => requireTeamFactor(!isRequired))
    setProblem(result.ok ? '' : result.message)
    if (!result.ok) return
    toast({
      title: isRequired
        ? 'The team no longer needs two-factor authentication.'
        : 'The team needs two-factor authentication now.',
    })
    router.refresh()
  }

  return (
    <section aria-labelledby="team-factor">
      <h2 id="team-factor" className="font-semibold">
        Two-factor authentication for the team
      </h2>
      <p className="mb-3 max-w-prose text-ink-soft">
        {isRequired
          ? 'Admins and moderators can only open the dashboard and moderate after signing in with two-factor authentication.'
          : 'Require it, and admins and moderators without it have to set it up before they can open the dashboard or moderate.'}
        {!hasFactor && ' Set it up for your own account first.'}
      </p>
      <FormMessage>{problem}</FormMessage>
      {hasFactor ? (
        <Button onClick={change}>{isRequired ? 'Stop requiring it' : 'Require two-factor'}</Button>
      ) : (
        <ButtonLink href="/settings#two-factor">Set up two-factor</ButtonLink>
      )}
    </section>
  )
}
