import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { Dashboard } from '@/components/dashboard/dashboard'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { readDashboardQuery } from '@/lib/post/dashboard-query'
import { listCategories } from '@/lib/queries/categories'
import { listAdminPosts } from '@/lib/queries/dashboard'
import { isTeam } from '@/lib/session/is-team'
import { getViewer } from '@/lib/session/viewer'

/** Rendered for each request of an admin; the middleware and the database let nobody else in. */
export const instant = false

export const metadata: Metadata = { title: 'Dashboard', robots: { index: false } }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function DashboardPage({ searchParams }: Props) {
  await connection()
  const viewer = await getViewer()
  if (!isTeam(viewer)) notFound()
  const query = readDashboardQuery(await searchParams)
  const [page, categories] = await Promise.all([listAdminPosts(query), listCategories()])
  return (
    <>
      <DashboardHeading title="Dashboard" current="/dashboard" />
      <Dashboard query={query} page={page} categories={categories} />
    </>
  )
}
