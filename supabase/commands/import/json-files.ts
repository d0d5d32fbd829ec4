import { readFileSync, statSync } from 'node:fs'

const mostAtOnce = 400 * 1024 * 1024

/** The JSON values of a file: one, or several in lines, as answers that were written one after the other. */
export function readJsonValues(file: string): unknown[] {
  if (statSync(file).size > mostAtOnce)
    throw new Error(`${file} is larger than 400 MB, which cannot be read at once: split it.`)
  const text = readFileSync(file, 'utf8').replace(/^\ufeff/, '')
  try {
    return [JSON.parse(text)]
  } catch (error) {
    try {
      return text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => JSON.parse(line) as unknown)
    } catch {
      throw new Error(`${file} is not JSON: ${(error as Error).message}`, { cause: error })
    }
  }
}

export type Fields = Record<string, unknown>

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const objectsIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isObject) : [])
/** The object below a name, or an empty one. */
export const below = (value: Fields, name: string): Fields => (isObject(value[name]) ? value[name] : {})
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Groups by a name, which may be missing. */
export function groupBy(objects: Fields[], keyOf: (one: Fields) => unknown): Map<unknown, Fields[]> {
  return Map.groupBy(objects, keyOf)
}
