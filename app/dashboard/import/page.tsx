import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { BoardExports } from '@/components/importing/board-exports'
import { ImportList } from '@/components/importing/import-list'
import { ImportRunPage } from '@/components/importing/import-run'
import { UploadForm } from '@/components/importing/upload-form'
import { EmptyState } from '@/components/ui/empty-state'
import { listCategories } from '@/lib/queries/categories'
import { getImport, listExports, listImports } from '@/lib/queries/imports'
import { runSchema } from '@/lib/schemas/import'
import { requireAdmin } from '@/lib/session/viewer'

export const instant = false

export const generateMetadata = titled('common.importAndExport', { robots: { index: false } })

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function ImportPage({ searchParams }: Props) {
  await requireAdmin()
  const asked = runSchema.safeParse({ id: (await searchParams).run })
  return (
    <>
      <DashboardHeading title={t('common.importAndExport')} current="/dashboard/import" />
      {asked.success ? <Run id={asked.data.id} /> : <Overview />}
    </>
  )
}

async function Run({ id }: { id: string }) {
  const [run, categories] = await Promise.all([getImport(id), listCategories()])
  return run ? (
    <ImportRunPage run={run} categories={categories} />
  ) : (
    <EmptyState>{t('importing.run.isGone')}</EmptyState>
  )
}

async function Overview() {
  const [runs, exports] = await Promise.all([listImports(), listExports()])
  return (
    <div className="space-y-6">
      <UploadForm />
      {runs.length > 0 && <ImportList runs={runs} />}
      <BoardExports exports={exports} />
    </div>
  )
}
