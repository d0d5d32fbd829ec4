import { isLocalHost } from '@/lib/session/local-host'
import { rich } from '../ui/rich'

/** Says where the email is on a local site, which doesn't send it. Every page knows whether it's one (app/layout.tsx). */
export function MailboxLine() {
  if (document.body.dataset.mailbox === undefined || !isLocalHost(window.location.host)) return null
  return (
    <p className="text-ink-soft">
      {rich('auth.mailboxLine', {
        // In a new tab, so that the code can be entered here.
        a: (text) => (
          <a key="mailbox" href="/mailbox" target="_blank" className="underline underline-offset-2">
            {text}
          </a>
        ),
      })}
    </p>
  )
}
