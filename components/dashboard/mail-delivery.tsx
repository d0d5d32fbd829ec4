import { t } from '@/lib/words/t'
import type { MailDelivery, StoredMailServer } from '@/lib/queries/mail-server'
import { TestMail } from '../notification/test-mail'
import { AppLink } from '../ui/app-link'
import { rich } from '../ui/rich'
import { MailServer } from './mail-server'

/** Where the site's emails go, and how to send them through a mail server. */
export function MailDeliveryHint(props: {
  delivery: MailDelivery
  hasMailbox: boolean
  /** Chosen in the dashboard. */
  server: StoredMailServer | null
  /** The environment has one, which takes precedence. */
  isFixed: boolean
}) {
  const { delivery, hasMailbox, server, isFixed } = props
  const hint = hasMailbox
    ? rich(delivery === 'sent' ? 'dashboard.mailLog.codesInMailbox' : 'dashboard.mailLog.mailbox', {
        a: (text) => (
          <AppLink key="a" href="/mailbox" className="underline underline-offset-2">
            {text}
          </AppLink>
        ),
        c: (text) => <code>{text}</code>,
      })
    : delivery !== 'sent' && t('dashboard.mailLog.notSetUp')
  const said = hint && <p className="text-ink-soft">{hint}</p>
  // Its answer doesn't outlive the server that it is about.
  const test = delivery !== 'off' && <TestMail key={JSON.stringify(server)} />
  return (
    <div className="mb-6 max-w-prose space-y-3">
      {said}
      {isFixed ? (
        <div className="flex flex-wrap gap-2">{test}</div>
      ) : (
        <MailServer {...{ server, hasMailbox }}>{test}</MailServer>
      )}
    </div>
  )
}
