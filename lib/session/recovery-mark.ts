import 'server-only'
import { cookies } from 'next/headers'
import { env } from '../env'
import { recoveryCookie } from './recovery-cookie'

/**
 * Notes on this device, for ten minutes, that the person came from a recovery link, so that the form for a new password
 * is shown. The database decides whether it may be set (is_recovering).
 */
export async function markRecovery(): Promise<void> {
  const store = await cookies()
  store.set(recoveryCookie, 'yes', {
    maxAge: 600,
    path: '/',
    sameSite: 'lax',
    secure: env.SITE_URL.startsWith('https:'),
  })
}

export async function forgetRecovery(): Promise<void> {
  ;(await cookies()).delete({ name: recoveryCookie, path: '/' })
}
