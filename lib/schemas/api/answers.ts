import {
  webhookKinds,
  type WebhookKind,
  webhookShapes,
  type WebhookShape,
} from '../../post/dashboard-choices'
import { postStates } from '../../post/states'
import { apiScopes } from '../api-key'
import * as z from '../zod'

export const moment = z.iso.datetime({ offset: true })
const count = z.number().int().nonnegative()
export const id = z.number().int().positive()
const state = z.enum(postStates)
const keysOf = <Key extends string>(choices: Record<Key, unknown>) =>
  z.enum(Object.keys(choices) as [Key, ...Key[]])

const personAnswer = z
  .object({ id: z.uuid(), name: z.string(), is_team: z.boolean() })
  .meta({ id: 'Person', description: 'A person’s public data.' })

export const postAnswer = z
  .object({
    id,
    title: z.string(),
    details: z.string().meta({ description: 'Markdown, as the author wrote it.' }),
    category: z.string().meta({ description: 'The slug of its category.' }),
    slug: z.string(),
    state,
    votes: count,
    comments: count,
    created_at: moment,
    author: personAnswer.nullable().meta({ description: 'Null once the account is deleted.' }),
    url: z.url(),
  })
  .meta({ id: 'Post', description: 'A post, in the same format as in webhooks.' })

export const page = <Item extends z.ZodType>(item: Item, name: string) =>
  z
    .object({
      items: z.array(item),
      next: z
        .string()
        .nullable()
        .meta({ description: 'Pass it as `after` for the next page; null on the last one.' }),
    })
    .meta({ id: name })

export const postsAnswer = page(postAnswer, 'PostPage')
export const foundAnswer = page(
  z.object({ post: postAnswer, snippet: z.string().nullable(), is_from_comment: z.boolean() }),
  'SearchPage',
).extend({ total: count, is_total_exact: z.boolean() })
export const similarAnswer = z
  .object({ items: z.array(z.object({ post: postAnswer, is_same_title: z.boolean() })) })
  .meta({ id: 'SimilarPosts' })
export const roadmapAnswer = z
  .object({ columns: z.array(z.object({ state, total: count, posts: z.array(postAnswer) })) })
  .meta({ id: 'Roadmap' })

export const dashboardPostsAnswer = page(
  z.object({
    post: postAnswer,
    updated_at: moment.nullable(),
    tags: z.array(z.string()),
    notes: count,
    assignee: z.string().nullable(),
    quarter: z.string().nullable(),
    companies: count.meta({ description: 'How many companies want it.' }),
    monthly_value: z.number().meta({ description: 'What they pay per month in total.' }),
  }),
  'DashboardPage',
).extend({ total: count, is_total_exact: z.boolean() })

const replyAnswer = z
  .object({
    id,
    post_id: id,
    parent_id: id.nullable(),
    body: z.string().meta({ description: 'Markdown, as the author wrote it. Empty if hidden or deleted.' }),
    author: personAnswer.nullable(),
    created_at: moment,
    edited_at: moment.nullable(),
    hidden_reason: z.string().nullable(),
    url: z.url(),
  })
  .meta({ id: 'Comment' })
const withReplies = replyAnswer
  .extend({
    replies_total: count,
    replies: z.array(replyAnswer).meta({ description: 'The first replies. Request the others separately.' }),
  })
  .meta({ id: 'CommentWithReplies' })
export const commentsAnswer = page(withReplies, 'CommentPage')
export const repliesAnswer = page(replyAnswer, 'ReplyPage')
export const commentMadeAnswer = z
  .object({ id, post_id: id, parent_id: id.nullable(), body: z.string(), is_waiting: z.boolean() })
  .meta({
    id: 'CommentWritten',
    description: 'is_waiting: it awaits approval, and only its author and the team see it.',
  })

export const commentEditedAnswer = z
  .object({ id, post_id: id, body: z.string() })
  .meta({ id: 'CommentSource' })

export const postMadeAnswer = z
  .object({ id, url: z.url().nullable(), is_waiting: z.boolean() })
  .meta({ id: 'PostWritten', description: 'A post that awaits approval has no address yet.' })
export const outcomeAnswer = z
  .object({
    outcome: z.enum(['done', 'unchanged', 'missing', 'conflict']),
    state: state.optional(),
    undo: z.string().meta({ description: 'How to undo it.' }),
  })
  .meta({ id: 'Outcome' })
export const mergedAnswer = z.object({ merged: z.array(id), undo: z.string() }).meta({ id: 'Merged' })
export const doneAnswer = z.object({ done: z.literal(true) }).meta({ id: 'Done' })

