import { createReadStream } from 'node:fs'
import { readJsonValues } from './json-files.ts'
import { readLines } from './lines.ts'
import { type Draft, mostBytes, type Reading } from './reading.ts'
import { t } from '../../words/t.ts'

export function readJsonLines(file: string): Reading {
  return { format: 'JSON, a post in each line', drafts: readDrafts(file) }
}

export function readJsonArray(file: string): Reading {
  return { format: 'JSON', drafts: readPosts(file) }
}

async function* readPosts(file: string): AsyncGenerator<Draft> {
  for (const [i, value] of readJsonValues(file).flat().entries())
    yield { place: t('transfer.place.post', { post: i + 1 }), bytesRead: 0, value }
}

async function* readDrafts(file: string): AsyncGenerator<Draft> {
  for await (const { number, text, bytesRead } of readLines(createReadStream(file), mostBytes)) {
    const at = { place: t('transfer.place.line', { line: number }), bytesRead }
    if (text === null) yield { ...at, problem: t('transfer.reason.longLine') }
    else if (text.trim() !== '') yield { ...at, ...parse(text) }
  }
}

function parse(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { problem: t('transfer.reason.notJson') }
  }
}
