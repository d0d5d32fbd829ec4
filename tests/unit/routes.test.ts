import { beforeEach, describe, expect, test, vi } from 'vitest'
import { GET as follow } from '../../app/api/viewer/follow/route'
import { GET as follows } from '../../app/api/viewer/follows/route'
import { GET as mentionable } from '../../app/api/viewer/mentionable/route'
import { GET as notices } from '../../app/api/viewer/notices/route'
import { GET as unread } from '../../app/api/viewer/unread/route'
import { GET as votes } from '../../app/api/viewer/votes/route'
import { GET as waiting } from '../../app/api/viewer/waiting/route'
import { POST } from '../../app/sign-out/route'
import { answerPostsCsv } from '@/lib/publish/downloads'

const read = vi.hoisted(() => vi.fn())
vi.mock('@/lib/queries/comments', () => ({ listWaitingComments: read }))
vi.mock('@/lib/queries/follows', () => ({ getOwnFollow: read, listFollows: read }))
vi.mock('@/lib/queries/mentionable', () => ({ listMentionable: read }))
vi.mock('@/lib/queries/notifications', () => ({ listNotifications: read, countUnread: read }))
vi.mock('@/lib/queries/viewer-votes', () => ({ listOwnVotes: read }))

describe('viewer answers', () => {
  const ask = (answer: (request: Request) => Promise<Response>, query = '') =>
    answer(new Request(`https://feedback.example.com/api/viewer/x${query}`))

  beforeEach(() => void read.mockReset().mockResolvedValue('somebody’s own'))

  test.each([
    ['a follow', follow, '?post=3', { follow: 'somebody’s own' }],
    ['follows', follows, '?before=9', 'somebody’s own'],
    ['notices', notices, '', 'somebody’s own'],
    ['the count of notices', unread, '', { unread: 'somebody’s own' }],
    ['names', mentionable, '?post=3&typed=Ro', { people: 'somebody’s own' }],
    ['what waits', waiting, '?post=3', { comments: 'somebody’s own' }],
    ['votes', votes, '?posts=1,3', { votes: 'somebody’s own' }],
  ])('%s is never stored on the way', async (_, answer, query, body) => {
    const response = await ask(answer, query)
    expect(await response.json()).toEqual(body)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  test.each<[answer: (request: Request) => Promise<Response>, query: string]>([
    [follow, ''],
    [follow, '?post=0'],
    [waiting, ''],
    [follows, '?before=x'],
    [notices, '?before=-1'],
    [mentionable, '?post=x&typed=Ro'],
    [mentionable, `?post=3&typed=${'a'.repeat(81)}`],
    ...['', 'x', '1,', '-1', '1;2', Array(201).fill('1').join(',')].map((posts): [typeof votes, string] => [
      votes,
      `?posts=${posts}`,
    ]),
  ])('a query that is none asks the database nothing', async (answer, query) => {
    expect((await ask(answer, query)).status).toBe(400)
    expect(read).not.toHaveBeenCalled()
  })
})

const rpc = vi.hoisted(() =>
  vi.fn(() => ({ throwOnError: async (): Promise<{ data: unknown }> => ({ data: true }) })),
)
vi.mock('../../lib/supabase/visitor', () => ({ anonymousClient: { rpc } }))

const { answerMailForm } = await import('../../lib/publish/answer-mail')

// What an email program’s own unsubscribe button sends (RFC 8058).
test.each([
  ['of a post, which may be gone', 'p.x.12.set.y', { follows: false }],
  ['of several posts', 'p.x.0.set.y', { pace: 'never' }],
  ['with the summary', 'p.x.0.summary.y', { follows: false }],
])('one click ends the emails %s, and no others', async (_what, token, change) => {
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  const request = new Request('https://feedback.example.com/api/mail/x', { method: 'POST', body })
  const answer = await answerMailForm(request, { params: Promise.resolve({ token }) })
  expect(answer.status).toBe(200)
  expect(rpc).toHaveBeenLastCalledWith('set_mail_settings', { token, ...change })
})

test.each([
  ['one click', 'List-Unsubscribe=One-Click'],
  ['one click, as a form with parts', new FormData()],
])('%s with a link that is wrong changes nothing, and says so', async (_, body) => {
  if (body instanceof FormData) body.set('List-Unsubscribe', 'One-Click')
  rpc.mockReturnValueOnce({ throwOnError: async () => ({ data: false }) })
  const headers =
    typeof body === 'string' ? { 'content-type': 'application/x-www-form-urlencoded' } : undefined
  const request = new Request('https://feedback.example.com/api/mail/x', { method: 'POST', body, headers })
  const answer = await answerMailForm(request, { params: Promise.resolve({ token: 'wrong' }) })
  expect(answer.status).toBe(404)
  expect(await answer.text()).toBe(
    'This link is wrong or incomplete, so nothing was changed. Use the link in your email.\n',
  )
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  for (const name of ['Set-Cookie', 'Location']) expect(answer.headers.has(name)).toBe(false)
})

test.each([
  ['goes on', [{ title: 'Dark mode' }], 'said=confirmed'],
  ['is of no use any more', [], 'said=gone'],
])('a confirmation link reports whether it %s', async (_what, data, said) => {
  rpc.mockReturnValueOnce({ throwOnError: async () => ({ data }) })
  const body = new URLSearchParams({ confirm: 'yes' })
  const request = new Request('https://feedback.example.com/api/mail/x', { method: 'POST', body })
  const answer = await answerMailForm(request, { params: Promise.resolve({ token: 'a.x.12.confirm.y' }) })
  expect(answer.status).toBe(303)
  expect(answer.headers.get('Location')).toContain(said)
})

const { sent } = vi.hoisted(() => ({ sent: new Headers() }))
vi.mock('next/headers', () => ({
  headers: async () => sent,
  cookies: async () => ({ getAll: () => [], has: () => false }),
}))
vi.mock('@/lib/supabase/server', () => ({
  viewerClient: async () => ({ auth: { signOut: async () => {} } }),
}))

test.each([
  ['https://feedback.example.com/new-features?sort=newest', '/new-features?sort=newest'],
  ['https://feedback.example.com/settings', '/'],
  ['https://feedback.example.com//evil.test', '/'],
  ['x://x/\\evil.test', '/'],
  ['http://x//evil.test', '/'],
  ['none', '/'],
])('signing out at %s leads to %s', async (referer, target) => {
  sent.set('origin', 'https://feedback.example.com')
  sent.set('referer', referer)
  const { status, headers } = await POST()
  expect(status).toBe(303)
  expect(headers.get('location')).toBe(target)
})

const row = {
  id: 3,
  categorySlug: 'bugs',
  categoryName: 'Bugs',
  slug: 'a-title',
  title: 'A title',
  state: 'planned',
  votesTotal: 1,
  commentsTotal: 0,
  authorName: 'Kim',
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: null,
  tags: [],
  assigneeName: null,
  quarter: null,
  companies: 0,
  monthlyValue: 0,
  details: 'First, "second"',
}

vi.mock('@/lib/session/viewer', () => ({ getViewer: () => ({ role: 'admin' }) }))
vi.mock('@/lib/queries/dashboard', () => ({
  listForExport: async function* () {
    yield [row]
    yield [{ ...row, id: 4 }]
  },
}))

test('each page of the posts file uses the API’s names', async () => {
  const answer = await answerPostsCsv(new Request('https://feedback.example.com/dashboard/export'))
  const url = 'https://feedback.example.com/bugs/a-title'
  expect((await answer.text()).replace('\ufeff', '').split('\r\n')).toEqual([
    'id,title,category,state,votes,comments,created_at,author,url,updated_at,tags,assignee,quarter,companies,monthly_value,details',
    `3,A title,bugs,planned,1,0,2026-11-01T12:00:00.000Z,Kim,${url},,,,,0,0,"First, ""second"""`,
    `4,A title,bugs,planned,1,0,2026-11-01T12:00:00.000Z,Kim,${url},,,,,0,0,"First, ""second"""`,
    '',
  ])
})
