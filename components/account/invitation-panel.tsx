'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { acceptInvitation } from '@/lib/actions/invitations'
import { callAction } from '@/lib/browser/call-action'
import { reloadViewer } from '@/lib/session/browser/events'
import { Button, ButtonLink } from '../ui/button'
import { FormMessage } from '../ui/form-message'
import { rich } from '../ui/rich'
import { toast } from '../ui/toast-store'

const here = '/auth/invitation'

/** An invitation to the team. It is accepted with a click and with the account of its address. */
export function InvitationPanel(props: {
  invitationKey: string
  /** Null if the link doesn't work. */
  invitation: { address: string; role: string; invitedBy: string } | null
  site: string
  signedInAs: string | null
  isOnTeam: boolean
}) {
  const { invitationKey, invitation, site, signedInAs, isOnTeam } = props
  const router = useRouter()
  const [message, setMessage] = useState('')
  const [isSending, setSending] = useState(false)

  async function accept() {
    if (isSending) return
    setSending(true)
    const result = await callAction(() => acceptInvitation(invitationKey), { tries: 1 })
    setSending(false)
    if (!result.ok) return setMessage(result.message)
    await reloadViewer()
    toast({ title: t('account.invitation.onTeam') })
    router.push('/dashboard')
  }

  if (!invitation && isOnTeam)
    return (
      <ButtonLink href="/dashboard" look="default">
        {t('account.invitation.openDashboard')}
      </ButtonLink>
    )
  if (!invitation)
    return (
      <>
        <FormMessage>{t('account.invitation.gone')}</FormMessage>
        <ButtonLink href="/" className="mt-4">
          {t('common.seeTheRoadmap')}
        </ButtonLink>
      </>
    )
  const { address, role, invitedBy } = invitation
  return (
    // The dialog fills in the address (auth-dialog.tsx).
    <div data-email={address} className="space-y-4">
      <p className="break-words">
        {rich('account.invitation.text', {
          by: invitedBy,
          address,
          site,
          role,
          b: (text) => (
            <strong key="address" dir="auto">
              {text}
            </strong>
          ),
        })}
      </p>
      <FormMessage>{message}</FormMessage>
      {signedInAs === null ? (
        <>
          <p className="text-ink-soft">{t('account.invitation.signInFirst')}</p>
          <div className="flex flex-wrap gap-2">
            <ButtonLink href={`${here}?auth=sign-up&next=${here}`} look="default">
              {t('common.signUp')}
            </ButtonLink>
            <ButtonLink href={`${here}?auth=sign-in&next=${here}`}>{t('common.signIn')}</ButtonLink>
          </div>
        </>
      ) : signedInAs.toLowerCase() === address ? (
        <Button look="default" aria-disabled={isSending} onClick={accept}>
          {t('account.invitation.accept')}
        </Button>
      ) : (
        <form action="/sign-out" method="post">
          <p className="mb-4 text-ink-soft">{t('account.invitation.other', { email: signedInAs })}</p>
          <Button type="submit">{t('account.menu.signOut')}</Button>
        </form>
      )}
    </div>
  )
}
