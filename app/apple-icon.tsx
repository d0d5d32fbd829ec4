import { connection } from 'next/server'
import { siteIcon } from '@/lib/publish/site-icon'
import { getSite } from '@/lib/queries/site'

export const size = { width: 180, height: 180 }
export const contentType = 'image/png'

export default async function AppleIcon() {
  await connection()
  return new Response(await siteIcon(await getSite()), {
    headers: { 'Content-Type': contentType, 'Cache-Control': 'public, max-age=300' },
  })
}
