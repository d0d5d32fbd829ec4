import { t } from '@/lib/words/t'
import '@/app/more.css'
import { AuditLog } from '@/components/dashboard/audit-log'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { readId } from '@/lib/post/address'
import { type AuditArea, auditAreas } from '@/lib/post/dashboard-choices'
import { titled } from '@/lib/publish/page-metadata'
import { listAuditLog } from '@/lib/queries/audit-log'
import { requireAdmin } from '@/lib/session/viewer'

export const instant = false

export const generateMetadata = titled('common.auditLog', { robots: { index: false } })

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function AuditLogPage({ searchParams }: Props) {
  await requireAdmin()
  const query = await searchParams
  const area = Object.hasOwn(auditAreas, String(query.area)) ? (query.area as AuditArea) : null
  const page = await listAuditLog(readId(String(query.before ?? '')), area ? auditAreas[area] : [])
  return (
    <>
      <DashboardHeading title={t('common.auditLog')} current="/dashboard/log" />
      <AuditLog area={area} {...page} />
    </>
  )
}
