import { postStates } from '../post/states'
import { t } from '../words/t'
import { id } from './fields'
import * as z from './zod'

/** The largest file in bytes, as in private.import_runs. */
export const importBytes = 50 * 1024 * 1024
export const importEndings = '.csv,.tsv,.json,.jsonl,.ndjson,.zip'

export function uploadProblem({ name, size }: { name: string; size: number }): string {
  const limit = importBytes / 1024 / 1024
  if (/\.xls[xmb]?$/i.test(name)) return t('importing.upload.isExcel')
  const [ending] = /\.\w+$/.exec(name.toLowerCase()) ?? ['']
  if (!importEndings.split(',').includes(ending)) return t('importing.problem.unreadable')
  if (size === 0) return t('importing.upload.fileIsEmpty')
  return size > importBytes ? t('importing.upload.fileIsTooLarge', { limit }) : ''
}

export const runSchema = z.object({ id: z.uuid() })

export const uploadSchema = runSchema.extend({
  name: z.string().min(1).max(1_000),
  size: z.coerce.number().pipe(id.max(importBytes)),
})

const name = z.string().max(200)

const choicesSchema = z.object({
  category: name,
  source: name.optional(),
  format: name.optional(),
  encoding: name.optional(),
  states: z.record(name, z.enum(postStates).nullable()),
  categories: z.record(name, z.union([z.object({ slug: name }), z.object({ new: name })])),
  columns: z.record(name, name),
  dates: z.enum(['day', 'month']).optional(),
})
export type Choices = z.output<typeof choicesSchema>

export const importSchema = runSchema.extend({ choices: choicesSchema })

export const exportSchema = z.object({ withNotes: z.boolean(), withPictures: z.boolean() })
