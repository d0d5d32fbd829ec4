import { describe, expect, test } from 'vitest'
import { mailEventSchema } from '../../lib/schemas/mail-event.ts'
import { hasSecret } from '../../lib/publish/check-secret.ts'

describe('reports from email providers', () => {
  const address = 'gone@example.com'
  const sns = (message: object) => ({ Type: 'Notification', Message: JSON.stringify(message) })
  test.each([
    ['a plain bounce', { address, reason: 'bounce' }, 'bounce'],
    ['Postmark, gone', { RecordType: 'Bounce', Type: 'HardBounce', Email: address }, 'bounce'],
    ['Postmark, full', { RecordType: 'Bounce', Type: 'SoftBounce', Email: address }, null],
    ['Postmark, complaint', { RecordType: 'SpamComplaint', Email: address }, 'complaint'],
    ['SendGrid', [{ event: 'bounce', email: address }], 'bounce'],
    ['SendGrid, blocked', [{ event: 'bounce', type: 'blocked', email: address }], null],
    ['SendGrid, complaint', [{ event: 'spamreport', email: address }], 'complaint'],
    ['SendGrid, delivered', [{ event: 'delivered', email: address }], null],
    ['Mailgun', { 'event-data': { event: 'failed', severity: 'permanent', recipient: address } }, 'bounce'],
    [
      'Mailgun, for now',
      { 'event-data': { event: 'failed', severity: 'temporary', recipient: address } },
      null,
    ],
    ['Resend', { type: 'email.bounced', data: { to: [address] } }, 'bounce'],
    ['Resend, complaint', { type: 'email.complained', data: { to: [address] } }, 'complaint'],
    [
      'SES',
      sns({ bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: address }] } }),
      'bounce',
    ],
    [
      'SES, for now',
      sns({ bounce: { bounceType: 'Transient', bouncedRecipients: [{ emailAddress: address }] } }),
      null,
    ],
    [
      'SES, complaint',
      sns({ complaint: { complainedRecipients: [{ emailAddress: address }] } }),
      'complaint',
    ],
  ])('%s', (_service, body, reason) => {
    expect(mailEventSchema.parse(body)).toEqual(reason ? [{ address, reason }] : [])
  })

  test.each([
    [null],
    ['text'],
    [{}],
    [{ address, reason: 'dislike' }],
    [{ Type: 'Notification', Message: '{' }],
    [{ address: [address], reason: 'bounce' }],
    [JSON.parse(`{"__proto__": {"address": "${address}", "reason": "bounce"}}`)],
  ])('%j is none of it', (body) => {
    expect(mailEventSchema.safeParse(body).success).toBe(false)
  })

  test.each(['', 'gone', 'a b@example.com', 'a\0@example.com', 'a@b@example.com'])(
    '%j is not an address, and the message’s other addresses count',
    (wrong) => {
      const body = { type: 'email.bounced', data: { to: [wrong, address] } }
      expect(mailEventSchema.parse(body)).toEqual([{ address, reason: 'bounce' }])
    },
  )

  test('a message contains at most a thousand addresses', () => {
    const naming = (count: number) => ({ type: 'email.bounced', data: { to: Array(count).fill(address) } })
    expect(mailEventSchema.safeParse(naming(1_000)).success).toBe(true)
    for (const body of [naming(1_001), [naming(501), naming(500)]])
      expect(mailEventSchema.safeParse(body).success).toBe(false)
  })
})

test.each([
  ['Bearer the-secret-of-the-jobs', true],
  ['bearer the-secret-of-the-jobs', true],
  [`Basic ${btoa('any:the-secret-of-the-jobs')}`, true],
  ['Bearer the-secret-of-the-job', false],
  ['Bearer', false],
  [`Basic ${btoa('the-secret-of-the-jobs:')}`, false],
  ['', false],
])('a request with the authorization "%s" brings the secret: %s', (authorization, brings) => {
  const request = new Request('https://feedback.example.com/api/jobs', { headers: { authorization } })
  expect(hasSecret(request, 'the-secret-of-the-jobs')).toBe(brings)
})
