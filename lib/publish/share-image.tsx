import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { ImageResponse } from 'next/og'
import { stateNames } from '@/lib/post/state-names'
import { type ShareFacts, shareVersion } from '@/lib/publish/share-facts'
import { readShareLogo, type ShareLogo } from '@/lib/publish/share-logo'
import { drawTexts, findDrawable, geist } from '@/lib/publish/share-text'
import { ShareCard, textStyles } from './share-card'

const longestQueue = 20
/** In milliseconds. Drawing blocks the thread for 30 to 70 ms, and may use no more than a quarter of it. */
const rest = 200

const images = new LRUCache<string, Promise<ArrayBuffer>>({ max: 200 })
let waiting = 0
let last: Promise<unknown> = Promise.resolve()

export async function answerShareImage(request: Request, facts: ShareFacts | null): Promise<Response> {
  if (!facts) return new Response('This image doesn’t exist. Check its address.\n', { status: 404 })
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
    return new Response('The image can’t be drawn right now. Try again in a moment.\n', {
      status: 503,
      headers: { 'retry-after': '10' },
    })
  const picture = await image
  const kept = isMakeshift ? { 'cache-control': soon } : headers
  return new Response(picture, { headers: { ...kept, 'content-type': 'image/png' } })
}

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
  const { heading, plainHeading, section, siteName, state, votes } = facts
  const found = {
    // For a missing character, the library would ask a server on the internet.
    heading: findDrawable(heading) ?? findDrawable(plainHeading) ?? findDrawable(siteName),
    section: findDrawable(section),
    siteName: findDrawable(siteName),
    state: state && (findDrawable(state.name) ?? findDrawable(stateNames[state.key])),
    votes: votes && (findDrawable(votes) ?? findDrawable(votes.replace(/[^\d.,]/g, ''))),
  }
  const styles = textStyles(facts)
  const parts = Object.keys(found) as (keyof typeof found)[]
  const asImages = parts.flatMap((part) => {
    const drawable = found[part]
    return drawable && drawable.needsImage ? [{ part, text: drawable.text, style: styles[part] }] : []
  })
  const images = await drawTexts(asImages)
  const texts = Object.fromEntries(
    parts.map((part) => {
      const drawn = images[asImages.findIndex((image) => image.part === part)]
      return [part, drawn ?? (found[part] || undefined)?.text]
    }),
  )
  const card = <ShareCard facts={facts} texts={texts} logo={logo} />
  return new ImageResponse(card, { width: 1200, height: 630, fonts: geist() }).arrayBuffer()
}
