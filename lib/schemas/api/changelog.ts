import { entrySchema } from '../changelog'
import { titleField } from '../post'
import * as z from '../zod'
import { id, moment, page, postAnswer } from './answers'
import { id as idSent, pageQuery, text } from './requests'

const labels = z.array(z.string()).meta({ description: 'The names of its labels.' })
const body = z.string().meta({ description: 'Markdown, as the author wrote it.' })

export const entryAnswer = z
  .object({
    id,
    title: z.string(),
    body,
    slug: z.string(),
    published_at: moment,
    labels,
    posts: z.array(postAnswer).meta({ description: 'The linked posts.' }),
    url: z.url(),
  })
  .meta({ id: 'Entry', description: 'A published changelog entry, in the same format as in webhooks.' })
export const entriesAnswer = page(entryAnswer, 'EntryPage')
export const labelsAnswer = z
  .object({ items: z.array(z.object({ id, name: z.string(), slug: z.string() })) })
  .meta({ id: 'Labels' })
export const unreadAnswer = z
  .object({
    unread: z.number().int().nonnegative().meta({ description: 'At most 100.' }),
    newest_at: moment.nullable(),
  })
  .meta({ id: 'Unread' })

const state = z.enum(['draft', 'scheduled', 'published'])
const teamFields = {
  id,
  title: z.string(),
  slug: z.string(),
  state,
  publish_at: moment.nullable().meta({ description: 'When it will be published, if it is scheduled.' }),
  published_at: moment.nullable(),
  labels,
}
export const teamEntryAnswer = z
  .object({
    ...teamFields,
    body,
    posts: z.array(id).meta({ description: 'The ids of the linked posts.' }),
  })
  .meta({ id: 'TeamEntry', description: 'An entry in any state, as the team edits it.' })
export const teamEntriesAnswer = page(
  z.object({
    ...teamFields,
    updated_at: moment,
    author_name: z.string().nullable(),
    posts_total: z.number().int(),
  }),
  'TeamEntryPage',
)

export const entriesQuery = pageQuery.extend({
  label: text.min(1).max(60).optional().meta({ description: 'The `slug` of a label.' }),
})
export const teamEntriesQuery = pageQuery.pick({ after: true })

const fields = {
  title: titleField,
  body: entrySchema.shape.body,
  slug: entrySchema.shape.slug.meta({ description: 'Its address. Empty to derive it from the title.' }),
  labels: z.array(text.max(60)).max(10).meta({ description: 'Names of labels.' }),
  posts: z.array(idSent).max(50).meta({ description: 'The linked posts.' }),
}
export const entryBody = z.strictObject({
  title: fields.title,
  body: fields.body.default(''),
  slug: fields.slug.default(''),
  labels: fields.labels.default([]),
  posts: fields.posts.default([]),
})
export const editEntryBody = z
  .strictObject(fields)
  .partial()
  .refine((sent) => Object.values(sent).some((value) => value !== undefined), 'Nothing to change.')
export const publishBody = z.strictObject({
  at: moment.nullable().default(null).meta({ description: 'When to publish it. Null publishes it now.' }),
  notify: z
    .boolean()
    .default(true)
    .meta({ description: 'Whether to notify subscribers and followers of the linked posts.' }),
  complete_posts: z
    .boolean()
    .default(false)
    .meta({ description: 'Moves the linked posts to completed when it is published.' }),
})
