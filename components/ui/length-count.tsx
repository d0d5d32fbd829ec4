import { textLength } from '@/lib/text/characters'

/** How long the text of a field is, near its limit. */
export function LengthCount({ text, limit }: { text: string; limit: number }) {
  const length = textLength(text)
  if (length <= limit * 0.8) return null
  return (
    <span className={`tabular text-xs ${length > limit ? 'font-semibold text-danger' : 'text-ink-soft'}`}>
      {length} / {limit}
    </span>
  )
}
