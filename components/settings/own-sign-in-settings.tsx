'use client'

import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { addOwnKey, removeOwnKey, trustAddresses } from '@/lib/actions/own-sign-in'
import { callAction } from '@/lib/browser/call-action'
import type { OwnKey } from '@/lib/queries/own-keys'
import type { refuse } from '@/lib/schemas/action-result'
import { ownKeySchema } from '@/lib/schemas/own-sign-in'
import { RefusedMessage } from '../account/sign-in-again'
import { SecretDialog } from '../team/secret-dialog'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { Dialog, DialogButtons } from '../ui/dialog'
import { Field } from '../ui/field'
import { LongDate } from '../ui/long-date'
import { RelativeTime } from '../ui/relative-time'
import { toast, toastProblem } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'

type Refused = ReturnType<typeof refuse> & { again: () => Promise<void> }

const mostKeys = 2
// oxlint-disable-next-line rooms/words -- the format's own
const firstLine = '-----BEGIN PUBLIC KEY-----'

export function OwnSignInSettings(props: {
  keys: OwnKey[]
  /** Whether the server has the secret key that tokens require. */
  takesTokens: boolean
  trustsAddresses: boolean
}) {
  const { keys, takesTokens, trustsAddresses } = props
  const router = useRouter()
  const [made, setMade] = useState<string | null>(null)
  const [isPasting, setPasting] = useState(false)
  const [removing, setRemoving] = useState<OwnKey | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const isOn = takesTokens && keys.length > 0
  const isFull = keys.length >= mostKeys

  async function createSecret() {
    const result = await callAction(() => addOwnKey({ algorithm: 'HS256', publicKey: '' }), { tries: 1 })
    setRefused(result.ok ? null : { ...result, again: createSecret })
    if (result.ok) setMade(result.data.secret)
    router.refresh()
  }

  async function trust(wanted: boolean) {
    const result = await callAction(() => trustAddresses(wanted))
    setRefused(result.ok ? null : { ...result, again: () => trust(wanted) })
    if (result.ok) toast({ title: t('settings.ownSignIn.saved') })
    router.refresh()
  }

  async function answer(yes: boolean) {
    const { id } = removing!
    setRemoving(null)
    if (!yes) return
    const result = await callAction(() => removeOwnKey({ id }))
    if (!result.ok) toastProblem(result.message)
    else toast({ title: t('settings.ownSignIn.removed') })
    router.refresh()
  }

  return (
    <div className="lg:max-w-2xl rounded-lg border border-line bg-surface p-[min(1rem,5vw)]">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-semibold">{t('settings.ownSignIn.title')}</h2>
        <p className={isOn ? 'font-medium text-completed' : 'text-ink-soft'}>
          {t(isOn ? 'settings.ownSignIn.on' : 'settings.ownSignIn.off')}
        </p>
      </div>
      <p className="mb-3 text-ink-soft">
        {t('settings.ownSignIn.intro')} {!takesTokens && t('settings.ownSignIn.noKey')}
      </p>
      <div className="*:mb-3">
        <RefusedMessage refused={refused} again={() => void refused!.again()} />
      </div>
      {keys.length > 0 && (
        <ul className="mb-3 divide-y divide-line rounded-lg border border-line bg-surface">
          {keys.map((key) => (
            <li key={key.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
              <div className="min-w-0 flex-1 basis-48">
                <p className="font-mono">
                  {key.algorithm} …{key.lastFour}
                </p>
                <p className="text-ink-soft">
                  <LongDate iso={key.createdAt} />
                  {' · '}
                  {key.lastUsedAt
                    ? rich('apiKey.list.lastUsed', {
                        d: () => <RelativeTime key="used" iso={key.lastUsedAt!} />,
                      })
                    : t('apiKey.list.neverUsed')}
                </p>
              </div>
              <Button
                onClick={() => setRemoving(key)}
                aria-label={t('settings.ownSignIn.removeKey', { lastFour: key.lastFour })}
              >
                {t('common.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isFull ? (
        <p className="text-ink-soft">{t('settings.ownSignIn.full')}</p>
      ) : (
        takesTokens && (
          <div className="flex flex-wrap gap-2">
            <Button onClick={createSecret}>{t('settings.ownSignIn.createSecret')}</Button>
            <Button onClick={() => setPasting(true)}>{t('settings.ownSignIn.addPublicKey')}</Button>
          </div>
        )
      )}
      {takesTokens && (
        <div className="mt-4">
          <label className="check-line">
            <input
              type="checkbox"
              checked={trustsAddresses}
              onChange={({ currentTarget }) => void trust(currentTarget.checked)}
            />
            {t('settings.ownSignIn.trust')}
          </label>
          <p className="ps-6 text-ink-soft">{t('settings.ownSignIn.trustHint')}</p>
        </div>
      )}
      {isPasting && (
        <Dialog onClose={() => setPasting(false)} title={t('settings.ownSignIn.addPublicKey')}>
          <PublicKeyForm
            onCancel={() => setPasting(false)}
            onDone={() => {
              setPasting(false)
              toast({ title: t('settings.ownSignIn.added') })
              router.refresh()
            }}
          />
        </Dialog>
      )}
      <ConfirmDialog
        open={removing !== null}
        question={t('settings.ownSignIn.question')}
        detail={t('settings.ownSignIn.detail')}
        act={t('common.remove')}
        onAnswer={answer}
      />
      <SecretDialog
        title={t('settings.ownSignIn.created')}
        description={t('apiKey.list.copyNow')}
        label={t('webhook.list.secret')}
        secret={made}
        onClose={() => setMade(null)}
      />
    </div>
  )
}

function PublicKeyForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { field, formProps, submit, refused, isSending } = useActionForm({
    schema: ownKeySchema,
    defaultValues: { algorithm: 'ES256' as const, publicKey: '' },
    action: addOwnKey,
    onDone,
    tries: 1,
  })
  return (
    <form {...formProps} aria-label={t('settings.ownSignIn.publicKey')} className="space-y-4">
      <RefusedMessage refused={refused} again={() => void submit()} />
      <Field
        label={t('settings.ownSignIn.publicKey')}
        multiline
        rows={5}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        placeholder={firstLine}
        className="font-mono"
        {...field('publicKey')}
      />
      <DialogButtons onCancel={onCancel} isSending={isSending}>
        {t('settings.ownSignIn.addPublicKey')}
      </DialogButtons>
    </form>
  )
}
