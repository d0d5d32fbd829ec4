import 'server-only'
import { createHash } from 'node:crypto'
import { cookies } from 'next/headers'
import { env } from '../env'

const name = 'signpost-followed-link'

/** Notes on this device, for ten minutes, that the link gave it its session: a link serves once. */
export async function markFollowedLink(key: string): Promise<void> {
  const secure = env.SITE_URL.startsWith('https:')
  const flags = { maxAge: 600, path: '/', sameSite: 'lax', secure, httpOnly: true } as const
  ;(await cookies()).set(name, hash(key), flags)
}

export const isFollowedLink = async (key: string): Promise<boolean> =>
  (await cookies()).get(name)?.value === hash(key)

export async function forgetFollowedLink(): Promise<void> {
  ;(await cookies()).delete({ name, path: '/' })
}

const hash = (key: string): string => createHash('sha256').update(key).digest('base64url')
