import { texts } from '@/lib/words/deferred'
import { t } from '@/lib/words/t'
import type { ImportRun } from '@/lib/queries/imports'
import { AppLink } from '../ui/app-link'
import { PersonName } from '../person/person-name'
import { RelativeTime } from '../ui/relative-time'
import { RunWatch } from './run-watch'

const states: Record<ImportRun['state'], string> = texts({
  uploading: 'importing.list.uploading',
  checking: 'importing.list.checking',
  checked: 'importing.list.checked',
  running: 'importing.list.running',
  done: 'importing.list.done',
  failed: 'importing.list.failed',
  undoing: 'importing.list.undoing',
  undone: 'importing.list.undone',
})

const busy = ['checking', 'running', 'undoing']
export const isBusy = ({ state }: { state: ImportRun['state'] }): boolean => busy.includes(state)

export function ImportList({ runs }: { runs: ImportRun[] }) {
  return (
    <section aria-labelledby="imports">
      <h2 id="imports" className="mb-2 font-semibold">
        {t('importing.list.imports')}
      </h2>
      <RunWatch isBusy={runs.some(isBusy)} />
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {runs.map((run) => (
          <li
            key={run.id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 py-3"
          >
            <div className="min-w-0">
              <AppLink
                href={`/dashboard/import?run=${run.id}`}
                className="font-medium break-words underline underline-offset-2"
              >
                <bdi>{run.fileName}</bdi>
              </AppLink>
              <p className="text-xs text-ink-soft">
                <PersonName name={run.adminName} isTeam={false} /> · <RelativeTime iso={run.createdAt} />
              </p>
            </div>
            <p className={run.state === 'failed' ? 'font-medium text-danger' : ''}>
              {run.state === 'checked' && run.needsInput ? t('importing.list.needsInput') : states[run.state]}
              {run.state === 'done' && run.posts > 0 && (
                <span className="text-ink-soft"> · {t('importing.list.posts', { count: run.posts })}</span>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
