import { t } from '@/lib/words/t'
import '@/app/more.css'
import { AuditLog } from '@/components/dashboard/audit-log'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { actionsOf } from '@/components/team/audit-actions'
import { readPersonId } from '@/lib/post/activity'
import { readId } from '@/lib/post/address'
import { type AuditArea, auditAreas, operator } from '@/lib/post/dashboard-choices'
import { readDay } from '@/lib/post/dashboard-query'
import { titled } from '@/lib/publish/page-metadata'
import { hasOperatorEntries, listAuditLog } from '@/lib/queries/audit-log'
import { listTeam } from '@/lib/queries/people'
import { requireAdmin } from '@/lib/session/viewer'

export const instant = false

export const generateMetadata = titled('common.auditLog', { robots: { index: false } })

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function AuditLogPage({ searchParams }: Props) {
  await requireAdmin()
  const query = await searchParams
  const area = Object.hasOwn(auditAreas, String(query.area)) ? (query.area as AuditArea) : null
  const person = query.person === operator ? operator : readPersonId(String(query.person ?? ''))
  const day = readDay(String(query.day ?? '')) ?? null
  const [page, team, hasOperator] = await Promise.all([
    listAuditLog({ actions: area && actionsOf(area), person, day }, readId(String(query.before ?? ''))),
    listTeam(),
    hasOperatorEntries(),
  ])
  return (
    <>
      <DashboardHeading title={t('common.auditLog')} current="/dashboard/log" />
      <AuditLog shown={{ area, person, day }} team={team} hasOperator={hasOperator} {...page} />
    </>
  )
}
