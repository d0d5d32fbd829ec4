import sharp from 'sharp'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerShareImage } from '../../lib/publish/share-image'
import { roadmapShareFacts, type ShareFacts } from '../../lib/publish/share-facts'
import type { Site } from '../../lib/queries/site'
import { speak } from '../../lib/words/catalog'

vi.mock('node:timers/promises', () => ({ setTimeout: async () => {} }))

// The library loads its parts by data addresses, and would load missing fonts from the internet.
const ownFetch = fetch
const fetched = vi.fn()
beforeEach(() =>
  vi.stubGlobal('fetch', (address: string) =>
    String(address).startsWith('data:') ? ownFetch(address) : fetched(address),
  ),
)
afterEach(async () => {
  await speak('en')
  expect(fetched).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})

const facts = (heading: string): ShareFacts => ({
  heading,
  plainHeading: 'Post 7',
  section: 'Feedback',
  siteName: 'Signpost',
})

async function draw(drawn: ShareFacts) {
  const answer = await answerShareImage(new Request('https://feedback.example.com/api/share-image'), drawn)
  return sharp(Buffer.from(await answer.arrayBuffer()))
}

/** Where the heading's ink begins and ends, in pixels from the left. */
async function inkOf(heading: string, more: Partial<ShareFacts> = {}) {
  const image = await draw({ ...facts(heading), ...more })
  const area = await image.extract({ left: 40, top: 140, width: 1120, height: 340 }).toBuffer()
  const { info } = await sharp(area).trim({ background: '#fff' }).toBuffer({ resolveWithObject: true })
  const left = 40 - info.trimOffsetLeft!
  return { left, right: left + info.width, width: info.width, height: info.height }
}

const same = async (one: string, other: string) =>
  Buffer.compare(
    await (await draw(facts(one))).raw().toBuffer(),
    await (await draw(facts(other))).raw().toBuffer(),
  ) === 0

test('Japanese titles are drawn, each letter of them', async () => {
  expect(await same('ダークモード', 'Post 7')).toBe(false)
  expect(await same('ダークモード', 'ダークカード')).toBe(false)
  expect((await inkOf('ダークモード')).left).toBeLessThan(100)
})

test('Arabic letters are joined and start at the right', async () => {
  const joined = await inkOf('الوضع الداكن')
  const apart = await inkOf('الوضع الداكن'.replaceAll(/(?<=\S)(?=\S)/g, '\u200C'))
  expect(joined.right).toBeGreaterThan(1110)
  expect(joined.left).toBeGreaterThan(400)
  expect(joined.width).toBeLessThan(apart.width - 20)
})

test('a Latin title with Japanese or Arabic words keeps them', async () => {
  expect(await same('Support the name ダークモード in exports', 'Support the name in exports')).toBe(false)
  expect(await same('Support the name الوضع in exports', 'Support the name in exports')).toBe(false)
})

test('the longest titles fit', async () => {
  for (const letter of ['漢', 'ضوء ', 'عنوان طويل 12 '])
    expect((await inkOf(letter.repeat(140).slice(0, 140).trim())).height).toBeLessThan(339)
})

test('scripts without a font are still replaced, and emoji left out', async () => {
  expect(await same('다크 모드', 'Post 7')).toBe(true)
  expect(await same('ダークモード 🎉', 'ダークモード')).toBe(true)
  expect(await same('Dark mode 🎉', 'Dark mode')).toBe(true)
})

test('the card of an Arabic site is mirrored, and its texts are Arabic', async () => {
  const english = roadmapShareFacts({ name: 'Signpost' } as Site)
  await speak('ar')
  const arabic = await draw(roadmapShareFacts({ name: 'Signpost' } as Site))
  const { data, info } = await arabic.raw().toBuffer({ resolveWithObject: true })
  const colorAt = (x: number) => [...data.subarray((315 * info.width + x) * info.channels).subarray(0, 3)]
  expect(colorAt(1195)).toEqual([0x82, 0x2a, 0xe8])
  expect(colorAt(4)).toEqual([255, 255, 255])
  expect(english.direction).toBeUndefined()
  expect((await inkOf('خارطة الطريق', { direction: 'rtl' })).right).toBeGreaterThan(1090)
})
