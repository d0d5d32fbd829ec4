import type { Ranges } from '@/lib/queries/search'

/** A text with the parts that matched marked. Ranges count code points, as the database does. */
export function Highlight({ text, ranges }: { text: string; ranges: Ranges }) {
  const characters = Array.from(text)
  const slice = (from: number, to?: number) => characters.slice(from, to).join('')
  let end = 0
  return (
    <>
      {ranges.map(([start, length]) => {
        const before = slice(end, start)
        end = start + length
        return (
          <span key={start}>
            {before}
            <mark className="rounded-[0.125rem] bg-mark text-ink">{slice(start, end)}</mark>
          </span>
        )
      })}
      {slice(end)}
    </>
  )
}
