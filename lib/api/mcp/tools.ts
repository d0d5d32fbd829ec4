import 'server-only'
import { postOrders, postStates } from '../../post/states'
import * as z from '../../schemas/zod'

type Input = Record<string, unknown>
type Asked = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; query?: Input; body?: Input }

export type Tool = {
  name: string
  title: string
  description: string
  input: z.ZodRawShape
  isReading: boolean
  ask: (input: Input) => Asked
  say?: (input: Input, answer: Input) => string
}

const post = z.number().int().positive().describe('The id of the post.')
const state = z.enum(postStates)
const after = z.string().max(600).optional().describe('`next` of the previous page.')
const tag = (more: Partial<Tool>): Omit<Tool, 'name' | 'title' | 'description' | 'ask'> => ({
  input: {},
  isReading: false,
  ...more,
})

const reading: Tool[] = [
  {
    ...tag({ isReading: true, input: { q: z.string().min(1).max(200), after } }),
    name: 'search_posts',
    title: 'Search posts',
    description: 'Finds posts by words in title, details or comments.',
    ask: (query) => ({ method: 'GET', path: '/search', query }),
  },
  {
    ...tag({
      isReading: true,
      input: {
        state: state.optional(),
        category: z.string().optional(),
        order: z.enum(postOrders).optional(),
        after,
      },
    }),
    name: 'list_posts',
    title: 'List posts',
    description: 'Lists posts, twenty per page.',
    ask: (query) => ({ method: 'GET', path: '/posts', query }),
  },
  {
    ...tag({ isReading: true, input: { post } }),
    name: 'read_post',
    title: 'Read a post',
    description: 'Reads a post with its details.',
    ask: (input) => ({ method: 'GET', path: `/posts/${input.post}` }),
  },
  {
    ...tag({ isReading: true, input: { post, after } }),
    name: 'read_comments',
    title: 'Read the comments of a post',
    description: 'Lists the comments of a post with their first replies.',
    ask: ({ post, ...query }) => ({ method: 'GET', path: `/posts/${post}/comments`, query }),
  },
  {
    ...tag({ isReading: true, input: { post } }),
    name: 'find_similar',
    title: 'Find similar posts',
    description: 'Finds possible duplicates of a post.',
    ask: (input) => ({ method: 'GET', path: `/posts/${input.post}/similar` }),
  },
  {
    ...tag({ isReading: true, input: { after } }),
    name: 'list_changelog',
    title: 'List the changelog',
    description: 'Lists what shipped, newest first, with the linked posts.',
    ask: (query) => ({ method: 'GET', path: '/changelog', query: { limit: 10, ...query } }),
  },
  {
    ...tag({ isReading: true, input: { after } }),
    name: 'list_inbox',
    title: 'List the inbox',
    description: 'Lists posts that the team hasn’t reviewed yet, oldest first.',
    ask: (query) => ({
      method: 'GET',
      path: '/dashboard/posts',
      query: { inbox: 'true', order: 'created_at', ...query },
    }),
  },
  {
    ...tag({ isReading: true, input: { post } }),
    name: 'read_internals',
    title: 'Read tags, notes and plan of a post',
    description: 'Reads a post’s tags, internal notes and plan.',
    ask: (input) => ({ method: 'GET', path: `/posts/${input.post}/internals` }),
  },
  {
    ...tag({ isReading: true }),
    name: 'list_tags',
    title: 'List tags',
    description: 'Lists the team’s tags with their ids.',
    ask: () => ({ method: 'GET', path: '/tags' }),
  },
]

