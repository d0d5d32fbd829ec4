import { t } from '@/lib/words/t'

type Fields = Record<string, unknown>

const text = (value: unknown) =>
  value === null || value === undefined || value === ''
    ? '–'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)

const fieldsOf = (value: unknown): Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Fields)
    : value === null || value === undefined
      ? {}
      : { '': value }

/** Shows "is_shared" as "Is shared". */
const nameOf = (key: string) => key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ')

/** What an entry of the audit log changed: "Role: member → admin". Long values are shown on demand. */
export function BeforeAndAfter({ before, after }: { before: unknown; after: unknown }) {
  const old = fieldsOf(before)
  const next = fieldsOf(after)
  const lines = [...new Set([...Object.keys(old), ...Object.keys(next)])]
    // The entry has the person's name.
    .filter((key) => key !== 'user_id' && text(old[key]) !== text(next[key]))
    .map((key) => {
      const values = [before, after].every((one) => one !== null)
        ? [old[key], next[key]]
        : [old[key] ?? next[key]]
      return [key && nameOf(key), values.map(text).join(' → ')].filter(Boolean).join(': ')
    })
  if (lines.length === 0) return null
  const list = (
    <span dir="auto" className="block text-xs break-words whitespace-pre-wrap text-ink-soft">
      {lines.join('\n')}
    </span>
  )
  if (lines.length <= 2 && lines.join('').length <= 160) return list
  return (
    <details>
      <summary className="text-xs text-ink-soft">{t('dashboard.postLog.beforeAndAfter')}</summary>
      {list}
    </details>
  )
}
