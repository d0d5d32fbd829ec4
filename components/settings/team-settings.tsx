'use client'

import { texts } from '@/lib/words/deferred'
import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { useRef, useState, useSyncExternalStore, useTransition } from 'react'
import { invite, resendInvitation, revokeInvitation } from '@/lib/actions/invitations'
import { callAction } from '@/lib/browser/call-action'
import { personAddress } from '@/lib/post/activity'
import type { Invitation } from '@/lib/queries/invitations'
import type { MailDelivery } from '@/lib/queries/mail-server'
import type { ListedPerson } from '@/lib/queries/people'
import type { ActionResult } from '@/lib/schemas/action-result'
import { invitationSchema } from '@/lib/schemas/invitation'
import { AppLink } from '../ui/app-link'
import { Avatar } from '../ui/avatar'
import { AddressText } from '../ui/address-text'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { Field } from '../ui/field'
import { focusNear } from '../ui/focus-near'
import { FormMessage } from '../ui/form-message'
import { LongDate } from '../ui/long-date'
import { RelativeTime } from '../ui/relative-time'
import { rich } from '../ui/rich'
import { SelectField } from '../ui/select-field'
import { SubmitButton } from '../ui/submit-button'
import { toast, toastProblem } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'

const roles = texts({ moderator: 'dashboard.personRow.moderator', admin: 'dashboard.personRow.admin' })

export function TeamSettings(props: {
  members: ListedPerson[]
  invitations: Invitation[]
  delivery: MailDelivery
  hasMailbox: boolean
}) {
  const { members, invitations, delivery, hasMailbox } = props
  const router = useRouter()
  const { form, register, field, formProps, message, isSending } = useActionForm({
    schema: invitationSchema,
    defaultValues: { addresses: '', role: 'moderator' as const },
    action: invite,
    tries: 1,
    clears: ['addresses'],
    onDone: ({ sent }) => {
      toast({ title: t('settings.team.sent', { count: sent }) })
      router.refresh()
    },
  })
  const pending = invitations.length > 0 && (
    <section aria-labelledby="pending">
      <h2 id="pending" className="mb-2 font-semibold">
        {t('settings.team.pending')}
      </h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} {...invitation} onRevoked={() => form.clearErrors()} />
        ))}
      </ul>
    </section>
  )

  return (
    <div className="lg:max-w-2xl space-y-6">
      <section aria-labelledby="members">
        <h2 id="members" className="mb-2 font-semibold">
          {t('settings.team.membersTitle')}
        </h2>
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {members.map(({ id, name, avatar, role, hasFactor }) => (
            <li key={id} className="flex items-center gap-3 px-4 py-2">
              <Avatar name={name} src={avatar} />
              <div className="flex min-h-9 min-w-0 flex-1 flex-wrap content-center items-center gap-x-3">
                <AppLink
                  href={personAddress(id)}
                  className="wide-target flex-1 basis-36 font-medium leading-6 wrap-anywhere hover:underline"
                >
                  <bdi>{name}</bdi>
                </AppLink>
                <p className="text-xs text-ink-soft">
                  {role && roles[role]} ·{' '}
                  {t(hasFactor ? 'settings.team.withFactor' : 'settings.team.withoutFactor')}
                </p>
              </div>
            </li>
          ))}
        </ul>
        <p className="mt-2 text-ink-soft">
          {rich('settings.team.members', {
            a: (text) => (
              <AppLink key="people" href="/dashboard/people" className="underline underline-offset-2">
                {text}
              </AppLink>
            ),
          })}
        </p>
      </section>
      {pending}
      {delivery === 'off' && <FormMessage tone="info">{t('settings.team.mailOff')}</FormMessage>}
      {hasMailbox && (
        <FormMessage tone="info">
          {rich(delivery === 'sent' ? 'settings.team.codesInMailbox' : 'settings.team.mailbox', {
            a: (text) => (
              <AppLink key="mailbox" href="/mailbox" className="underline underline-offset-2">
                {text}
              </AppLink>
            ),
          })}
        </FormMessage>
      )}
      <form
        {...formProps}
        aria-labelledby="invite"
        className="space-y-4 rounded-lg border border-line bg-surface p-[min(1rem,5vw)]"
      >
        <div>
          <h2 id="invite" className="font-semibold">
            {t('settings.team.invite')}
          </h2>
          <p className="text-ink-soft">{t('settings.team.inviteHint')}</p>
        </div>
        <FormMessage>{message}</FormMessage>
        <Field
          label={t('settings.team.addresses')}
          hint={t('settings.team.addressesHint')}
          multiline
          rows={2}
          dir="ltr"
          inputMode="email"
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="none"
          {...field('addresses')}
        />
        <div>
          <SelectField
            label={t('settings.team.role')}
            choices={Object.entries(roles)}
            className="block sm:max-w-60"
            {...register('role')}
          />
          <p className="mt-1 text-ink-soft">{t('settings.team.roleHint')}</p>
        </div>
        <SubmitButton isSending={isSending}>{t('settings.team.send')}</SubmitButton>
      </form>
    </div>
  )
}

