import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { MailDeliveryHint } from '@/components/dashboard/mail-delivery'
import { MailLog } from '@/components/dashboard/mail-log'

vi.mock('next/navigation', () => ({ useRouter: () => ({}) }))
afterEach(() => vi.unstubAllEnvs())

const server = { SMTP_URL: 'smtp://127.0.0.1:2525', MAIL_FROM: 'feedback@example.com' }
type Stored = { host: string; port: number; username: string | null; sender: string } | null
const mail = {
  id: 1,
  kind: 'test',
  reader: 'Ada',
  postTitle: null,
  reasons: [],
  state: 'sent',
  attempts: 1,
  outcome: null,
  isDelayed: false,
  isBusy: false,
  createdAt: '2026-11-20T12:00:00.000Z',
}

/** The Emails page of a site with these variables and this stored server, as text, and what happens to emails. */
async function mailsWith(variables: Record<string, string>, hasMailbox: boolean, server: Stored = null) {
  vi.resetModules()
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  const maybeSingle = () => ({ throwOnError: async () => ({ data: server }) })
  vi.doMock('@/lib/supabase/server', () => ({ viewerClient: async () => ({ rpc: () => ({ maybeSingle }) }) }))
  const { hasOwnMailServer, mailDelivery } = await import('@/lib/queries/mail-server')
  const delivery = await mailDelivery()
  const isFixed = hasOwnMailServer()
  const html = renderToStaticMarkup(
    <>
      <MailDeliveryHint {...{ delivery, hasMailbox, server, isFixed }} />
      <MailLog state={null} mails={[mail]} known={['sent']} next={null} />
    </>,
  )
  return {
    delivery,
    text: html
      .replaceAll('<wbr/>', '')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll('&#x27;', "'"),
  }
}

test('without a mail server, the Emails page says how to set one up', async () => {
  const { delivery, text } = await mailsWith({}, false)
  expect(delivery).toBe('off')
  expect(text).toContain("Signpost doesn't send emails yet.")
  expect(text).toContain('Set up a mail server')
})

test('a local site says that emails are in the mailbox, and how to send them', async () => {
  const { delivery, text } = await mailsWith({ ...server, SIGNPOST_SAVES_MAILS: '1' }, true)
  expect(delivery).toBe('saved')
  expect(text).toContain('The local Supabase saves emails to the')
  expect(text).toContain('Set up a mail server')
})

test('a local site with a mail server says which emails are sent, and which are in the mailbox', async () => {
  const { delivery, text } = await mailsWith(server, true)
  expect(delivery).toBe('sent')
  expect(text).toContain('Signpost sends these emails through your mail server.')
  expect(text).not.toContain('Set up a mail server')
})

test('a site with a Supabase project and a mail server needs no hint', async () => {
  const { delivery, text } = await mailsWith(server, false)
  expect(delivery).toBe('sent')
  expect(text).not.toContain('mailbox')
  expect(text).not.toContain('Set up a mail server')
})

test('a mail server chosen in the dashboard sends, unless the environment has one', async () => {
  const stored = { host: 'smtp.example.org', port: 587, username: 'signpost', sender: 'hello@example.org' }
  const local = await mailsWith({ ...server, SIGNPOST_SAVES_MAILS: '1' }, true, stored)
  expect(local.delivery).toBe('sent')
  expect(local.text.replaceAll(/\s+/g, ' ')).toContain('Mail server: smtp.example.org:587')
  expect(local.text).toContain('Change the mail server')
  const own = await mailsWith({ ...server, SIGNPOST_SAVES_MAILS: '' }, false, stored)
  expect(own.delivery).toBe('sent')
  expect(own.text).not.toContain('smtp.example.org')
})

test('the list tells emails in the mailbox from sent ones', () => {
  const html = renderToStaticMarkup(
    <MailLog state={null} mails={[{ ...mail, state: 'saved' }]} known={['saved']} next={null} />,
  )
  expect(html).toContain('In the mailbox')
  expect(html).not.toContain('Sent')
})

test('an email that is tried again says why', () => {
  const waiting = {
    ...mail,
    state: 'ready',
    attempts: 2,
    outcome: 'self-signed certificate',
    isDelayed: true,
  }
  const html = renderToStaticMarkup(<MailLog state={null} mails={[waiting]} known={['ready']} next={null} />)
  expect(html).toContain('Queued, trying again')
  expect(html.replaceAll('&#x27;', "'")).toContain("The server's certificate isn't valid.")
})
