import 'server-only'
import { cookies } from 'next/headers'
import { env } from '../env'
import { recoveryCookie } from './recovery-cookie'

/**
 * Says on this device, for an hour, that the person came from a recovery link and may choose a new password
 * without the old one. It is no secret: it only keeps whoever finds a signed-in browser from doing so by the form.
 */
export async function markRecovery(): Promise<void> {
  const store = await cookies()
  store.set(recoveryCookie, 'yes', {
    maxAge: 3600,
    path: '/',
    sameSite: 'lax',
    secure: env.SITE_URL.startsWith('https:'),
  })
}

export async function isRecovering(): Promise<boolean> {
  return (await cookies()).has(recoveryCookie)
}

export async function forgetRecovery(): Promise<void> {
  ;(await cookies()).delete({ name: recoveryCookie, path: '/' })
}
