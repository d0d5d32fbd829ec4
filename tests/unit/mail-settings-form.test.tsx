import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { MailSettingsForm } from '@/components/notification/mail-settings-form'

vi.mock('next/navigation', () => ({ useRouter: () => ({}) }))

const daily = { address: 'a…@example.com', pace: 'daily', hasAccount: true, post: null } as const
const post = { title: 'Dark mode', href: '/bugs/dark-mode', follows: true }
const saves = 'Save to stop these emails, or choose how often to get them.'
const isEnded = "You've unsubscribed from these emails."

/** What the page says, and what is chosen and ticked. */
function show(settings: Partial<Parameters<typeof MailSettingsForm>[0]['settings']>, isSaved = false) {
  const all = { ...daily, summary: null, changelog: null, ...settings }
  const html = renderToStaticMarkup(<MailSettingsForm token="t" settings={all} isSaved={isSaved} />)
  const [, said] = /role="status"[^>]*><div[^>]*>([^<]*)/.exec(html) ?? []
  const chosen = [...html.matchAll(/<input[^>]*checked=""[^>]*value="([^"]*)"/g)].map(([, value]) => value)
  return [said?.replaceAll('&#x27;', "'"), ...chosen]
}

test.each([
  ['several posts', {}, 'never'],
  ['a mention', { post: { ...post, follows: false } }, 'never'],
  ['a post', { post }, 'daily'],
  ['the changelog', { changelog: true }, 'daily'],
  ['a summary', { summary: true }, 'daily'],
])('the link in an email about %s ends those emails alone once it is saved', (_, settings, pace) => {
  expect(show(settings)).toEqual([saves, pace])
})

test('saved settings are shown as they are', () => {
  expect(show({ summary: true }, true)).toEqual(['Saved.', 'daily', 'yes'])
  expect(show({ post: { ...post, follows: false } }, true)).toEqual(['Saved.', 'daily'])
})

test('emails that have ended are shown as ended, and nothing else is chosen', () => {
  expect(show({ pace: 'never' })).toEqual([isEnded, 'never'])
  expect(show({ summary: false })).toEqual([isEnded, 'daily'])
  expect(show({ changelog: false })).toEqual([isEnded, 'daily'])
})
