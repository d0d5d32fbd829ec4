import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { connection } from 'next/server'
import { AccountSettings } from '@/components/account/account-settings'
import { countRecoveryCodes, isFreshSession, listSessions } from '@/lib/queries/account-security'
import { listFollows } from '@/lib/queries/follows'
import { getNotificationSettings } from '@/lib/queries/notifications'
import { listWaiting } from '@/lib/queries/reports'
import { getViewer } from '@/lib/session/viewer'

export const instant = false

export const generateMetadata = titled('common.settings', { robots: { index: false } })

export default async function SettingsPage() {
  await connection()
  const viewer = await getViewer()
  const [settings, follows, waiting, sessions, codesLeft, isFresh] = await Promise.all([
    getNotificationSettings(),
    listFollows(),
    listWaiting(),
    listSessions(),
    viewer?.hasFactor ? countRecoveryCodes() : 0,
    viewer && !viewer.hasPassword ? isFreshSession() : false,
  ])
  const security = { sessions, codesLeft, isFresh }
  return (
    viewer && (
      <AccountSettings {...security} viewer={viewer} notices={settings} follows={follows} waiting={waiting} />
    )
  )
}
