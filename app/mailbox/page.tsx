import '@/app/more.css'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { MailFrame } from '@/components/ui/mail-frame'
import { RelativeTime } from '@/components/ui/relative-time'
import { EmptyState } from '@/components/ui/empty-state'
import { canReadMailbox, listLocalMails } from '@/lib/queries/mailbox'
import { ButtonLink } from '@/components/ui/button'

/** With a hosted Supabase project, this page doesn't exist. */
export const instant = false

export const metadata: Metadata = { title: 'Mailbox', robots: { index: false } }

export default async function MailboxPage() {
  if (!(await canReadMailbox())) notFound()
  const mails = (await listLocalMails()) ?? notFound()
  return (
    <>
      <h1 className="text-xl font-semibold">Mailbox</h1>
      <p className="mt-1 mb-4 text-ink-soft">
        The local Supabase saves its emails here instead of sending them. Only this machine can open this
        page.
      </p>
      {mails.length === 0 && (
        <EmptyState action={<ButtonLink href="/forgot-password">Request an email</ButtonLink>} />
      )}
      <div className="space-y-4">
        {mails.map(({ name, to, subject, html, sentAt }, place) => (
          <details
            key={name}
            open={place === 0}
            className="overflow-hidden rounded-lg border border-line bg-surface"
          >
            <summary className="cursor-pointer px-4 py-3">
              <h2 className="inline text-base font-semibold">{subject}</h2>
              <p className="text-ink-soft">
                {to}, <RelativeTime iso={sentAt} />
              </p>
            </summary>
            <div className="border-t border-line">
              <MailFrame subject={subject} html={html} />
            </div>
          </details>
        ))}
      </div>
    </>
  )
}
