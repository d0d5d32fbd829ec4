import { type Fields, isObject, objectsIn, textIn } from '../json-files.ts'
import { htmlToMarkdown } from '../html.ts'
import { readDate } from '../read-date.ts'
import { cleanLine } from '../text.ts'
import type { ImportedEntry } from './entry.ts'

export function readJsonEntries(values: unknown[]): { entries: ImportedEntry[]; problems: string[] } {
  const entries: ImportedEntry[] = []
  const problems: string[] = []
  for (const [index, fields] of values.flatMap(listIn).entries()) {
    const read = toEntry(fields)
    if (typeof read === 'string') problems.push(`Entry ${index + 1} ${read}`)
    else entries.push(read)
  }
  return { entries, problems }
}

function listIn(value: unknown): Fields[] {
  if (!isObject(value)) return objectsIn(value)
  const list = [value.entries, value.results, value.data].find(Array.isArray)
  return list ? objectsIn(list) : [value]
}

const published = ['published', 'live']

function toEntry(fields: Fields): ImportedEntry | string {
  const title = cleanLine(textIn(fields.title) || textIn(fields.name) || textIn(fields.tag_name))
  if (!title) return 'has no title.'
  const id = String(fields.id ?? fields.tag_name ?? title)
  const state = textIn(fields.status) || textIn(fields.state)
  const date = fields.publishedAt ?? fields.published_at ?? fields.date
  const isDraft = fields.draft === true || !date || (state !== '' && !published.includes(state.toLowerCase()))
  const moment = isDraft ? null : readDate(date)
  if (moment && 'problem' in moment) return `has a date that ${moment.problem}.`
  return {
    id,
    title: title.length < 3 ? `Version ${title}` : title,
    body: bodyOf(fields),
    labels: [fields.labels, fields.types, fields.categories, fields.changelogCategories].flatMap(namesIn),
    publishedAt: moment && moment.time,
  }
}

function bodyOf(fields: Fields): string {
  const markdown = textIn(fields.markdownDetails) || textIn(fields.markdownContent) || textIn(fields.body)
  return markdown || htmlToMarkdown(textIn(fields.htmlContent) || textIn(fields.content))
}

function namesIn(list: unknown): string[] {
  if (!Array.isArray(list)) return []
  return list.map((one) => cleanLine(isObject(one) ? textIn(one.name) : textIn(one))).filter(Boolean)
}
