import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { connection } from 'next/server'
import { AppLink } from '@/components/ui/app-link'
import { NotificationList } from '@/components/notification/notification-list'
import { listNotifications } from '@/lib/queries/notifications'
import { readId } from '@/lib/post/address'

export const instant = false

export const generateMetadata = titled('common.notifications', { robots: { index: false } })

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function NotificationsPage({ searchParams }: Props) {
  await connection()
  const { before } = await searchParams
  const page = await listNotifications(readId(String(before ?? '')))
  return (
    <div className="max-w-3xl">
      <NotificationList
        first={page}
        heading={
          <div className="flex flex-wrap items-baseline gap-x-4">
            <h1 className="text-xl font-semibold">{t('common.notifications')}</h1>
            <AppLink href="/settings#notifications" className="text-ink-soft underline underline-offset-2">
              {t('common.settings')}
            </AppLink>
          </div>
        }
      />
    </div>
  )
}
