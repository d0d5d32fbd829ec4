'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { exchangeCode } from '@/lib/actions/mail-links'
import { callAction } from '@/lib/browser/call-action'
import { type AddressLink, forgetLink, takeLink } from '@/lib/session/browser/link-in-address'
import { AppLink } from '../ui/app-link'
import { buttonClass } from '../ui/button-class'
import { FormMessage } from '../ui/form-message'
import { NoPasswordHint } from './no-password-hint'
import { returnAfterSignIn } from './return-after-sign-in'
import { ConfirmPanel, firstOfTwo } from './confirm-panel'

/**
 * Where people return to after signing in elsewhere. Exchanging a code for a session takes the secret that this browser
 * stored at the start, so no one else who opens the address (a scanner, a thief) can use the code up. Links with tokens
 * show whose account they are for and wait for a click.
 */
export function CallbackPanel(props: { code: string; next: string; start: string; problem: string }) {
  const { code, next, start } = props
  const router = useRouter()
  const [problem, setProblem] = useState(props.problem)
  const [found, setFound] = useState<AddressLink | null>(null)
  const isStarted = useRef(false)

  const goOn = useEffectEvent(async () => {
    // Next's router only notices address changes after the effects of the first render.
    await Promise.resolve()
    // Someone who arrives with a new link doesn't continue with the previous one.
    if (code || problem) forgetLink()
    const inAddress = takeLink(problem)
    if (inAddress) return setFound(inAddress)
    if (problem) return
    if (!code) return setProblem(t('common.linkIncomplete'))
    const result = await callAction(() => exchangeCode(code), { tries: 1 })
    if (!result.ok) return setProblem(result.message)
    router.replace(await returnAfterSignIn(next, undefined, start))
  })

  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    void goOn()
  }, [])

  if (found?.kind === 'link') return <ConfirmPanel link={found.link} email={found.email} next={next} />
  if (found?.kind === 'first-of-two') return <FormMessage tone="info">{firstOfTwo()}</FormMessage>
  const text = found?.text ?? problem
  if (!text) return <p role="status">{t('account.callbackPanel.oneMoment')}</p>
  return (
    <>
      <FormMessage>{text}</FormMessage>
      <AppLink href="/?auth=sign-in" className={buttonClass('outline', 'mt-4')}>
        {t('common.signIn')}
      </AppLink>
      {found && <NoPasswordHint />}
    </>
  )
}