const changing: Tool[] = [
  {
    ...tag({ input: { post, state, why: z.string().min(1).max(1_000) } }),
    name: 'propose_state',
    title: 'Propose a change of state',
    description:
      'Adds an internal note that proposes a state. Nothing else changes, and only the team sees the note.',
    ask: ({ post, state, why }) => ({
      method: 'POST',
      path: `/posts/${post}/notes`,
      body: { body: `Proposed state: ${String(state)}. ${String(why)}` },
    }),
    say: ({ post }, { id }) => `Wrote a note on post ${post}. To undo it: delete_note with note ${id}.`,
  },
  {
    ...tag({
      input: {
        post,
        state,
        seen: state.describe('Its state as you read it.'),
        note: z.string().max(1_000).optional(),
      },
    }),
    name: 'set_state',
    title: 'Change the state of a post',
    description:
      'Changes a post’s state on the public roadmap and notifies its followers, with the note. Ask before you do this.',
    ask: ({ post, ...body }) => ({ method: 'POST', path: `/posts/${post}/state`, body }),
    say: ({ post, state, seen }, { outcome }) =>
      outcome === 'done'
        ? `Moved post ${post} from ${seen} to ${state}. To undo it: set_state with state ${seen} and seen ${state}.`
        : `Post ${post} wasn’t moved (${outcome}). Read it again.`,
  },
  {
    ...tag({
      input: { post, add: z.array(post).max(50).optional(), remove: z.array(post).max(50).optional() },
    }),
    name: 'change_tags',
    title: 'Change the tags of a post',
    description: 'Adds and removes tags of a post, by their ids (list_tags).',
    ask: ({ post, ...body }) => ({ method: 'POST', path: `/posts/${post}/tags`, body }),
    say: ({ post }, { changes }) => {
      const made = changes as { tag_id: number; is_added: boolean }[]
      const ids = (isAdded: boolean) =>
        made.filter((one) => one.is_added === isAdded).map(({ tag_id }) => tag_id)
      return `Changed ${made.length} tags of post ${post}. To undo it: change_tags with add [${ids(false)}] and remove [${ids(true)}].`
    },
  },
  {
    ...tag({ input: { post, body: z.string().min(1).max(2_500) } }),
    name: 'add_note',
    title: 'Write an internal note',
    description: 'Adds an internal note to a post, which only the team sees.',
    ask: ({ post, body }) => ({ method: 'POST', path: `/posts/${post}/notes`, body: { body } }),
    say: ({ post }, { id }) => `Wrote a note on post ${post}. To undo it: delete_note with note ${id}.`,
  },
  {
    ...tag({ input: { note: z.number().int().positive() } }),
    name: 'delete_note',
    title: 'Delete an internal note',
    description: 'Deletes a note that the key’s owner wrote.',
    ask: ({ note }) => ({ method: 'DELETE', path: `/notes/${note}` }),
    say: ({ note }) => `Deleted note ${note}. You can’t undo this, but you can write it again with add_note.`,
  },
  {
    ...tag({ input: { post, into: z.number().int().positive().describe('The post that stays.') } }),
    name: 'merge_posts',
    title: 'Merge a post into another',
    description: 'Merges a post into another. Votes and comments move there. Ask before you do this.',
    ask: ({ post, into }) => ({ method: 'POST', path: `/posts/${post}/merge`, body: { into } }),
    say: ({ post, into }) => `Merged post ${post} into ${into}. To undo it: unmerge_post with post ${post}.`,
  },
  {
    ...tag({ input: { post } }),
    name: 'unmerge_post',
    title: 'Undo a merge',
    description: 'Undoes a merge and restores the post with its votes and comments.',
    ask: ({ post }) => ({ method: 'POST', path: `/posts/${post}/unmerge`, body: {} }),
    say: ({ post }) => `Undid the merge of post ${post}. To undo it: merge_posts.`,
  },
  {
    ...tag({
      input: { post, body: z.string().min(1).max(2_500), reply_to: z.number().int().positive().optional() },
    }),
    name: 'reply',
    title: 'Comment on a post in public',
    description: 'Publishes a comment or a reply as the key’s owner. Ask before you do this.',
    ask: ({ post, body, reply_to }) => ({
      method: 'POST',
      path: `/posts/${post}/comments`,
      body: { body, parent_id: reply_to ?? null },
    }),
    say: ({ post }, { id }) => `Commented on post ${post}. To undo it: delete_comment with comment ${id}.`,
  },
  {
    ...tag({ input: { comment: z.number().int().positive() } }),
    name: 'delete_comment',
    title: 'Delete a comment',
    description: 'Deletes a comment that the key’s owner wrote.',
    ask: ({ comment }) => ({ method: 'DELETE', path: `/comments/${comment}` }),
    say: ({ comment }) =>
      `Deleted comment ${comment}. You can’t undo this, but you can write it again with reply.`,
  },
  {
    ...tag({ input: { post, is_reviewed: z.boolean() } }),
    name: 'set_reviewed',
    title: 'Mark a post as reviewed or not reviewed',
    description: 'Marks a post as reviewed or not reviewed.',
    ask: ({ post, is_reviewed }) => ({
      method: 'PUT',
      path: `/posts/${post}/reviewed`,
      body: { is_reviewed },
    }),
    say: ({ post, is_reviewed }) =>
      `${is_reviewed ? 'Took' : 'Put'} post ${post} ${is_reviewed ? 'out of' : 'back into'} the inbox. To undo it: set_reviewed with is_reviewed ${!is_reviewed}.`,
  },
]

export const tools = [...reading, ...changing]
