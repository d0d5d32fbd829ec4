import { isKey, texts } from '@/lib/words/deferred'
import { t } from '@/lib/words/t'
import type { Category } from '@/lib/queries/categories'
import type { WholeRun } from '@/lib/queries/imports'
import { ButtonLink } from '../ui/button'
import { PersonName } from '../person/person-name'
import { ImportChoices } from './import-choices'
import { ImportOutcome } from './import-outcome'
import { isBusy } from './import-list'
import { ProgressBar } from './progress-bar'
import { RunButton } from './run-button'
import { RunWatch } from './run-watch'

const labels: Record<string, string> = texts({
  uploading: 'importing.run.uploading',
  checking: 'importing.run.checking',
  running: 'importing.run.running',
  undoing: 'importing.run.undoing',
})

export function ImportRunPage({ run, categories }: { run: WholeRun; categories: Category[] }) {
  const { id, state, fileName, isMine, isWaiting, done, isBoard } = run
  return (
    <section aria-labelledby="run" className="space-y-6">
      <RunWatch key={id} isBusy={isBusy(run) || state === 'uploading'} state={state} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="run" tabIndex={-1} className="min-w-0 scroll-mt-32 font-semibold break-words">
          <bdi>{fileName}</bdi>
        </h2>
        <ButtonLink href="/dashboard/import">{t('importing.run.allImports')}</ButtonLink>
      </div>
      {labels[state] && (
        <div className="max-w-md space-y-3">
          <ProgressBar
            label={labels[state]}
            done={isBoard || state === 'uploading' || done === 0 ? null : done}
          />
          <p className="text-ink-soft">
            {isWaiting && state !== 'uploading' ? t('importing.run.waiting') : t('importing.run.youMayLeave')}
          </p>
          {state === 'running' && <RunButton kind={isBoard ? 'stop-board' : 'stop'} id={id} />}
        </div>
      )}
      {state === 'checked' && !isMine && (
        <p className="max-w-prose">
          {t('importing.run.waitsFor')} <PersonName name={run.adminName} isTeam={false} />
        </p>
      )}
      {state === 'checked' && run.found && (
        <ImportChoices run={run} found={run.found} categories={categories} />
      )}
      {state === 'checked' && !run.found && <RunButton kind="discard" id={id} />}
      {state === 'failed' && <Failure run={run} />}
      {run.outcome && !isBusy(run) && <ImportOutcome run={run} />}
      {(state === 'done' || (state === 'failed' && run.startedAt)) && !isBoard && run.posts > 0 && (
        <div className="space-y-2">
          <p className="max-w-prose text-ink-soft">{t('importing.button.whatUndoDoes')}</p>
          <RunButton kind="undo" id={id} posts={run.posts} />
        </div>
      )}
      {state === 'done' && isBoard && <p className="text-ink-soft">{t('importing.run.boardStays')}</p>}
    </section>
  )
}

function Failure({ run: { problem, startedAt } }: { run: WholeRun }) {
  const key = `importing.problem.${problem}`
  return (
    <div role="alert" className="max-w-prose">
      <p className="font-medium text-danger">{isKey(key) ? t(key) : problem}</p>
      {startedAt && <p className="text-ink-soft">{t('importing.run.whatIsThereStays')}</p>}
    </div>
  )
}
