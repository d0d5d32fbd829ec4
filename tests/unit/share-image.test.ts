import { beforeEach, expect, test, vi } from 'vitest'

const { drawings } = vi.hoisted(() => ({ drawings: [] as (() => void)[] }))

// Each picture stays in the making until its test lets it go.
vi.mock('next/og', () => ({
  ImageResponse: class {
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

/** Lets everything be drawn that waits, until nothing does. */
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

test('twenty pictures wait to be drawn; a further one is put off, and drawn when there is room', async () => {
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

test('one picture is drawn at a time, and one that was drawn is not drawn again', async () => {
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

test("between two drawings the thread is everybody else's for a while", async () => {
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

test('a reader that has the picture is told so, and a picture of nothing is not found', async () => {
  const { ask, versionOf } = await openSite()
  expect((await ask('Known', { 'if-none-match': `"${versionOf('Known')}"` })).status).toBe(304)
  const { answerShareImage } = await import('../../lib/publish/share-image')
  expect((await answerShareImage(new Request('https://feedback.example.com/'), null)).status).toBe(404)
})

test('a picture without the logo that it should have is kept by nobody for long, and drawn again', async () => {
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

test('a picture without its logo is drawn once, while that is out of reach', async () => {
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

test('while a logo is waited for, pictures that do without are drawn', async () => {
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
