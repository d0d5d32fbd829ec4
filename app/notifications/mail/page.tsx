import '@/app/more.css'
import type { Metadata } from 'next'
import { ConfirmMails, MailSettingsForm } from '@/components/notification/mail-settings-form'
import { FormMessage } from '@/components/ui/form-message'
import { getMailSettings } from '@/lib/queries/notifications'
import { readLinkQuery } from '@/lib/session/link-query'

/** Where the links in notices lead, for whoever reads the mail, without signing in. Opening it changes nothing. */
export const instant = false

export const metadata: Metadata = {
  title: 'Email settings',
  robots: { index: false },
}

const ofNoUse = 'This link no longer works: what it belonged to is gone.'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function MailPage({ searchParams }: Props) {
  const { said } = await searchParams
  const token = (await readLinkQuery()).get('token') ?? ''
  return (
    <div className="mx-auto max-w-md py-6">
      <h1 className="mb-4 text-xl font-semibold">Email settings</h1>
      {token.split('.')[3] === 'confirm' ? (
        said === 'gone' ? (
          <FormMessage tone="danger">{ofNoUse}</FormMessage>
        ) : (
          <ConfirmMails token={token} isConfirmed={said === 'confirmed'} />
        )
      ) : (
        <Settings token={token} isSaved={said === 'saved'} />
      )}
    </div>
  )
}

async function Settings({ token, isSaved }: { token: string; isSaved: boolean }) {
  const settings = await getMailSettings(token)
  if (settings) return <MailSettingsForm token={token} settings={settings} isSaved={isSaved} />
  return (
    <FormMessage tone={isSaved ? 'info' : 'danger'}>
      {isSaved ? "You won't get any more emails, and we've forgotten your address." : ofNoUse}
    </FormMessage>
  )
}
