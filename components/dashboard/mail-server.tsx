'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { removeMailServer, saveMailServer } from '@/lib/actions/mail-server'
import { callAction } from '@/lib/browser/call-action'
import type { StoredMailServer } from '@/lib/queries/mail-server'
import type { refuse } from '@/lib/schemas/action-result'
import { mailServerSchema } from '@/lib/schemas/mail-server'
import { RefusedMessage } from '../account/sign-in-again'
import { AddressText } from '../ui/address-text'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { Dialog, DialogButtons } from '../ui/dialog'
import { Field } from '../ui/field'
import { rich } from '../ui/rich'
import { useActionForm } from '../ui/use-action-form'

/** The mail server that an admin chooses here, unless the environment has one. `children` are buttons beside its own. */
export function MailServer(props: {
  server: StoredMailServer | null
  /** Without a server, emails are saved to the local mailbox. */
  hasMailbox: boolean
  children: ReactNode
}) {
  const { server, hasMailbox, children } = props
  const router = useRouter()
  const [open, setOpen] = useState<'form' | 'removal' | null>(null)
  const [said, setSaid] = useState('')
  const [notRemoved, setNotRemoved] = useState<ReturnType<typeof refuse> | null>(null)
  function show(next: 'form' | 'removal') {
    setSaid('')
    setNotRemoved(null)
    setOpen(next)
  }
  function finish(done: string) {
    setOpen(null)
    setNotRemoved(null)
    setSaid(done)
    router.refresh()
  }
  async function remove() {
    const result = await callAction(() => removeMailServer(null))
    if (result.ok) return finish(t('dashboard.mailServer.removed'))
    setOpen(null)
    setNotRemoved(result)
  }
  return (
    <>
      {server && (
        <p className="break-words">
          {rich('dashboard.mailServer.sendsThrough', {
            host: `${server.host}:${server.port}`,
            sender: server.sender,
            b: (text) => (
              <bdi key={String(text)} className="inline-block max-w-full font-medium">
                <AddressText>{String(text)}</AddressText>
              </bdi>
            ),
          })}
        </p>
      )}
      <RefusedMessage refused={notRemoved} again={() => void remove()} />
      <div className="flex flex-wrap items-center gap-2">
        <Button look={server ? 'outline' : 'default'} onClick={() => show('form')}>
          {t(server ? 'dashboard.mailServer.change' : 'dashboard.mailServer.setUp')}
        </Button>
        {children}
        {server && (
          <Button onClick={() => show('removal')} className="text-danger">
            {t('common.remove')}
          </Button>
        )}
        {/*
         * Not a notification: it would cover the form of someone who changes the server right away. It gives way to the
         * answer to a test email, which is newer.
         */}
        <span role="status" className="order-last not-empty:basis-full [[role=status]:not(:empty)~&]:hidden">
          {said}
        </span>
      </div>
      {open === 'form' && (
        <Dialog
          onClose={() => setOpen(null)}
          title={t('dashboard.mailServer.title')}
          description={t('dashboard.mailServer.hint')}
        >
          <MailServerForm server={server} onDone={finish} onCancel={() => setOpen(null)} />
        </Dialog>
      )}
      <ConfirmDialog
        open={open === 'removal'}
        question={t('dashboard.mailServer.removeQuestion')}
        detail={t('dashboard.mailServer.removeDetail', { hasMailbox })}
        act={t('common.remove')}
        onAnswer={(yes) => (yes ? void remove() : setOpen(null))}
      />
    </>
  )
}

function MailServerForm(props: {
  server: StoredMailServer | null
  onDone: (said: string) => void
  onCancel: () => void
}) {
  const { server, onDone, onCancel } = props
  const { field, formProps, submit, refused, isSending } = useActionForm({
    schema: mailServerSchema,
    defaultValues: {
      host: server?.host ?? '',
      port: server?.port ?? 587,
      username: server?.username ?? '',
      password: '',
      sender: server?.sender ?? '',
    },
    action: saveMailServer,
    onDone: () => onDone(t('dashboard.mailServer.saved')),
  })
  const password = field('password')
  return (
    <form {...formProps} aria-label={t('dashboard.mailServer.title')} className="space-y-4">
      <RefusedMessage refused={refused} again={() => void submit()} />
      <div className="@container">
        <div className="grid gap-x-3 gap-y-4 @min-[16rem]:grid-cols-[minmax(0,1fr)_6rem]">
          <Field
            label={t('dashboard.mailServer.host')}
            hint={t('dashboard.mailServer.hostHint')}
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            {...field('host')}
          />
          <Field
            label={t('dashboard.mailServer.port')}
            hint={t('dashboard.mailServer.portHint')}
            type="number"
            min={1}
            max={65_535}
            {...field('port')}
          />
        </div>
      </div>
      <Field
        label={t('dashboard.mailServer.username')}
        placeholder={t('team.changeForms.optional')}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        {...field('username')}
      />
      <Field
        label={t('common.password')}
        placeholder={server?.username ? undefined : t('team.changeForms.optional')}
        hint={!password.error && server?.username && t('dashboard.mailServer.passwordHint')}
        type="password"
        autoComplete="new-password"
        {...password}
      />
      <Field
        label={t('dashboard.mailServer.sender')}
        hint={t('dashboard.mailServer.senderHint')}
        type="email"
        autoComplete="off"
        {...field('sender')}
      />
      <DialogButtons onCancel={onCancel} isSending={isSending}>
        {t('common.save')}
      </DialogButtons>
    </form>
  )
}
