import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { MailLog } from '@/components/dashboard/mail-log'

vi.mock('next/navigation', () => ({ useRouter: () => ({}) }))
afterEach(() => vi.unstubAllEnvs())

const server = { SMTP_URL: 'smtp://127.0.0.1:2525', MAIL_FROM: 'feedback@example.com' }
const mail = {
  id: 1,
  kind: 'test',
  reader: 'Ada',
  postTitle: null,
  reasons: [],
  state: 'sent',
  attempts: 1,
  outcome: null,
  createdAt: '2026-11-20T12:00:00.000Z',
}

/** The Emails page of a site with these variables, as text, and whether the first step is done. */
async function mailsWith(variables: Record<string, string>, hasMailbox: boolean) {
  vi.resetModules()
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  const { mailDelivery } = await import('@/lib/queries/mailbox')
  const delivery = mailDelivery()
  const html = renderToStaticMarkup(
    <MailLog state={null} mails={[mail]} known={['sent']} next={null} {...{ delivery, hasMailbox }} />,
  )
  return { delivery, text: html.replaceAll(/<[^>]+>/g, ' ').replaceAll('&#x27;', "'") }
}

test('without a mail server, the Emails page says how to set one up', async () => {
  const { delivery, text } = await mailsWith({}, false)
  expect(delivery).toBe('off')
  expect(text).toContain("Signpost doesn't send emails yet.")
  expect(text).toContain('SMTP_URL=')
})

test('a local site says that emails are in the mailbox, and how to send them', async () => {
  const { delivery, text } = await mailsWith({ ...server, SIGNPOST_SAVES_MAILS: '1' }, true)
  expect(delivery).toBe('saved')
  expect(text).toContain('The local Supabase saves emails to the')
  expect(text).toContain('In the mailbox')
  expect(text).toContain('SMTP_URL=')
})

test('a local site with a mail server says which emails are sent, and which are in the mailbox', async () => {
  const { delivery, text } = await mailsWith(server, true)
  expect(delivery).toBe('sent')
  expect(text).toContain('Signpost sends these emails through your mail server.')
  expect(text).not.toContain('In the mailbox')
  expect(text).not.toContain('SMTP_URL=')
})

test('a site with a Supabase project and a mail server needs no hint', async () => {
  const { delivery, text } = await mailsWith(server, false)
  expect(delivery).toBe('sent')
  expect(text).not.toContain('mailbox')
  expect(text).not.toContain('SMTP_URL=')
})
