import { t } from '@/lib/words/t'
import type { WholeRun } from '@/lib/queries/imports'
import { AppLink } from '../ui/app-link'
import { ButtonLink } from '../ui/button'
import { Counts, Lines } from './counts'

export function ImportOutcome({ run: { id, state, outcome, kept, hasFailedRows } }: { run: WholeRun }) {
  const { counts, notes = [], leftOut = [], lines = [], removed = 0 } = outcome!
  if (state === 'undone') {
    return (
      <div className="space-y-4">
        <p role="status" className="font-medium">
          {t('importing.outcome.undone', { removed, kept: outcome?.kept ?? 0 })}
        </p>
        <ButtonLink href="/dashboard/import">{t('importing.run.importAnother')}</ButtonLink>
        {kept && kept.length > 0 && (
          <div>
            <h3 className="mb-1 font-medium">{t('importing.outcome.kept')}</h3>
            <ul className="list-disc ps-5">
              {kept.map(({ title, slug, category }) => (
                <li key={`${category}/${slug}`}>
                  <AppLink href={`/${category}/${slug}`} className="underline underline-offset-2" dir="auto">
                    {title}
                  </AppLink>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    )
  }
  return (
    <div className="space-y-4">
      {state === 'done' && (
        <p role="status" className="font-medium">
          {counts
            ? t('importing.outcome.imported', { count: counts.added })
            : t('importing.outcome.boardImported')}
        </p>
      )}
      {counts && <Counts counts={counts} isDone />}
      {state === 'done' && (
        <div className="flex flex-wrap gap-2">
          <ButtonLink href="/dashboard">{t('common.showAllPosts')}</ButtonLink>
          <ButtonLink href="/">{t('common.seeTheRoadmap')}</ButtonLink>
        </div>
      )}
      <Lines
        title={t('importing.counts.statesLeftOut')}
        lines={leftOut.map(({ name, count }) =>
          t('importing.outcome.leftOut', { name: name || t('importing.choices.noState'), count }),
        )}
        total={leftOut.length}
      />
      <Lines
        title={t('importing.counts.notImported')}
        lines={notes}
        total={counts?.bad ?? 0}
        rowsOf={hasFailedRows && id}
      />
      <Lines title={t('importing.counts.contents')} lines={lines} total={lines.length} />
    </div>
  )
}
