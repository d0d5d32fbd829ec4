import { isKey } from '@/lib/words/deferred'
import { t } from '@/lib/words/t'
import { countText } from '@/lib/words/count-text'
import type { BoardExport } from '@/lib/queries/imports'
import { rich } from '../ui/rich'
import { ButtonLink } from '../ui/button'
import { PersonName } from '../person/person-name'
import { RelativeTime } from '../ui/relative-time'
import { buttonClass } from '../ui/button-class'
import { ExportForm } from './export-form'
import { ProgressBar } from './progress-bar'
import { RunWatch } from './run-watch'

const megabytes = (bytes: number) => Math.max(0.1, Math.round(bytes / 1024 / 102.4) / 10)

export function BoardExports({ exports }: { exports: BoardExport[] }) {
  const isMaking = exports.some(({ state }) => state === 'making')
  return (
    <section aria-labelledby="export" className="rounded-lg border border-line bg-surface p-4">
      <h2 id="export" className="font-semibold">
        {t('importing.exports.export')}
      </h2>
      <p className="mb-3 max-w-prose text-ink-soft">
        {rich('importing.exports.whatItHolds', {
          command: 'npm run export -- --with-emails',
          c: (text) => <code>{text}</code>,
        })}
      </p>
      <RunWatch isBusy={isMaking} />
      {isMaking ? (
        <div className="max-w-md">
          <ProgressBar label={t('importing.exports.making')} done={null} />
        </div>
      ) : (
        <ExportForm>
          <ButtonLink href="/dashboard/export">{t('importing.exports.downloadCsv')}</ButtonLink>
        </ExportForm>
      )}
      {exports.length > 0 && (
        <ul className="mt-4 divide-y divide-line rounded-lg border border-line bg-surface">
          {exports.map((one) => (
            <ExportRow key={one.id} made={one} />
          ))}
        </ul>
      )}
    </section>
  )
}

function ExportRow({ made }: { made: BoardExport }) {
  const { id, state, size, missing, problem, createdAt, adminName, isFromShell } = made
  const key = `importing.problem.${problem}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3">
      <div className="min-w-0">
        <p className={state === 'failed' ? 'font-medium text-danger' : ''}>
          {state === 'done'
            ? t('importing.exports.ready', { size: megabytes(size ?? 0) })
            : state === 'failed'
              ? `${t('importing.list.failed')}: ${isKey(key) ? t(key) : problem}`
              : state === 'making'
                ? t('importing.exports.making')
                : isFromShell
                  ? t('importing.exports.fromShell')
                  : t('importing.exports.ended')}
        </p>
        <p className="text-xs text-ink-soft">
          {adminName && (
            <>
              <PersonName name={adminName} isTeam={false} /> ·{' '}
            </>
          )}
          <RelativeTime iso={createdAt} />
          {missing > 0 && ` · ${t('importing.exports.missing', { missing: countText(missing) })}`}
        </p>
      </div>
      {state === 'done' && (
        <a href={`/dashboard/export/board?id=${id}`} className={buttonClass('default')}>
          {t('importing.exports.download')}
        </a>
      )}
    </li>
  )
}
