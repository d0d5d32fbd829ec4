import { say } from '../words/deferred.ts'
import { approvalModes, type ApprovalMode } from '../post/dashboard-choices'
import { id, ids, idsSchema, text } from './fields'
import * as z from './zod'

export const reasonLimit = 200
const reason = text(
  reasonLimit,
  say('schemas.moderation.enterAReasonOf', { reasonLimit }),
  say('common.enterAReason'),
)

export const hideSchema = z.object({ ids, reason })
/** seen: the version of each that the caller read, if it awaits approval. */
export const showSchema = idsSchema.extend({ seen: z.array(z.string()).optional() })
export const reportSchema = z.object({ post: id.optional(), comment: id.optional(), reason })
export const dismissSchema = z.object({ posts: z.array(id).max(200), comments: z.array(id).max(200) })

export const blockDays = [1, 7, 30, 365, 0] as const
export const blockFields = z.object({
  reason,
  days: z.coerce.number().refine((days) => (blockDays as readonly number[]).includes(days)),
  hides: z.boolean(),
})
const people = z.array(z.uuid()).min(1).max(200)
export const blockSchema = blockFields.extend({ people })
export const unblockSchema = z.object({ people })

export const voteSignals = ['burst', 'young', 'network'] as const
export const votesAsideSchema = z.object({
  post: id,
  wanted: z.boolean(),
  signal: z.enum(voteSignals).optional(),
  people: z.array(z.uuid()).max(5_000).optional(),
})

export const moderationSchema = z.object({
  approval: z.enum(Object.keys(approvalModes) as [ApprovalMode, ...ApprovalMode[]]),
  trustedDays: z.coerce
    .number(say('schemas.moderation.enterANumberOf'))
    .int()
    .min(0)
    .max(365, say('schemas.moderation.useAtMost365')),
  reportsToHide: z.coerce
    .number(say('schemas.moderation.enterANumber'))
    .int()
    .min(1, say('schemas.moderation.useAtLeast1'))
    .max(100, say('schemas.moderation.useAtMost100')),
})

export const roleSchema = z.object({
  id: z.uuid(),
  role: z.enum(['admin', 'moderator']).nullable(),
})
