import '@/app/more.css'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { MailFrame } from '@/components/ui/mail-frame'
import { RelativeTime } from '@/components/ui/relative-time'
import { RequestTime } from '@/components/ui/request-time'
import { EmptyState } from '@/components/ui/empty-state'
import { FoldSummary } from '@/components/ui/fold-summary'
import { canReadMailbox, listLocalMails } from '@/lib/queries/mailbox'
import { ButtonLink } from '@/components/ui/button'

/** With a hosted Supabase project, this page doesn't exist. */
export const instant = false

export const metadata: Metadata = { title: 'Mailbox', robots: { index: false } }

export default async function MailboxPage() {
  if (!(await canReadMailbox())) notFound()
  const mails = (await listLocalMails()) ?? notFound()
  return (
    <RequestTime>
      <h1 className="text-xl font-semibold">Mailbox</h1>
      <p className="mt-1 mb-4 text-ink-soft">
        The local Supabase saves its emails here instead of sending them. Only this machine can open this
        page.
      </p>
      {mails.length === 0 && (
        <EmptyState action={<ButtonLink href="/forgot-password">Request an email</ButtonLink>} />
      )}
      <div className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface empty:hidden">
        {mails.map(({ name, to, subject, html, sentAt }, place) => (
          <details key={name} open={place === 0} className="group">
            <FoldSummary className="rounded-none px-4 py-3 -outline-offset-2 hover:bg-sunken [&>*]:self-start [&>svg]:mt-1">
              <span className="min-w-0">
                <h2 className="text-base font-semibold">{subject}</h2>
                <span className="text-ink-soft">
                  {to}, <RelativeTime iso={sentAt} />
                </span>
              </span>
            </FoldSummary>
            <div className="border-t border-line">
              <MailFrame subject={subject} html={html} />
            </div>
          </details>
        ))}
      </div>
    </RequestTime>
  )
}
