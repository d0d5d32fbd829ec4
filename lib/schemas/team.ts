import { say } from '../words/deferred.ts'
import { postStates } from '../post/states'
import { textLength } from '../text/characters'
import { id, ids, isWithin, line, text } from './fields'
import * as z from './zod'

export const bulkStateSchema = z.object({
  ids,
  state: z.enum(postStates),
  seen: z.record(z.string(), z.enum(postStates)),
  note: z
    .string()
    .trim()
    .refine((value) => textLength(value) <= 1_000, say('schemas.team.useAtMost1'))
    .default(''),
  isUndo: z.boolean().default(false),
})
export const bulkCategorySchema = z.object({ ids, category: id, seen: z.record(z.string(), id) })
export const matchingSchema = z.object({
  filter: z.record(z.string(), z.unknown()),
  afterId: z.number().int().nonnegative(),
})

export const mergeSchema = z.object({ ids, into: id })
export const sameSchema = z.object({ post: id, other: id })
export const differentSchema = sameSchema.extend({ wanted: z.boolean() })

const plan = z
  .object({
    assignee: z.uuid().nullable().optional(),
    quarter: z
      .string()
      .regex(/^20\d{2}-Q[1-4]$/)
      .nullable()
      .optional(),
  })
  .strict()
  .refine((value) => Object.keys(value).length > 0, say('schemas.team.nothingToChange'))
export type Plan = z.output<typeof plan>
/** `seen`: only where the plan is still the same, for the given fields. */
export const planSchema = z.object({ ids, plan, seen: plan.optional() })

export const noteSchema = z.object({
  post: id,
  body: text(2_500, say('schemas.team.noteLength')),
})

export const tagLimit = 40
const tagIds = z.array(id).max(50)
export const changeTagsSchema = z.object({ ids, added: tagIds, removed: tagIds })
export const tagSchema = z.object({
  name: z.string().trim().refine(isWithin(tagLimit), say('schemas.team.tagLength')),
})

export const giveVoteSchema = z.object({
  post: id,
  voter: z
    .string()
    .refine(
      (value) => z.uuid().safeParse(value).success || z.email().max(254).safeParse(value).success,
      say('schemas.team.chooseAPersonBelow'),
    ),
  why: line(200, say('schemas.team.enterAReasonOf'), say('common.enterAReason')),
})
export const takeVoteSchema = z.object({ post: id, person: z.uuid() })

export const viewNameLimit = 60
export const viewSchema = z.object({
  id: id.optional(),
  name: z.string().trim().refine(isWithin(viewNameLimit), say('schemas.team.viewNameLength')),
  query: z.string().max(2_000, say('schemas.team.thisViewHasToo')),
  isShared: z.boolean(),
})

export const cannedAnswerNameLimit = 60
export const cannedAnswerSchema = z.object({
  id: id.optional(),
  name: line(cannedAnswerNameLimit, say('schemas.team.viewNameLength')),
  body: text(2_500, say('schemas.team.noteLength')),
})
