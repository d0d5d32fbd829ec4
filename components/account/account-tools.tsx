import type { Viewer } from '@/lib/session/viewer'
import { NotificationBell } from '../notification/notification-bell'
import { AccountMenu } from './account-menu'

export function AccountTools({ viewer }: { viewer: Viewer }) {
  return (
    <>
      <div>
        <NotificationBell viewerId={viewer.id} />
      </div>
      <div>
        <AccountMenu viewer={viewer} />
      </div>
    </>
  )
}
