import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { CategorySettings } from '@/components/settings/category-settings'
import { listCategorySettings } from '@/lib/queries/settings'
import { getViewer } from '@/lib/session/viewer'

/** Rendered for each request of an admin; the middleware and the database let nobody else in. */
export const instant = false

export const metadata: Metadata = { title: 'Site settings', robots: { index: false } }

export default async function SiteSettingsPage() {
  await connection()
  const viewer = await getViewer()
  if (viewer?.role !== 'admin') notFound()
  return (
    <>
      <DashboardHeading title="Site settings" current="/dashboard/settings" />
      <CategorySettings categories={await listCategorySettings()} />
    </>
  )
}
