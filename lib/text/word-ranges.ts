const inWord = String.raw`[\p{L}\p{M}\p{N}]`
/** Their words have no spaces between them, so a letter after a match may belong to another word. */
const dense = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]`

/** Which words of a text start like a word of the query, counted in code points. */
export function wordRanges(query: string, text: string): [start: number, length: number][] {
  const words = query.match(/[\p{L}\p{N}]+/gu)?.toSorted((a, b) => b.length - a.length)
  if (!words) return []
  const found = text.matchAll(
    new RegExp(`(?<!${inWord})(?:${words.join('|')})(?:(?!${dense})${inWord})*`, 'giu'),
  )
  return Array.from(found, (match) => [
    Array.from(text.slice(0, match.index)).length,
    Array.from(match[0]).length,
  ])
}