/** The server emails an address its invitation at most once a minute. */
const pause = 60_000
function everySecond(update: () => void) {
  const timer = setInterval(update, 1_000)
  return () => clearInterval(timer)
}

function InvitationRow({ onRevoked, ...invitation }: Invitation & { onRevoked: () => void }) {
  const { id, address, role, invitedBy, sentAt, endsAt, hasEnded } = invitation
  const router = useRouter()
  const row = useRef<HTMLLIElement>(null)
  const [isAsking, setAsking] = useState(false)
  const [isBusy, startTransition] = useTransition()
  const isJustSent = useSyncExternalStore(
    everySecond,
    () => Math.abs(Date.now() - Date.parse(sentAt)) < pause,
    () => false,
  )
  async function run(action: () => Promise<ActionResult>, done: string) {
    const result = await callAction(action, { tries: 1 })
    if (result.ok) toast({ title: done })
    else toastProblem(result.message)
    router.refresh()
    return result.ok
  }
  function answer(yes: boolean) {
    if (!yes) return setAsking(false)
    startTransition(async () => {
      const isRevoked = await run(() => revokeInvitation({ id }), t('settings.team.revoked'))
      setAsking(false)
      if (!isRevoked) return
      focusNear(row.current)
      onRevoked()
    })
  }
  return (
    <li ref={row} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium break-words">
          <bdi>
            <AddressText>{address}</AddressText>
          </bdi>
        </p>
        <p className="text-xs text-ink-soft">
          {rich('settings.team.invitedBy', {
            role,
            name: invitedBy,
            sentAt,
            d: () => <RelativeTime key="sent" iso={sentAt} />,
          })}
        </p>
        <p className={`text-xs ${hasEnded ? 'text-danger' : 'text-ink-soft'}`}>
          {hasEnded
            ? t('settings.team.ended')
            : rich('settings.team.worksUntil', { endsAt, d: () => <LongDate key="end" iso={endsAt} /> })}
        </p>
      </div>
      <div className="-ms-3 flex flex-wrap gap-1">
        <Button
          look="ghost"
          aria-label={isJustSent ? undefined : t('settings.team.resendTo', { address })}
          aria-disabled={isJustSent || undefined}
          onClick={() => isJustSent || void run(() => resendInvitation({ id }), t('settings.team.resent'))}
        >
          {t(isJustSent ? 'settings.team.justSent' : 'settings.team.resend')}
        </Button>
        <Button
          look="ghost"
          aria-label={t('settings.team.revokeOf', { address })}
          onClick={() => setAsking(true)}
        >
          {t('settings.team.revoke')}
        </Button>
        <ConfirmDialog
          open={isAsking}
          question={t('settings.team.revokeThis', { address })}
          detail={t('settings.team.whatRevokeDoes')}
          act={t('settings.team.revoke')}
          isBusy={isBusy}
          onAnswer={answer}
        />
      </div>
    </li>
  )
}
