'use client'

import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { signInWithToken } from '@/lib/actions/own-sign-in'
import { callAction } from '@/lib/browser/call-action'
import { AppLink } from '../ui/app-link'
import { buttonClass } from '../ui/button-class'
import { FormMessage } from '../ui/form-message'
import { OwnProofForm } from './own-proof-form'
import { returnAfterSignIn } from './return-after-sign-in'

/**
 * Signs in with the token in a link from the company's product. It takes a click, so that another person's link can't
 * sign anyone in without showing the account first.
 */
export function OwnSignInPanel(props: {
  token: string
  next: string
  person: { name: string; email: string } | null
  /** The name of someone else who is signed in. */
  signedInAs: string | null
}) {
  const { token, next, person } = props
  const router = useRouter()
  const [leaves, setLeaves] = useState(props.signedInAs)
  const [message, setMessage] = useState('')
  const [isSending, setSending] = useState(false)
  const [proof, setProof] = useState<{ claim: string; email: string } | null>(null)

  const leave = async () => router.replace(await returnAfterSignIn(next))

  async function signIn() {
    if (isSending) return
    setSending(true)
    setMessage('')
    const result = await callAction(() => signInWithToken(token, leaves !== null), { tries: 1 })
    if (!result.ok) {
      setMessage(result.message)
      return setSending(false)
    }
    if ('from' in result.data) {
      // The person has signed in since, in another tab.
      setLeaves(result.data.from)
      return setSending(false)
    }
    if ('claim' in result.data) return setProof(result.data)
    await leave()
  }

  if (proof) return <OwnProofForm {...proof} onDone={leave} />
  if (!person) {
    return (
      <>
        <FormMessage>{t('account.ownSignIn.notValid')}</FormMessage>
        <AppLink href="/?auth=sign-in" className={buttonClass('outline', 'mt-4')}>
          {t('common.signIn')}
        </AppLink>
      </>
    )
  }
  return (
    <>
      <FormMessage>{message}</FormMessage>
      {leaves !== null && (
        <p className="mb-4">
          {t('account.ownSignIn.signedInAs', { from: leaves, to: person.name || person.email })}
        </p>
      )}
      <p className="mb-4">
        {rich('account.isForAccount', {
          email: person.email,
          b: (text) => (
            <strong key="address" dir="auto">
              {text}
            </strong>
          ),
        })}
      </p>
      <button
        type="button"
        onClick={signIn}
        aria-disabled={isSending}
        className={buttonClass('default', 'w-full')}
      >
        {person.name ? t('account.ownSignIn.continueAs', { name: person.name }) : t('common.continue')}
      </button>
    </>
  )
}
