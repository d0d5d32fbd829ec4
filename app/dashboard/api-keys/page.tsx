import '@/app/more.css'
import type { Metadata } from 'next'
import { ApiKeyList } from '@/components/api-key/api-key-list'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { listApiKeys } from '@/lib/queries/api-keys'
import { requireTeam } from '@/lib/session/viewer'

export const instant = false

export const metadata: Metadata = { title: 'API keys', robots: { index: false } }

export default async function ApiKeysPage() {
  const viewer = await requireTeam()
  const keys = await listApiKeys()
  return (
    <>
      <DashboardHeading title="API keys" current="/dashboard/api-keys" />
      <ApiKeyList keys={keys} viewer={{ id: viewer.id, isAdmin: viewer.role === 'admin' }} />
    </>
  )
}
