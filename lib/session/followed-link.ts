import 'server-only'
import { createHash } from 'node:crypto'
import { cookies } from 'next/headers'
import { env } from '../env'

const name = 'signpost-followed-link'

export async function markFollowedLink(key: string, userId: string): Promise<void> {
  const secure = env.SITE_URL.startsWith('https:')
  const flags = { maxAge: 600, path: '/', sameSite: 'lax', secure, httpOnly: true } as const
  ;(await cookies()).set(name, hash(key, userId), flags)
}

export const hasFollowedLink = async (): Promise<boolean> => (await cookies()).has(name)

export const isFollowedBy = async (key: string, userId: string): Promise<boolean> =>
  (await cookies()).get(name)?.value === hash(key, userId)

export async function forgetFollowedLink(): Promise<void> {
  ;(await cookies()).delete({ name, path: '/' })
}

const hash = (key: string, userId: string): string =>
  createHash('sha256').update(`${userId} ${key}`).digest('base64url')
