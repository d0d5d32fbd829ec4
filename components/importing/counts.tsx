import { texts } from '@/lib/words/deferred'
import { t } from '@/lib/words/t'
import { countText } from '@/lib/words/count-text'
import { buttonClass } from '../ui/button-class'
import { FoldSummary } from '../ui/fold-summary'
import type { FoundPosts, Remark } from '@/lib/queries/imports'

const remarks: Record<Remark, string> = texts({
  shortened: 'importing.counts.shortened',
  emptyComments: 'importing.counts.emptyComments',
  flattened: 'importing.counts.flattened',
  zoneless: 'importing.counts.zoneless',
  undated: 'importing.counts.undated',
  duplicates: 'importing.counts.duplicates',
})

export function Counts(props: {
  counts: FoundPosts['counts']
  isDone?: boolean
  /** The counts that only another check can bring up to date. */
  stale?: 'all' | 'all but posts'
}) {
  const { counts, isDone, stale } = props
  const facts: [string, number][] = [
    [isDone ? t('importing.counts.imported') : t('importing.counts.newPosts'), counts.added],
    [t('common.votes'), counts.votes],
    [t('common.comments'), counts.comments],
    [t('common.people'), counts.people],
    [t('importing.counts.present'), counts.present],
    [t('importing.counts.leftOut'), counts.leftOut],
    [isDone ? t('importing.counts.notImported') : t('importing.counts.bad'), counts.bad],
  ]
  const shown = facts.filter(([, count], i) => i === 0 || count > 0)
  const changed = Object.entries(remarks).filter(([name]) => counts[name as Remark] > 0)
  return (
    <div>
      <dl className="flex flex-wrap gap-3">
        {shown.map(([name, count], i) => (
          <div
            key={name}
            className="max-w-full flex-1 basis-26 rounded-lg border border-line bg-surface px-3 py-2 break-words sm:max-w-52"
          >
            <dt className="text-xs text-ink-soft">{name}</dt>
            <dd
              className={`tabular text-lg ${stale === 'all' || (stale && i > 0) ? 'text-ink-soft' : 'font-semibold'}`}
            >
              {countText(count)}
            </dd>
          </div>
        ))}
      </dl>
      <p role="status" className="mt-2 text-ink-soft empty:sr-only">
        {(stale === 'all' || (stale && shown.length > 1)) && t('importing.counts.stale')}
      </p>
      {changed.length > 0 && (
        <ul className="mt-3 list-disc ps-5 text-ink-soft">
          {changed.map(([name, text]) => (
            <li key={name}>
              {text}: {countText(counts[name as Remark])}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

export function Lines(props: { title: string; lines: string[]; total: number; rowsOf?: string | false }) {
  const { title, lines, total, rowsOf } = props
  if (lines.length === 0) return null
  return (
    <details className="group rounded-lg border border-line bg-surface" open={lines.length <= 10}>
      <FoldSummary className="px-4 py-2 font-medium">
        {title} ({countText(total)})
      </FoldSummary>
      <ul
        className="max-h-80 space-y-1.5 overflow-y-auto px-4 pb-3 break-words"
        tabIndex={0}
        aria-label={title}
      >
        {lines.map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
        {total > lines.length && <li>{t('importing.counts.andMore', { count: total - lines.length })}</li>}
      </ul>
      {rowsOf && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-3">
          <a href={`/dashboard/import/rows?id=${rowsOf}`} download className={buttonClass('outline')}>
            {t('importing.counts.downloadRows')}
          </a>
          <span className="text-ink-soft">{t('importing.counts.correctRows')}</span>
        </div>
      )}
    </details>
  )
}
