import 'server-only'
import { createHash, randomUUID } from 'node:crypto'
import { setCategories, setStates } from '../../actions/dashboard'
import { mergePosts, unmergePosts } from '../../actions/merges'
import { createPost, deletePost, editPost, getPostSource, restorePost } from '../../actions/posts'
import { giveVote } from '../../actions/votes'
import { env } from '../../env'
import { type ApiPost, getApiPost, getApiPostPage, readApiPosts } from '../../queries/api'
import { readCategories } from '../../queries/categories'
import { isTeam } from '../../session/is-team'
import { getViewer } from '../../session/viewer'
import * as answers from '../../schemas/api/answers'
import * as asked from '../../schemas/api/requests'
import { type Caller, endpoint } from '../endpoint'
import { changedByOther, dataOf, missingScope, notFound, Problem, unknownCursor } from '../problem'

const tag = 'Posts'
const post = async (id: number) => (await getApiPost(id)) ?? Promise.reject(notFound('post'))

async function postNow({ params: { id } }: { params: { id: number } }) {
  const { revision } = dataOf(await getPostSource({ id }))
  const [shown] = await readApiPosts([id])
  if (!shown) throw notFound('post')
  return { shown, revision }
}

const findCategory = async (slug: string) =>
  (await readCategories()).find((one) => one.slug === slug) ?? Promise.reject(notFound('category'))

async function findCategoryFor(slug: string) {
  // Check everything before writing anything.
  if (!isTeam(await getViewer())) throw new Problem('forbidden', 'Only the team can do this.')
  return findCategory(slug)
}

/** The form's key, derived from the idempotency key of the request; each kind of thing has its own. */
export function sendingKey({ keyId, idempotencyKey }: Caller, thing: 'post' | 'comment' | 'entry'): string {
  if (!idempotencyKey) return randomUUID()
  const hex = createHash('sha256').update(`${keyId} ${thing} ${idempotencyKey}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export const posts = [
  endpoint('GET /posts', {
    tag,
    summary: 'List posts',
    description: 'In all categories or in one, in any of the site’s sort orders.',
    scopes: null,
    query: asked.postsQuery,
    answer: answers.postsAnswer,
    run: async ({ query }) => (await getApiPostPage(query)) ?? Promise.reject(unknownCursor()),
  }),
  endpoint('GET /posts/{id}', {
    tag,
    summary: 'Read a post',
    scopes: null,
    params: asked.idParams,
    answer: answers.postAnswer,
    run: ({ params }) => post(params.id),
  }),
  endpoint('POST /posts', {
    tag,
    summary: 'Write a post',
    description: '`on_behalf_of` also adds that person’s vote. That needs a key with the scope team.',
    scopes: ['write'],
    body: asked.createPostBody,
    answer: answers.postMadeAnswer,
    status: 201,
    run: async ({ body, caller }) => {
      const { on_behalf_of: voter, ...form } = body
      if (voter && !caller.scopes.includes('team')) throw missingScope('team')
      if (voter && !isTeam(await getViewer())) throw new Problem('forbidden', 'Only the team can do this.')
      const made = dataOf(await createPost({ ...form, mentions: [], key: sendingKey(caller, 'post') }))
      if (voter) {
        const given = await giveVote({ post: made.id, voter, why: 'Asked for it' })
        if (!given.ok) await deletePost({ id: made.id })
        dataOf(given, { voter: 'on_behalf_of' })
      }
      return {
        id: made.id,
        url: made.address && env.SITE_URL + made.address,
        is_waiting: made.address === null,
      }
    },
  }),
  endpoint('PATCH /posts/{id}', {
    tag,
    summary: 'Edit a post',
    scopes: ['write'],
    params: asked.idParams,
    body: asked.editPostBody,
    answer: answers.postAnswer,
    current: postNow,
    run: async ({ params: { id }, body: { category, ...texts }, seen }) => {
      const wantedCategory = category === undefined ? null : await findCategoryFor(category)
      if (texts.title !== undefined || texts.details !== undefined) {
        const was = dataOf(await getPostSource({ id }))
        const wanted = { title: was.title, details: was.details, ...texts }
        const seenRevision = seen?.revision ?? was.revision
        const saved = dataOf(await editPost({ id, ...wanted, seenRevision, mentions: [] }))
        if (!saved.isSaved) throw changedByOther('post')
      }
      if (wantedCategory) {
        const from = seen?.shown ?? (await readApiPosts([id]))[0] ?? (await Promise.reject(notFound('post')))
        const before = await findCategory((from as ApiPost).category)
        const move = { ids: [id], category: wantedCategory.id, seen: { [id]: before.id } }
        const [change] = dataOf(await setCategories(move))
        if (!change || change.outcome === 'missing') throw notFound('post')
        if (change.outcome === 'conflict') throw changedByOther('post')
      }
      return post(id)
    },
  }),
  endpoint('DELETE /posts/{id}', {
    tag,
    summary: 'Delete a post',
    description: 'Undo it within an hour with `POST /posts/{id}/restore`.',
    scopes: ['write'],
    params: asked.idParams,
    answer: answers.doneAnswer,
    current: postNow,
    run: async ({ params }) => {
      dataOf(await deletePost(params))
      return { done: true as const }
    },
  }),
  endpoint('POST /posts/{id}/restore', {
    tag,
    summary: 'Restore a post that the key’s owner deleted a moment ago',
    scopes: ['write'],
    params: asked.idParams,
    body: asked.emptyBody,
    answer: answers.postAnswer,
    run: async ({ params }) => {
      dataOf(await restorePost(params))
      return post(params.id)
    },
  }),
  endpoint('POST /posts/{id}/state', {
    tag,
    summary: 'Change the state of a post',
    description: 'Notifies its followers, with the note.',
    scopes: ['write', 'team'],
    params: asked.idParams,
    body: asked.stateBody,
    answer: answers.outcomeAnswer,
    run: async ({ params: { id }, body: { state, note, seen } }) => {
      const before = seen ?? (await post(id)).state
      const [change] = dataOf(
        await setStates({ ids: [id], state, note, seen: { [id]: before }, isUndo: false }),
      )
      if (!change || change.outcome === 'missing') throw notFound('post')
      const undo = `POST /api/v1/posts/${id}/state with {"state": "${before}"}`
      return {
        outcome: change.outcome as 'done',
        state: change.outcome === 'conflict' ? undefined : state,
        undo,
      }
    },
  }),
  endpoint('POST /posts/{id}/merge', {
    tag,
    summary: 'Merge a post into another',
    scopes: ['write', 'team'],
    params: asked.idParams,
    body: asked.mergeBody,
    answer: answers.mergedAnswer,
    run: async ({ params: { id }, body: { into } }) => ({
      merged: dataOf(await mergePosts({ ids: [id], into })).merged,
      undo: `POST /api/v1/posts/${id}/unmerge`,
    }),
  }),
  endpoint('POST /posts/{id}/unmerge', {
    tag,
    summary: 'Undo the merge of a post',
    scopes: ['write', 'team'],
    params: asked.idParams,
    body: asked.emptyBody,
    answer: answers.postAnswer,
    run: async ({ params: { id } }) => {
      dataOf(await unmergePosts({ ids: [id] }))
      return post(id)
    },
  }),
]
