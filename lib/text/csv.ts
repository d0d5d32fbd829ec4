/** Spreadsheets take a cell that begins with one of these for a formula, whatever quotes stand around it. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

/** A value as a cell of CSV: never a formula, whole whatever is in it. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A line of CSV as RFC 4180 has it. */
export const csvLine = (values: (string | number)[]): string => `${values.map(cell).join(',')}\r\n`

/** Says that a file is UTF-8, without which Excel reads it as something else. */
export const byteOrderMark = '\ufeff'
