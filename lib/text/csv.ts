const formula = '[=+\\-@＝＋－＠]'
/** What spreadsheets may skip before a formula. */
const skipped = String.raw`[\s\p{C}"']`
/** A spreadsheet that separates by ; or tab ignores our quotes, so a cell may start in the middle of ours. */
const within = String.raw`(?<=[;\t\n]|\r(?!\n))`
const risky = String.raw`(?=${skipped}*${formula}|'*[\t\r\n])`
const riskyWithin = String.raw`(?=[${skipped}--[\t\r\n]]*${formula})`
const unguarded = new RegExp(`^${risky}|${within}${riskyWithin}`, 'gv')
const guards = new RegExp(`^'${risky}|${within}'${riskyWithin}`, 'gv')

/** A value as a CSV cell: never a formula, and complete whatever it contains. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = value.replace(unguarded, "'")
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const readCell = (text: string): string => text.replace(guards, '')

export const csvLine = (values: (string | number)[]): string => `${values.map(cell).join(',')}\r\n`

/** Marks a file as UTF-8. Without it, Excel assumes another encoding. */
export const byteOrderMark = '\ufeff'
