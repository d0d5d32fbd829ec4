import { beforeEach, expect, test, vi } from 'vitest'

const { getViewer, readPicture, storePicture, rows } = vi.hoisted(() => ({
  getViewer: vi.fn(),
  readPicture: vi.fn(),
  storePicture: vi.fn(),
  rows: { posts: [] as object[], comments: [] as object[], my_waiting: [] as object[] },
}))

/** Answers every query with the rows of its table that fit what it asks for. */
function query(all: object[]) {
  const filters: [string, unknown][] = []
  const chain = {
    select: () => chain,
    eq: (column: string, value: unknown) => (filters.push([column, value]), chain),
    is: (column: string, value: unknown) => (filters.push([column, value]), chain),
    then: (resolve: (answer: object) => void) =>
      resolve({
        data: all.filter((row) =>
          filters.every(([column, value]) => ((row as Record<string, unknown>)[column] ?? null) === value),
        ),
        error: null,
      }),
  }
  return chain
}

vi.mock('@/lib/session/viewer', () => ({ getViewer }))
vi.mock('@/lib/image/read-picture', () => ({ readPicture }))
vi.mock('@/lib/actions/stored-picture', () => ({ storePicture, imageOwnerColumns: '' }))
vi.mock('@/lib/supabase/server', () => ({
  viewerClient: () => ({
    from: (table: 'posts' | 'comments') => query(rows[table]),
    rpc: (name: 'my_waiting') => query(rows[name]),
  }),
}))

const me = 'me'
const refusal = { ok: false, message: 'stop here' }

beforeEach(() => {
  vi.resetModules()
  getViewer.mockReset().mockResolvedValue({ id: me, role: null })
  readPicture.mockReset().mockResolvedValue({})
  storePicture.mockReset().mockResolvedValue({ refusal })
  Object.assign(rows, {
    posts: [
      { id: 1, author_id: me },
      { id: 2, author_id: 'another' },
      { id: 3, author_id: me, deleted_at: 'now' },
    ],
    comments: [
      { id: 1, author_id: me },
      { id: 2, author_id: 'another' },
      { id: 3, author_id: me, hidden_at: 'now' },
    ],
    my_waiting: [
      { post_id: 4, comment_id: null },
      { post_id: null, comment_id: 5 },
    ],
  })
})

async function send(query: string) {
  const { POST } = await import('../../app/api/pictures/route')
  const response = await POST(
    new Request(`http://127.0.0.1/api/pictures?${query}`, {
      method: 'POST',
      body: 'picture',
      headers: { origin: 'http://127.0.0.1', host: '127.0.0.1', 'sec-fetch-site': 'same-origin' },
    }),
  )
  return { status: response.status, result: (await response.json()) as { message: string } }
}

test.each(['post&id=1', 'comment&id=1', 'post&id=4', 'comment&id=5'])(
  'a picture for an own %s is read',
  async (owner) => {
    expect(await send(`for=image&alt=x&owner=${owner}`)).toEqual({ status: 200, result: refusal })
    expect(readPicture).toHaveBeenCalledOnce()
  },
)

test.each([
  'post&id=2',
  'post&id=3',
  'post&id=999999999',
  'post&id=5',
  'comment&id=2',
  'comment&id=3',
  'comment&id=4',
])('a picture for %s is refused before it is read', async (owner) => {
  const { result } = await send(`for=image&alt=x&owner=${owner}`)
  expect(result).toMatchObject({ ok: false, message: 'You may not do this.', reason: 'forbidden' })
  expect(readPicture).not.toHaveBeenCalled()
})

test('an account sends 30 pictures in ten minutes, whatever becomes of them', async () => {
  const start = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(start)
  for (let n = 0; n < 30; n++) {
    expect((await send(n % 2 ? 'for=avatar' : 'for=image&alt=x&owner=post&id=2')).status).toBe(200)
  }
  readPicture.mockClear()
  const message = "You've sent many pictures. Try again in a few minutes."
  expect(await send('for=avatar')).toEqual({
    status: 429,
    result: { ok: false, message, reason: 'rate-limit' },
  })
  expect(readPicture).not.toHaveBeenCalled()
  getViewer.mockResolvedValue({ id: 'another', role: null })
  expect((await send('for=avatar')).status).toBe(200)
  getViewer.mockResolvedValue({ id: me, role: null })
  clock.mockReturnValue(start + 10 * 60_000 + 1)
  // The cache looks at the clock once in a millisecond.
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect((await send('for=avatar')).status).toBe(200)
})
