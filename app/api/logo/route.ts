import { connection } from 'next/server'
import { unavailableOnError } from '@/lib/publish/answer'
import { getSite } from '@/lib/queries/site'

/** The logo at an address that never changes, for the auth service's emails, which are written before it is set. */
export const GET = unavailableOnError(async () => {
  await connection()
  const { logo } = await getSite()
  return new Response(null, {
    status: 307,
    headers: { Location: logo?.src ?? '/apple-icon', 'Cache-Control': 'public, max-age=300' },
  })
})
