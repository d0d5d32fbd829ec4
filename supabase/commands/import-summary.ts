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
