import { expect, test } from 'vitest'
import { deviceName } from '../../lib/text/device-name'
import { writeMail } from '../../lib/mail/write-mail'
import type { AccountEvent } from '../../lib/mail/account-event'

const site = { url: 'https://feedback.example.com', name: 'Acme' }

function write(about: AccountEvent) {
  const mail = {
    kind: 'account',
    id: 1,
    attempt: 1,
    key: 'k',
    post_id: null,
    to: 'kim@example.com',
    name: 'Kim',
  }
  return writeMail(
    { ...mail, ...about, pace: 'never', token: 'secret-token', is_person: true } as never,
    site,
  )
}

const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'

test.each<[AccountEvent, string, string]>([
  [{ event: 'device', user_agent: firefox }, 'New sign-in to Acme', '/settings#sessions'],
  [{ event: 'password' }, 'Your Acme password was changed', '/forgot-password'],
  [{ event: 'deleted' }, 'Your Acme account was deleted', '/'],
  [{ event: 'linked', provider: 'github' }, 'GitHub was linked to your Acme account', '/settings'],
  [
    { event: 'unlinked', provider: 'custom' },
    'custom was unlinked from your Acme account',
    '/forgot-password',
  ],
  [{ event: 'factor-added' }, 'Two-factor authentication is on for Acme', '/forgot-password'],
  [{ event: 'factor-removed' }, 'Two-factor authentication is off for Acme', '/forgot-password'],
  [{ event: 'factor-recovered' }, 'A recovery code was used for Acme', '/settings#two-factor'],
  [
    { event: 'invited', invitation: 'a-secret', role: 'admin', by: 'Ada' },
    'Ada invited you to the Acme team',
    '/auth/invitation?key=a-secret',
  ],
  [{ event: 'factor-reset' }, 'Two-factor authentication was reset for Acme', '/settings#two-factor'],
])('%j is told with what to do, and cannot be unsubscribed from', (about, subject, path) => {
  const letter = write(about)
  expect(letter.subject).toBe(subject)
  for (const text of [letter.text, letter.html]) {
    expect(text).toContain(`https://feedback.example.com${path}`)
    expect(text).not.toContain('secret-token')
  }
  expect(letter.headers).not.toHaveProperty('List-Unsubscribe')
})

test('a new device is named, and its description stays text', () => {
  expect(write({ event: 'device', user_agent: firefox }).text).toContain('Firefox on Windows')
  expect(write({ event: 'device', user_agent: '<b>x</b>' }).html).toContain('Unknown device')
})

test.each([
  [firefox, 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    'Safari on Mac',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140.0 Mobile Safari/604.1',
    'Chrome on iPhone',
  ],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['Mozilla/5.0 (X11; CrOS x86_64) Chrome/140.0 Safari/537.36', 'Chrome on ChromeOS'],
  ['curl/8.5.0', 'Unknown device'],
  [null, 'Unknown device'],
])('%s is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
  expect(deviceName(name)).toBe(name)
})
