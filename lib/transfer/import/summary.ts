import type { SourcedPost } from './post.ts'

export type Summary = {
  added: number
  present: number
  bad: number
  leftOut: number
  votes: number
  comments: number
  shortened: number
  emptyComments: number
  flattened: number
  zoneless: number
  undated: number
  duplicates: number
  unknownFields: Map<string, number>
  people: Set<string>
}

const mostFields = 50

export function emptySummary(): Summary {
  const posts = { added: 0, present: 0, bad: 0, leftOut: 0, votes: 0, comments: 0 }
  const remarks = { shortened: 0, emptyComments: 0, flattened: 0, zoneless: 0, undated: 0, duplicates: 0 }
  return { ...posts, ...remarks, unknownFields: new Map(), people: new Set() }
}

export function addToSummary(summary: Summary, { votes, comments, remarks }: SourcedPost): void {
  summary.added++
  summary.votes += votes
  summary.comments += comments.length + comments.reduce((sum, { replies }) => sum + replies.length, 0)
  for (const key of ['shortened', 'emptyComments', 'flattened', 'zoneless', 'undated', 'duplicates'] as const)
    summary[key] += remarks[key]
  for (const field of remarks.unknownFields) {
    if (!summary.unknownFields.has(field) && summary.unknownFields.size === mostFields) break
    summary.unknownFields.set(field, (summary.unknownFields.get(field) ?? 0) + 1)
  }
}

export function summarize(summary: Summary, dryRun: boolean): string {
  const rows: [string, number][] = [
    [dryRun ? 'Posts that would be imported' : 'Posts imported', summary.added],
    ['  with votes', summary.votes],
    ['  with comments', summary.comments],
    ['  by people', summary.people.size],
    ['Posts that already existed', summary.present],
    ['Bad lines skipped', summary.bad],
  ]
  const remarks: [string, number][] = [
    ['Posts skipped because of their state', summary.leftOut],
    ['Texts shortened to fit', summary.shortened],
    ['Empty comments skipped', summary.emptyComments],
    ['Replies to replies, now replies to the comment', summary.flattened],
    ['Dates without a time zone, read as UTC', summary.zoneless],
    ['Posts without a date, dated today', summary.undated],
    ['Posts marked as duplicates, imported without the mark', summary.duplicates],
  ]
  const lines = [...rows, ...remarks.filter(([, count]) => count > 0)].map(
    ([label, count]) => `${label}: ${count.toLocaleString('en-US')}`,
  )
  const unknown = [...summary.unknownFields].map(([field, count]) => `${field} (${count})`)
  return [...lines, ...(unknown.length > 0 ? [`Fields skipped: ${unknown.join(', ')}`] : [])].join('\n')
}
