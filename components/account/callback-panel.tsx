'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { exchangeCode } from '@/lib/actions/account'
import { callAction } from '@/lib/browser/call-action'
import { AppLink } from '../ui/app-link'
import { buttonClass } from '../ui/button-class'
import { FormMessage } from '../ui/form-message'
import { comeBack } from './come-back'

/**
 * Trades the code for a session. That needs the secret this browser kept when it started, so nobody else who
 * opens the address (a scanner, a thief) can use the code up.
 */
export function CallbackPanel(props: { code: string; next: string; start: string; problem: string }) {
  const { code, next, start } = props
  const router = useRouter()
  const [problem, setProblem] = useState(
    props.problem || (code ? '' : 'This link is not complete. Start again.'),
  )
  const isStarted = useRef(false)

  useEffect(() => {
    if (!code || isStarted.current) return
    isStarted.current = true
    void callAction(() => exchangeCode(code), { tries: 1 }).then(async (result) => {
      if (!result.ok) {
        setProblem(result.message)
        return
      }
      router.replace(await comeBack(next, undefined, start))
    })
  }, [code, next, start, router])

  if (!problem) return <p role="status">One moment.</p>
  return (
    <>
      <FormMessage>{problem}</FormMessage>
      <AppLink href="/?auth=sign-in" className={buttonClass('outline', 'mt-4')}>
        Sign in
      </AppLink>
    </>
  )
}
