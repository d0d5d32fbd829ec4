import { readMoment } from '../moments.ts'
import type { ImportedEntry } from './entry.ts'

/** Such as "## [1.2.0] - 2026-01-31", "## 1.2.0 (2026-01-31)" and "## [1.2.0](https://…) – 2026-01-31 [YANKED]". */
const heading =
  /^##\s+(?:\[([^\]]+)\](?:\([^)]*\))?|([^\s([]+))\s*(?:[-–—]\s*|\()?(\d{4}-\d\d-\d\d)?\)?\s*(?:\[YANKED\])?\s*$/i
const reference = /^\[[^\]]+\]:\s*\S+\s*$/

/** What its kinds of changes are called here; the others have no label. */
const labels: Record<string, string> = {
  added: 'New',
  changed: 'Improved',
  fixed: 'Fixed',
  security: 'Fixed',
}

/**
 * The versions of a changelog in the manner of https://keepachangelog.com, each as an entry. What is not released yet, and
 * a version without a date, is none.
 */
export function readKeepAChangelog(text: string): ImportedEntry[] {
  const entries: ImportedEntry[] = []
  let lines: string[] | null = null
  for (const line of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    if (/^##\s/.test(line)) {
      lines = null
      const [, bracketed, bare, date] = heading.exec(line) ?? []
      const version = (bracketed ?? bare ?? '').trim()
      const moment = date && readMoment(date)
      if (!version || !moment || 'problem' in moment) continue
      lines = []
      entries.push({
        id: version,
        title: version.length < 3 ? `Version ${version}` : version,
        body: '',
        labels: [],
        publishedAt: moment.time,
      })
    } else if (lines && !reference.test(line)) {
      lines.push(line)
      const entry = entries.at(-1)!
      entry.body = lines.join('\n').trim()
      const label = labels[/^###\s+(\w+)/.exec(line)?.[1]?.toLowerCase() ?? '']
      if (label && !entry.labels.includes(label)) entry.labels.push(label)
    }
  }
  return entries
}
