import 'server-only'
import { cookies } from 'next/headers'
import { env } from '../env'
import { recoveryCookie } from './recovery-cookie'

/** For ten minutes. The database decides whether a new password may be set (is_recovering). */
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
