import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { Refusal, UnreadableFile } from './reading.ts'
import { cleanLine } from './text.ts'
import { t } from '../../words/t.ts'

export const mostAtOnce = 400 * 1024 * 1024
/** A value takes a few dozen bytes of memory, even if it is shorter in the file. */
const mostValues = 40_000_000

export function readJsonValues(file: string): unknown[] {
  const name = basename(file)
  if (statSync(file).size > mostAtOnce) throw new Refusal(t('transfer.refusal.fileTooLarge', { file: name }))
  const bytes = readFileSync(file)
  expectFewValues(bytes, name)
  const text = bytes.toString().replace(/^\ufeff/, '')
  try {
    return [JSON.parse(text)]
  } catch (error) {
    try {
      return text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => JSON.parse(line) as unknown)
    } catch {
      throw new UnreadableFile(
        t('transfer.refusal.notJson', { file: name, message: cleanLine((error as Error).message) }),
        { cause: error },
      )
    }
  }
}

export function readJson(bytes: Buffer, name: string): unknown {
  expectFewValues(bytes, name)
  try {
    return JSON.parse(bytes.toString())
  } catch (error) {
    throw new UnreadableFile(
      t('transfer.refusal.notJson', { file: name, message: cleanLine((error as Error).message) }),
      { cause: error },
    )
  }
}

function expectFewValues(bytes: Buffer, name: string): void {
  let count = 0
  for (const byte of bytes) if (byte === 0x2c || byte === 0x5b || byte === 0x7b) count++
  if (count > mostValues) throw new Refusal(t('transfer.refusal.tooManyValues', { file: name }))
}

export type Fields = Record<string, unknown>

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const objectsIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isObject) : [])
export const below = (value: Fields, name: string): Fields => (isObject(value[name]) ? value[name] : {})
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

export function groupBy(objects: Fields[], keyOf: (one: Fields) => unknown): Map<unknown, Fields[]> {
  const groups = new Map<unknown, Fields[]>()
  for (const one of objects) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}
