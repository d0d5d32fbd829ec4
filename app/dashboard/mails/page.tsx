import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { DelayedMails, MailWatch } from '@/components/dashboard/delayed-mails'
import { MailDeliveryHint } from '@/components/dashboard/mail-delivery'
import { MailLog } from '@/components/dashboard/mail-log'
import { mailStates } from '@/lib/post/dashboard-choices'
import { readId } from '@/lib/post/address'
import { getMailServer, hasOwnMailServer, mailDelivery } from '@/lib/queries/mail-server'
import { canReadMailbox } from '@/lib/queries/mailbox'
import { getDelayedMails, listMails, listMailStates } from '@/lib/queries/mails'
import { requireAdmin } from '@/lib/session/viewer'
import { mailCause } from '@/lib/words/mail-causes'

export const instant = false

export const generateMetadata = titled('common.emails', { robots: { index: false } })

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function MailsPage({ searchParams }: Props) {
  await requireAdmin()
  const query = await searchParams
  const state = Object.hasOwn(mailStates, String(query.state)) ? String(query.state) : null
  const [page, known, delivery, server, hasMailbox, delayed] = await Promise.all([
    listMails(state, readId(String(query.before ?? ''))),
    listMailStates(),
    mailDelivery(),
    getMailServer(),
    canReadMailbox(),
    getDelayedMails(),
  ])
  return (
    <>
      <DashboardHeading title={t('common.emails')} current="/dashboard/mails" />
      {delayed && <DelayedMails {...delayed} cause={mailCause(delayed.outcome)} />}
      <MailDeliveryHint {...{ delivery, hasMailbox, server }} isFixed={hasOwnMailServer()} />
      <MailWatch
        isBusy={delivery !== 'off' && (delayed !== null || page.mails.some(({ isBusy }) => isBusy))}
      />
      <MailLog state={state} {...page} known={known} />
    </>
  )
}
