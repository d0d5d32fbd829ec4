/** What an import did, in numbers. */
export type Summary = {
  added: number
  present: number
  bad: number
  votes: number
  comments: number
  shortened: number
  emptyComments: number
  duplicates: number
}

export function emptySummary(): Summary {
  const posts = { added: 0, present: 0, bad: 0 }
  return { ...posts, votes: 0, comments: 0, shortened: 0, emptyComments: 0, duplicates: 0 }
}

export function summarize(summary: Summary, dryRun: boolean): string {
  const rows: [string, number][] = [
    [dryRun ? 'Posts that would be imported' : 'Posts imported', summary.added],
    ['  with votes', summary.votes],
    ['  with comments', summary.comments],
    ['Posts that were there already', summary.present],
    ['Bad lines left out', summary.bad],
  ]
  const remarks: [string, number][] = [
    ['Texts shortened to fit', summary.shortened],
    ['Empty comments left out', summary.emptyComments],
    ['Posts marked as duplicates, imported without the mark', summary.duplicates],
  ]
  return [...rows, ...remarks.filter(([, count]) => count > 0)]
    .map(([label, count]) => `${label}: ${count.toLocaleString('en-US')}`)
    .join('\n')
}
