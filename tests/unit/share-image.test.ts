import { beforeEach, expect, test, vi } from 'vitest'

const { drawings, cards } = vi.hoisted(() => ({ drawings: [] as (() => void)[], cards: [] as unknown[] }))

// Each image is being rendered until its test completes it.
vi.mock('next/og', () => ({
  ImageResponse: class {
    constructor({ props }: { props: { texts: unknown } }) {
      cards.push(props.texts)
    }
    arrayBuffer() {
      return new Promise((resolve) => drawings.push(() => resolve(new ArrayBuffer(8))))
    }
  },
}))

const { pause } = vi.hoisted(() => ({ pause: vi.fn(async (_milliseconds: number) => {}) }))
vi.mock('node:timers/promises', () => ({ setTimeout: pause }))

const { readShareLogo } = vi.hoisted(() => ({ readShareLogo: vi.fn() }))
vi.mock('../../lib/publish/share-logo', () => ({ readShareLogo }))

const facts = (heading: string) => ({ heading, plainHeading: heading, section: '', siteName: 'Signpost' })

async function openSite() {
  const { answerShareImage } = await import('../../lib/publish/share-image')
  const { shareVersion } = await import('../../lib/publish/share-facts')
  return {
    ask: (heading: string, headers = {}) =>
      answerShareImage(
        new Request('https://feedback.example.com/api/share-image', { headers }),
        facts(heading),
      ),
    versionOf: (heading: string) => shareVersion(facts(heading)),
  }
}

/** Completes all waiting images until none waits. */
async function drawAll(): Promise<void> {
  await vi.waitFor(() => expect(drawings.length).toBeGreaterThan(0), { timeout: 20_000 })
  for (let idle = 0; idle < 5; idle++) {
    await new Promise((resolve) => setTimeout(resolve))
    if (drawings.length > 0) idle = 0
    drawings.splice(0).forEach((finish) => finish())
  }
}

beforeEach(() => {
  vi.resetModules()
  drawings.length = 0
  readShareLogo.mockReset()
  pause.mockReset()
})

test('twenty images wait to be rendered; a further one is postponed until there is room', async () => {
  const { ask } = await openSite()
  const waiting = Array.from({ length: 20 }, (_, n) => ask(`Post ${n}`))
  const further = await ask('One too many')
  expect(further.status).toBe(503)
  expect(Number(further.headers.get('retry-after'))).toBeGreaterThan(0)
  const sameAsOne = ask('Post 3')
  await drawAll()
  const answers = await Promise.all([...waiting, sameAsOne])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const again = ask('One too many')
  await drawAll()
  expect((await again).status).toBe(200)
})

test('one image is rendered at a time, and none twice', async () => {
  const { ask } = await openSite()
  const [first, second] = [ask('First'), ask('Second')]
  await vi.waitFor(() => expect(drawings).toHaveLength(1), { timeout: 20_000 })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(drawings).toHaveLength(1)
  await drawAll()
  await Promise.all([first, second])
  expect((await ask('First')).status).toBe(200)
  expect(drawings).toHaveLength(0)
})

test('between two images, the thread is free for a while', async () => {
  const { ask } = await openSite()
  let goOn = () => {}
  pause.mockImplementation(() => new Promise((resolve) => (goOn = resolve)))
  const [first, second] = [ask('First'), ask('Second')]
  await vi.waitFor(() => expect(drawings).toHaveLength(1), { timeout: 20_000 })
  drawings.pop()!()
  expect((await first).status).toBe(200)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(drawings).toHaveLength(0)
  expect(pause).toHaveBeenCalledExactlyOnceWith(200)
  goOn()
  await drawAll()
  expect((await second).status).toBe(200)
})

test('a reader with the current image gets a 304, and a missing image a 404', async () => {
  const { ask, versionOf } = await openSite()
  expect((await ask('Known', { 'if-none-match': `"${versionOf('Known')}"` })).status).toBe(304)
  const { answerShareImage } = await import('../../lib/publish/share-image')
  expect((await answerShareImage(new Request('https://feedback.example.com/'), null)).status).toBe(404)
})

test('an image without its logo is cached briefly and rendered again', async () => {
  const { answerShareImage } = await import('../../lib/publish/share-image')
  const { shareVersion } = await import('../../lib/publish/share-facts')
  const branded = { ...facts('Branded'), logo: 'https://feedback.example.com/logo.svg' }
  const ask = async () => {
    const address = `https://feedback.example.com/api/share-image?v=${shareVersion(branded)}`
    const answer = answerShareImage(new Request(address), branded)
    await drawAll()
    return (await answer).headers
  }
  readShareLogo.mockResolvedValueOnce(null)
  const makeshift = await ask()
  expect(makeshift.get('cache-control')).toBe('public, max-age=300')
  expect(makeshift.get('etag')).toBeNull()
  readShareLogo.mockResolvedValueOnce({ src: 'data:image/png;base64,', width: 60, height: 60 })
  expect((await ask()).get('cache-control')).toContain('immutable')
  expect(readShareLogo).toHaveBeenCalledTimes(2)
})

test('an image is rendered once while its logo is unreachable', async () => {
  const { answerShareImage } = await import('../../lib/publish/share-image')
  const branded = { ...facts('Branded'), logo: 'https://feedback.example.com/logo.svg' }
  const ask = () => answerShareImage(new Request('https://feedback.example.com/api/share-image'), branded)
  readShareLogo.mockResolvedValue(null)
  const answer = ask()
  await drawAll()
  expect((await answer).status).toBe(200)
  expect((await ask()).status).toBe(200)
  expect(drawings).toHaveLength(0)
})

test('while a logo is loading, images without one are rendered', async () => {
  const { ask } = await openSite()
  const { answerShareImage } = await import('../../lib/publish/share-image')
  let arrive = (_logo: null) => {}
  readShareLogo.mockReturnValue(new Promise((resolve) => (arrive = resolve)))
  const waiting = Array.from({ length: 30 }, (_, n) =>
    answerShareImage(new Request('https://feedback.example.com/api/share-image'), {
      ...facts(`Branded ${n % 3}`),
      logo: 'https://feedback.example.com/logo.svg',
    }),
  )
  const plain = ask('Plain')
  await drawAll()
  expect((await plain).status).toBe(200)
  arrive(null)
  await drawAll()
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(30).fill(200))
})

test('text that the fonts lack is left out or replaced, so that nothing is fetched for it', async () => {
  const { answerShareImage } = await import('../../lib/publish/share-image')
  const request = new Request('https://feedback.example.com/api/share-image')
  const answer = answerShareImage(request, {
    heading: '다크 모드',
    plainHeading: '게시물 7',
    section: '피드백',
    state: { key: 'planned', name: '예정' },
    votes: '148표',
    siteName: 'Signpost',
  })
  await drawAll()
  expect((await answer).status).toBe(200)
  expect(cards.at(-1)).toEqual({
    heading: 'Signpost',
    section: undefined,
    state: 'Planned',
    votes: '148',
    siteName: 'Signpost',
  })
})
