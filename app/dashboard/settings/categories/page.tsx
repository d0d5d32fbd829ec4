import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { CategorySettings } from '@/components/settings/category-settings'
import { listCategorySettings } from '@/lib/queries/settings'
import { requireAdmin } from '@/lib/session/viewer'

export const instant = false

export const generateMetadata = titled('common.categories', { robots: { index: false } })

export default async function CategorySettingsPage() {
  await requireAdmin()
  return (
    <>
      <DashboardHeading title={t('common.categories')} current="/dashboard/settings/categories" />
      <CategorySettings categories={await listCategorySettings()} />
    </>
  )
}
