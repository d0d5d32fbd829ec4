import { t } from '@/lib/words/t'
import '@/app/more.css'
import { ApiKeyList } from '@/components/api-key/api-key-list'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { titled } from '@/lib/publish/page-metadata'
import { listApiKeys } from '@/lib/queries/api-keys'
import { requireTeam } from '@/lib/session/viewer'

export const instant = false

export const generateMetadata = titled('common.apiKeys', { robots: { index: false } })

export default async function ApiKeysPage() {
  const viewer = await requireTeam()
  const keys = await listApiKeys()
  return (
    <>
      <DashboardHeading title={t('common.apiKeys')} current="/dashboard/api-keys" />
      <ApiKeyList keys={keys} viewer={{ id: viewer.id, isAdmin: viewer.role === 'admin' }} />
    </>
  )
}
