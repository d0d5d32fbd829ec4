import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { HiddenThings } from '@/components/dashboard/hidden-things'
import { readId } from '@/lib/post/address'
import { listHidden } from '@/lib/queries/reports'
import { isTeam } from '@/lib/session/is-team'
import { getViewer } from '@/lib/session/viewer'

/** Rendered for each request of the team; the middleware and the database let nobody else in. */
export const instant = false

export const metadata: Metadata = { title: 'Hidden', robots: { index: false } }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function HiddenPage({ searchParams }: Props) {
  await connection()
  if (!isTeam(await getViewer())) notFound()
  const { before } = await searchParams
  const page = await listHidden(readId(String(before ?? '')))
  return (
    <>
      <DashboardHeading title="Hidden" current="/dashboard/hidden" />
      <HiddenThings {...page} />
    </>
  )
}
