import { connection } from 'next/server'
import { unavailableOnError } from '@/lib/publish/answer'
import { isSquare } from '@/lib/publish/site-icon'
import { accent as ownAccent, markSvg } from '@/lib/publish/signpost-mark'
import { getSite } from '@/lib/queries/site'

/** The icon of a tab: Signpost's mark in the site's color, or the site's logo. */
export const GET = unavailableOnError(async () => {
  await connection()
  const { accent, logo } = await getSite()
  const headers = { 'Cache-Control': 'public, max-age=300' }
  if (logo) {
    const Location = isSquare(logo) ? logo.src : '/apple-icon'
    return new Response(null, { status: 307, headers: { ...headers, Location } })
  }
  return new Response(markSvg(accent ?? ownAccent), {
    headers: { ...headers, 'Content-Type': 'image/svg+xml' },
  })
})
