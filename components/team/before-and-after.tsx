import { t } from '@/lib/words/t'

const text = (value: unknown) =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** What an entry of the audit log changed, shown on demand. Nothing if it stores neither version. */
export function BeforeAndAfter({ before, after }: { before: unknown; after: unknown }) {
  if (before === null && after === null) return null
  return (
    <details>
      <summary className="text-xs text-ink-soft">{t('dashboard.postLog.beforeAndAfter')}</summary>
      <p className="text-xs break-words whitespace-pre-wrap">
        {text(before)}
        {'\n→ '}
        {text(after)}
      </p>
    </details>
  )
}
