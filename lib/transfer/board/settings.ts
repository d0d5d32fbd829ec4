import type { Entry, ZipFile } from 'yauzl'
import { cleanLine, shorten } from '../import/text.ts'
import { tableEntry } from './manifest.ts'
import { parseRows } from './rows.ts'

const shown = [
  'name',
  'welcome',
  'marketing_url',
  'terms_url',
  'privacy_url',
  'mail_sender',
  'mail_footer',
  'widget_origins',
]

/** Lists the texts that the board would show on every page and in every email, and who could frame the widget. */
export async function showSettings(zip: ZipFile, entries: Map<string, Entry>): Promise<string[]> {
  const entry = entries.get(tableEntry('public.site_settings'))
  const lines: string[] = []
  if (!entry) return lines
  for await (const { row } of parseRows(zip, entry)) {
    for (const key of shown) {
      const value = Array.isArray(row[key]) ? row[key].join(' ') : row[key]
      if (typeof value === 'string' && value)
        lines.push(`The site's ${key} becomes: ${shorten(cleanLine(value), 4_000)}`)
    }
  }
  return lines
}
