import { readDate } from '../read-date.ts'
import type { ImportedEntry } from './entry.ts'

/** Such as "## [1.2.0] - 2026-01-31", "## 1.2.0 (2026-01-31)" and "## [1.2.0](https://…) – 2026-01-31 [YANKED]". */
const heading =
  /^##\s+(?:\[([^\]]+)\](?:\([^)]*\))?|([^\s([]+))\s*(?:[-–—]\s*|\()?(\d{4}-\d\d-\d\d)?\)?\s*(?:\[YANKED\])?\s*$/i
const reference = /^\[[^\]]+\]:\s*\S+\s*$/

const labels: Record<string, string> = {
  added: 'New',
  changed: 'Improved',
  fixed: 'Fixed',
  security: 'Fixed',
}

/** https://keepachangelog.com. Unreleased versions are skipped; those without a date are problems. */
export function readKeepAChangelog(text: string): { entries: ImportedEntry[]; problems: string[] } {
  const entries: ImportedEntry[] = []
  const problems: string[] = []
  let lines: string[] | null = null
  for (const line of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    if (/^##\s/.test(line)) {
      lines = null
      const [, bracketed, bare, date] = heading.exec(line) ?? []
      const version = (bracketed ?? bare ?? '').trim()
      const moment = date && readDate(date)
      if (!version || !moment || 'problem' in moment) {
        if (!/unreleased/i.test(line))
          problems.push(`“${line}” is left out: it has no version with a date like 2026-01-31.`)
        continue
      }
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
  return { entries, problems }
}
