import type { Entry, ZipFile } from 'yauzl'
import { cleanLine, shorten } from '../import/text.ts'
import { tableEntry } from './manifest.ts'
import { parseRows } from './rows.ts'

const shown = ['name', 'welcome', 'marketing_url', 'terms_url', 'privacy_url', 'mail_sender', 'mail_footer']

/** Lists the texts that the board would show on every page and in every email. */
export async function showSettings(zip: ZipFile, entries: Map<string, Entry>): Promise<string[]> {
  const entry = entries.get(tableEntry('public.site_settings'))
  const lines: string[] = []
  if (!entry) return lines
  for await (const { row } of parseRows(zip, entry)) {
    for (const key of shown)
      if (typeof row[key] === 'string')
        lines.push(`The site's ${key} becomes: ${shorten(cleanLine(row[key]), 300)}`)
  }
  return lines
}
