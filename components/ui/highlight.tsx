/** The start and length of each part. */
type Ranges = [start: number, length: number][]

/** A text with the matching parts marked. Ranges count code points, as the database does. */
export function Highlight({ text, ranges }: { text: string; ranges: Ranges }) {
  return split(text, ranges).map(({ part, isMatch }, index) =>
    isMatch ? (
      <mark key={index} className="highlight">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}

function split(text: string, ranges: Ranges): { part: string; isMatch: boolean }[] {
  const characters = Array.from(text)
  const parts: { part: string; isMatch: boolean }[] = []
  let end = 0
  for (const [start, length] of ranges) {
    parts.push({ part: characters.slice(end, start).join(''), isMatch: false })
    end = start + length
    parts.push({ part: characters.slice(start, end).join(''), isMatch: true })
  }
  return [...parts, { part: characters.slice(end).join(''), isMatch: false }]
}
