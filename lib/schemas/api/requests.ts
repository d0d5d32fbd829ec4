import { postOrders, postStates } from '../../post/states'
import { sortKeys } from '../../post/dashboard-query'
import { categorySchema } from '../category'
import { commentBody } from '../comment'
import { reportSchema, roleSchema } from '../moderation'
import { createPostSchema, editPostSchema } from '../post'
import { bulkStateSchema, giveVoteSchema, noteSchema, planSchema, tagSchema } from '../team'
import { webhookSchema } from '../webhook'
import * as z from '../zod'

// What the API accepts: what forms validate, with the fields in snake case. Unknown fields of bodies are refused.

export const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const idText = z.coerce.number<string>().int().positive().max(2_147_483_647)
const state = z.enum(postStates)
/** The only character that PostgreSQL can't store. */
export const text = z.string().refine((value) => !value.includes('\0'), 'Leave out the NUL character.')
const cursor = text.min(1).max(600).optional().meta({ description: '`next` of the previous page.' })
const limit = z.coerce.number<string>().int().min(1).max(50).default(20)
const list = text.max(1_000).optional().meta({ description: 'One or more, separated by commas.' })
const search = text.min(1).max(200)

export const idParams = z.object({ id: idText })
export const voterParams = z.object({ id: idText, person_id: z.uuid() })
export const personParams = z.object({ person_id: z.uuid() })

export const postsQuery = z.object({
  category: text.min(1).max(60).optional(),
  state: state.optional(),
  order: z.enum(postOrders).default('top'),
  after: cursor,
  limit,
})
const orders = Object.keys(sortKeys).flatMap((key) => [key, `${key}.desc`]) as [string, ...string[]]
export const dashboardQuery = z.object({
  states: list,
  categories: list,
  author: text.max(200).optional(),
  created_from: z.iso.date().optional(),
  created_to: z.iso.date().optional(),
  votes_min: z.coerce.number<string>().int().min(0).max(999_999_999).optional(),
  votes_max: z.coerce.number<string>().int().min(0).max(999_999_999).optional(),
  text: text.max(200).optional(),
  tags: list,
  assignee: z
    .union([z.enum(['me', 'none']), z.uuid('`assignee` must be `me`, `none` or a UUID.')])
    .optional(),
  unanswered: z.enum(['true', 'false']).optional(),
  stale: z.enum(['true', 'false']).optional(),
  company: z.string().max(120).optional(),
  plan: z.string().max(80).optional(),
  value_min: z.coerce.number<string>().int().min(0).max(999_999_999).optional(),
  inbox: z.enum(['true', 'false']).optional(),
  order: z.enum(orders).default('created_at.desc'),
  after: cursor,
})
export const pageQuery = z.object({ after: cursor, limit })
export const searchQuery = z.object({
  q: search,
  category: text.min(1).max(60).optional(),
  state: state.optional(),
  after: cursor,
})
export const similarQuery = z.object({ title: search, details: text.max(600).optional() })
export const peopleQuery = z.object({
  q: text.max(200).default(''),
  only: z.enum(['all', 'new', 'team', 'blocked']).default('all'),
  after: cursor,
})
export const deliveriesQuery = z.object({ before: idText.optional() })

const { category, title, details } = createPostSchema.shape
const email = z.email().max(254)
export const createPostBody = z.strictObject({
  category: category.max(60),
  title,
  details: details.default(''),
  on_behalf_of: email.optional().meta({
    description:
      'The email address of the person who asked for it. They get a vote and follow the post. For the team.',
  }),
})
export const editPostBody = z
  .strictObject({
    title: title.optional(),
    details: editPostSchema.shape.details.optional(),
    category: category.max(60).optional().meta({ description: 'For the team.' }),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), 'Nothing to change.')
export const stateBody = z.strictObject({
  state,
  note: bulkStateSchema.shape.note.meta({ description: 'Sent to everyone who follows the post.' }),
  seen: state
    .optional()
    .meta({ description: 'The state you saw. The post only changes if it still has it.' }),
})
export const mergeBody = z.strictObject({ into: id })
export const emptyBody = z.strictObject({})
export const giveVoteBody = z
  .strictObject({ person_id: z.uuid().optional(), email: email.optional(), why: giveVoteSchema.shape.why })
  .refine(
    ({ person_id, email }) => (person_id === undefined) !== (email === undefined),
    'Send a person_id or an email.',
  )
export const commentBodySchema = z.strictObject({
  body: commentBody,
  parent_id: id.nullable().default(null).meta({ description: 'The comment that it replies to.' }),
})
export const editCommentBody = z.strictObject({ body: commentBody })
export const tagBody = z.strictObject({ name: tagSchema.shape.name })
const tagIds = z.array(id).max(50).default([])
export const changeTagsBody = z.strictObject({ add: tagIds, remove: tagIds })
export const noteBody = z.strictObject({ body: noteSchema.shape.body })
export const planBody = z
  .strictObject({ ...planSchema.shape.plan.shape })
  .refine((body) => Object.values(body).some((value) => value !== undefined), 'Nothing to change.')
export const reviewedBody = z.strictObject({ is_reviewed: z.boolean() })

const categoryFields = categorySchema.shape
export const categoryBody = z.strictObject({
  name: categoryFields.name,
  slug: categoryFields.slug,
  description: categoryFields.description.default(''),
  prompt: categoryFields.prompt.default(''),
  details_prompt: categoryFields.detailsPrompt.default(''),
})
export const editCategoryBody = categoryBody
  .partial()
  .extend({ is_archived: z.boolean().optional() })
  .refine((body) => Object.values(body).some((value) => value !== undefined), 'Nothing to change.')
export const roleBody = z.strictObject({ role: roleSchema.shape.role })
export const reportBody = z
  .strictObject({ post_id: id.optional(), comment_id: id.optional(), reason: reportSchema.shape.reason })
  .refine(
    ({ post_id, comment_id }) => (post_id === undefined) !== (comment_id === undefined),
    'Send a post_id or a comment_id.',
  )
export const dismissBody = z.strictObject({
  post_ids: z.array(id).max(200).default([]),
  comment_ids: z.array(id).max(200).default([]),
})
const { address, shape, kinds } = webhookSchema.shape
export const webhookBody = z.strictObject({ address, shape: shape.default('json'), kinds })
export const editWebhookBody = z
  .strictObject({
    address: address.optional(),
    shape: shape.optional(),
    kinds: kinds.optional(),
    is_on: z.boolean().optional(),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), 'Nothing to change.')
