import { beforeEach, expect, test, vi } from 'vitest'
import { GET as follow } from '../../app/api/viewer/follow/route'
import { GET as follows } from '../../app/api/viewer/follows/route'
import { GET as mentionable } from '../../app/api/viewer/mentionable/route'
import { GET as notices } from '../../app/api/viewer/notices/route'
import { GET as unread } from '../../app/api/viewer/unread/route'
import { GET as votes } from '../../app/api/viewer/votes/route'

const read = vi.hoisted(() => vi.fn())
vi.mock('@/lib/queries/follows', () => ({ getOwnFollow: read, listFollows: read }))
vi.mock('@/lib/queries/mentionable', () => ({ listMentionable: read }))
vi.mock('@/lib/queries/notifications', () => ({ listNotifications: read, countUnread: read }))
vi.mock('@/lib/queries/viewer-votes', () => ({ listOwnVotes: read }))

const ask = (answer: (request: Request) => Promise<Response>, query = '') =>
  answer(new Request(`https://feedback.example.com/api/viewer/x${query}`))

beforeEach(() => void read.mockReset().mockResolvedValue('somebody’s own'))

test.each([
  ['a follow', follow, '?post=3', { follow: 'somebody’s own' }],
  ['follows', follows, '?before=9', 'somebody’s own'],
  ['notices', notices, '', 'somebody’s own'],
  ['the count of notices', unread, '', { unread: 'somebody’s own' }],
  ['names', mentionable, '?post=3&typed=Ro', { people: 'somebody’s own' }],
  ['votes', votes, '?posts=1,3', { votes: 'somebody’s own' }],
])('%s may be stored by nobody on the way', async (_, answer, query, body) => {
  const response = await ask(answer, query)
  expect(await response.json()).toEqual(body)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
})

test.each<[answer: (request: Request) => Promise<Response>, query: string]>([
  [follow, ''],
  [follow, '?post=0'],
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
