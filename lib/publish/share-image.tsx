import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { ImageResponse } from 'next/og'
import { drawableText } from '@/lib/text/drawable-text'
import { stateNames } from '@/lib/post/state-names'
import { fontCoverage } from '@/lib/publish/font-coverage'
import { type ShareFacts, shareVersion } from '@/lib/publish/share-facts'
import { readShareLogo, type ShareLogo } from '@/lib/publish/share-logo'
import { ShareCard } from './share-card'

const longestQueue = 20
/** In milliseconds. Drawing blocks the thread for 30 to 70 ms, and may use no more than a quarter of it. */
const rest = 200

const images = new LRUCache<string, Promise<ArrayBuffer>>({ max: 200 })
let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/** The share image as PNG; 404 without facts, 304 if the reader has it, 503 if too many are being drawn. */
export async function answerShareImage(request: Request, facts: ShareFacts | null): Promise<Response> {
  if (!facts) return new Response('There is no such image.\n', { status: 404 })
  const version = shareVersion(facts)
  const isAddressedByVersion = new URL(request.url).searchParams.get('v') === version
  const soon = 'public, max-age=300'
  const headers = {
    etag: `"${version}"`,
    'cache-control': isAddressedByVersion ? 'public, max-age=31536000, immutable' : soon,
  }
  if (request.headers.get('if-none-match')?.includes(version))
    return new Response(null, { status: 304, headers })
  const logo = facts.logo ? await readShareLogo(facts.logo) : null
  const isMakeshift = Boolean(facts.logo) && !logo
  const image = getImage(isMakeshift ? `${version} without its logo` : version, facts, logo)
  if (!image)
    return new Response('Please try again in a moment.\n', { status: 503, headers: { 'retry-after': '10' } })
  const picture = await image
  const kept = isMakeshift ? { 'cache-control': soon } : headers
  return new Response(picture, { headers: { ...kept, 'content-type': 'image/png' } })
}

/** Draws one at a time, fewer than five a second, and keeps the latest. */
function getImage(key: string, facts: ShareFacts, logo: ShareLogo | null): Promise<ArrayBuffer> | null {
  const known = images.get(key)
  if (known) return known
  if (waiting >= longestQueue) return null
  const image = enqueue(() => draw(facts, logo))
  images.set(key, image)
  image.catch(() => images.delete(key))
  return image
}

function enqueue<Result>(run: () => Promise<Result>): Promise<Result> {
  waiting++
  const result = last.then(run).finally(() => waiting--)
  last = result.catch(() => {}).then(() => pause(rest))
  return result
}

async function draw(facts: ShareFacts, logo: ShareLogo | null): Promise<ArrayBuffer> {
  const { fonts, canDraw } = getFonts()
  // For a missing character, the library would ask a server on the internet.
  const drawable = (text: string) => drawableText(text, canDraw)
  const { heading, plainHeading, section, siteName, state, votes } = facts
  const stateName = state && (drawable(state.name) ?? drawable(stateNames[state.key]))
  const card = {
    ...facts,
    heading: drawable(heading) ?? drawable(plainHeading) ?? drawable(siteName) ?? '',
    section: drawable(section) ?? '',
    siteName: drawable(siteName) ?? '',
    state: state && stateName ? { ...state, name: stateName } : undefined,
    votes: votes && (drawable(votes) ?? votes.replace(/[^\d.,]/g, '')),
  }
  const image = new ImageResponse(<ShareCard facts={card} logo={logo} />, { width: 1200, height: 630, fonts })
  return image.arrayBuffer()
}

let loaded: ReturnType<typeof loadFonts> | undefined

function getFonts() {
  return (loaded ??= loadFonts())
}

function loadFonts() {
  // Written out, so that the build knows that the site needs these two files.
  const medium = readFileSync(
    join(process.cwd(), 'node_modules/geist/dist/fonts/geist-sans/Geist-Medium.ttf'),
  )
  const semiBold = readFileSync(
    join(process.cwd(), 'node_modules/geist/dist/fonts/geist-sans/Geist-SemiBold.ttf'),
  )
  return {
    fonts: [
      { name: 'Geist', data: medium, weight: 500 as const, style: 'normal' as const },
      { name: 'Geist', data: semiBold, weight: 600 as const, style: 'normal' as const },
    ],
    canDraw: fontCoverage(semiBold),
  }
}
