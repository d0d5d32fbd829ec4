import { expect, test, vi } from 'vitest'
import { GET } from '../../app/api/viewer/votes/route'

const { listOwnVotes } = vi.hoisted(() => ({ listOwnVotes: vi.fn() }))
vi.mock('@/lib/queries/viewer-votes', () => ({ listOwnVotes }))

const ask = (posts: string) =>
  GET(new Request(`https://feedback.example.com/api/viewer/votes?posts=${posts}`))

test('somebody’s own votes may be stored by nobody on the way', async () => {
  const votes = [{ id: 3, isVoted: true, total: 7 }]
  listOwnVotes.mockResolvedValue(votes)
  const answer = await ask('1,3')
  expect(await answer.json()).toEqual({ votes })
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
})

test.each(['', 'x', '1,', '-1', '1;2', Array(201).fill('1').join(',')])(
  '%j is no list of posts',
  async (posts) => {
    listOwnVotes.mockClear()
    expect((await ask(posts)).status).toBe(400)
    expect(listOwnVotes).not.toHaveBeenCalled()
  },
)
