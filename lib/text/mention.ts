export type Mentioned = { id: string; name: string }

/** The most characters and words after "@" that may still be a name. */
const longest = 60
const mostWords = 4

export function findMention(text: string, cursor: number): { start: number; typed: string } | null {
  const line = text.slice(Math.max(0, cursor - longest - 2, text.lastIndexOf('\n', cursor - 1) + 1), cursor)
  const at = line.lastIndexOf('@')
  if (at < 0 || /[\p{L}\p{N}._-]/u.test(line[at - 1] ?? '')) return null
  const typed = line.slice(at + 1)
  if (/^\s/.test(typed) || typed.length > longest || typed.split(' ').length > mostWords) return null
  return { start: cursor - typed.length - 1, typed }
}

/** Of people with the same name, as many as the name appears, the last chosen first. */
export function mentionedIn(text: string, chosen: Mentioned[]): string[] {
  const left = new Map<string, number>()
  const ids: string[] = []
  for (const { id, name } of chosen.toReversed()) {
    const count = left.get(name) ?? text.split(`@${name}`).length - 1
    left.set(name, ids.includes(id) ? count : count - 1)
    if (count > 0 && !ids.includes(id)) ids.push(id)
  }
  return ids.toReversed()
}