export const voteAnswer = z.object({ voted: z.boolean(), votes: count }).meta({ id: 'Vote' })
export const givenVoteAnswer = z.object({ person_id: z.uuid(), votes: count }).meta({ id: 'GivenVote' })
export const votersAnswer = page(
  z.object({
    id: z.uuid(),
    name: z.string(),
    email: z.string().nullable(),
    is_team: z.boolean(),
    voted_at: moment,
    is_set_aside: z.boolean(),
    given_by: z.string().nullable(),
    why: z.string().nullable(),
  }),
  'VoterPage',
)

export const categoryAnswer = z
  .object({
    id,
    slug: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    prompt: z.string().nullable(),
    details_prompt: z.string().nullable(),
    is_archived: z.boolean(),
    url: z.url(),
  })
  .meta({ id: 'Category' })
export const categoriesAnswer = z.object({ items: z.array(categoryAnswer) }).meta({ id: 'Categories' })
export const idAnswer = z.object({ id }).meta({ id: 'Made' })
export const tagAnswer = z.object({ id, name: z.string() }).meta({ id: 'Tag' })
export const tagsAnswer = z.object({ items: z.array(tagAnswer) }).meta({ id: 'Tags' })
export const tagChangesAnswer = z
  .object({ changes: z.array(z.object({ tag_id: id, is_added: z.boolean() })) })
  .meta({ id: 'TagChanges' })
export const noteAnswer = z
  .object({ id, body: z.string(), author_name: z.string().nullable(), created_at: moment })
  .meta({ id: 'Note' })
export const internalsAnswer = z
  .object({
    tags: z.array(id),
    notes: z.array(noteAnswer),
    plan: z.object({ assignee: z.uuid().nullable(), quarter: z.string().nullable() }),
  })
  .meta({ id: 'Internals', description: 'A post’s tags, internal notes and plan.' })

const role = z.enum(['admin', 'moderator']).nullable()
export const peopleAnswer = page(
  z.object({
    id: z.uuid(),
    name: z.string(),
    email: z.string().nullable().meta({ description: 'For admins; null for moderators.' }),
    role,
    created_at: moment,
    posts: count,
    comments: count,
    votes: count,
    is_blocked: z.boolean(),
  }),
  'PeoplePage',
)
export const meAnswer = z
  .object({ id: z.uuid(), name: z.string(), role, scopes: z.array(z.enum(apiScopes)) })
  .meta({ id: 'Me', description: 'role: limited by the key’s scopes.' })
export const reportsAnswer = z
  .object({
    total: count,
    items: z.array(
      z.object({
        post_id: id.nullable(),
        comment_id: id.nullable(),
        title: z.string(),
        text: z.string(),
        url: z.url(),
        since: moment,
        hidden_by: z.enum(['team', 'block', 'reports', 'approval']).nullable(),
        reports: z.array(
          z.object({ reporter: z.string().nullable(), reason: z.string(), is_trusted: z.boolean() }),
        ),
      }),
    ),
  })
  .meta({ id: 'Reports' })

const webhookAnswer = z
  .object({
    id,
    address: z.string(),
    shape: keysOf<WebhookShape>(webhookShapes),
    kinds: z.array(keysOf<WebhookKind>(webhookKinds)),
    is_on: z.boolean(),
    off_reason: z.string().nullable(),
    failing_since: moment.nullable(),
    waiting: count,
  })
  .meta({ id: 'Webhook' })
export const webhooksAnswer = z.object({ items: z.array(webhookAnswer) }).meta({ id: 'Webhooks' })
export const webhookMadeAnswer = z
  .object({ id: id.nullable(), secret: z.string().nullable() })
  .meta({ id: 'WebhookMade', description: 'The secret is only returned once.' })
export const deliveriesAnswer = z
  .object({
    items: z.array(
      z.object({
        id,
        kind: z.string(),
        state: z.string(),
        attempts: count,
        outcome: z.string().nullable(),
        created_at: moment,
      }),
    ),
    next: id.nullable(),
  })
  .meta({ id: 'Deliveries' })

export const problemAnswer = z
  .object({
    type: z.string().meta({ description: 'Stable; `urn:signpost:problem:…`.' }),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    errors: z
      .array(z.object({ field: z.string(), detail: z.string() }))
      .optional()
      .meta({ description: 'The invalid fields.' }),
  })
  .meta({ id: 'Problem', description: 'RFC 9457.' })
