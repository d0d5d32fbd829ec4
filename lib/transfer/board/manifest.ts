import * as z from 'zod'
import { Refusal } from '../import/reading.ts'
import { t } from '../../words/t.ts'

const isEachOnce = (names: string[]) => new Set(names).size === names.length

const manifest = z.object({
  format: z.literal('signpost-board'),
  version: z.literal(1),
  id: z.uuid(),
  madeAt: z.iso.datetime(),
  accounts: z.int().nullable(),
  tables: z
    .array(
      z.object({
        name: z.string(),
        columns: z.array(z.string()).refine(isEachOnce),
        rows: z.int().min(0),
        numbers: z.record(z.string(), z.string().regex(/^\d{1,15}$/)),
      }),
    )
    .refine((tables) => isEachOnce(tables.map(({ name }) => name))),
  objects: z.int(),
})

export type Manifest = z.infer<typeof manifest>

export const manifestName = 'board.json'
export const accountsName = 'accounts.jsonl'
export const tableEntry = (table: string): string => `tables/${table}.jsonl`
export const objectFolder = 'objects/'

export function readManifest(text: string): Manifest {
  const parsed = manifest.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  throw new Refusal(t('transfer.refusal.boardUnreadable'))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
