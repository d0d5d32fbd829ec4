import 'server-only'
import { deleteCategory, saveCategory } from '../../actions/categories'
import { addNote, addTag, changeTags, deleteNote, deleteTag, setLooked, setPlan } from '../../actions/triage'
import { env } from '../../env'
import { type Category, listCategories, readCategories } from '../../queries/categories'
import { listTags, readTriage } from '../../queries/triage'
import * as answers from '../../schemas/api/answers'
import * as asked from '../../schemas/api/requests'
import { isTeam } from '../../session/is-team'
import { getViewer } from '../../session/viewer'
import { endpoint } from '../endpoint'
import { changedByOther, dataOf, notFound, Problem } from '../problem'

const done = { done: true as const }
const toCategory = (category: Category) => ({
  id: category.id,
  slug: category.slug,
  name: category.name,
  description: category.description as string | null,
  prompt: category.prompt,
  details_prompt: category.details_prompt,
  is_archived: category.isArchived,
  url: `${env.SITE_URL}/${category.slug}`,
})
const categoryNow = async (id: number) => {
  const found = (await readCategories()).find((one) => one.id === id)
  if (!found) throw notFound('category')
  return { shown: toCategory(found), revision: found.revision }
}
const names = { detailsPrompt: 'details_prompt' }
const toNote = (note: { id: number; body: string; authorName: string | null; createdAt: string }) => ({
  id: note.id,
  body: note.body,
  author_name: note.authorName,
  created_at: note.createdAt,
})

export const board = [
  endpoint('GET /categories', {
    tag: 'Categories',
    summary: 'List categories',
    scopes: null,
    answer: answers.categoriesAnswer,
    run: async () => ({ items: (await listCategories()).map(toCategory) }),
  }),
  endpoint('GET /categories/{id}', {
    tag: 'Categories',
    summary: 'Read a category',
    scopes: null,
    params: asked.idParams,
    answer: answers.categoryAnswer,
    run: async ({ params: { id } }) => {
      const found = (await listCategories()).find((one) => one.id === id)
      return found ? toCategory(found) : Promise.reject(notFound('category'))
    },
  }),
  endpoint('POST /categories', {
    tag: 'Categories',
    summary: 'Add a category',
    scopes: ['write', 'admin'],
    body: asked.categoryBody,
    answer: answers.idAnswer,
    status: 201,
    run: async ({ body: { details_prompt: detailsPrompt, ...form } }) =>
      dataOf(await saveCategory({ ...form, detailsPrompt }), names) as { id: number },
  }),
  endpoint('PATCH /categories/{id}', {
    tag: 'Categories',
    summary: 'Change, archive or restore a category',
    scopes: ['write', 'admin'],
    params: asked.idParams,
    body: asked.editCategoryBody,
    answer: answers.categoryAnswer,
    current: ({ params }) => categoryNow(params.id),
    run: async ({
      params: { id },
      body: { is_archived: isArchived, details_prompt: detailsPrompt, ...form },
      seen,
    }) => {
      const { shown: now, revision } = await categoryNow(id)
      const saved = await saveCategory({
        id,
        name: form.name ?? now.name,
        slug: form.slug ?? now.slug,
        description: form.description ?? now.description ?? '',
        prompt: form.prompt ?? now.prompt ?? '',
        detailsPrompt: detailsPrompt ?? now.details_prompt ?? '',
        isArchived,
        seenRevision: seen?.revision ?? revision,
      })
      if (!saved.ok && saved.reason === 'conflict') throw changedByOther('category')
      dataOf(saved, names)
      return (await categoryNow(id)).shown
    },
  }),
  endpoint('DELETE /categories/{id}', {
    tag: 'Categories',
    summary: 'Delete an empty category',
    scopes: ['write', 'admin'],
    params: asked.idParams,
    answer: answers.doneAnswer,
    current: ({ params }) => categoryNow(params.id),
    run: async ({ params: { id }, seen }) => {
      await categoryNow(id)
      const deleted = await deleteCategory({ id, seenRevision: seen?.revision ?? undefined })
      if (!deleted.ok && deleted.reason === 'conflict') throw changedByOther('category')
      dataOf(deleted)
      return done
    },
  }),
  endpoint('GET /tags', {
    tag: 'Team',
    summary: 'List the team’s tags',
    scopes: ['team'],
    answer: answers.tagsAnswer,
    run: async () => {
      if (!isTeam(await getViewer())) throw new Problem('forbidden', 'Only the team can do this.')
      return { items: await listTags() }
    },
  }),
  endpoint('POST /tags', {
    tag: 'Team',
    summary: 'Add a tag',
    scopes: ['write', 'team'],
    body: asked.tagBody,
    answer: answers.tagAnswer,
    status: 201,
    run: async ({ body }) => dataOf(await addTag(body)),
  }),
  endpoint('DELETE /tags/{id}', {
    tag: 'Team',
    summary: 'Delete a tag and remove it from all posts',
    scopes: ['write', 'team'],
    params: asked.idParams,
    answer: answers.doneAnswer,
    run: async ({ params }) => {
      dataOf(await deleteTag(params))
      return done
    },
  }),
  endpoint('GET /posts/{id}/internals', {
    tag: 'Team',
    summary: 'Read the tags, notes and plan of a post',
    scopes: ['team'],
    params: asked.idParams,
    answer: answers.internalsAnswer,
    run: async ({ params }) => {
      const [post] = await readTriage([params.id])
      if (!post) throw notFound('post')
      return { tags: post.tags, notes: post.notes.map(toNote), plan: post.plan }
    },
  }),
  endpoint('POST /posts/{id}/tags', {
    tag: 'Team',
    summary: 'Add and remove tags of a post',
    scopes: ['write', 'team'],
    params: asked.idParams,
    body: asked.changeTagsBody,
    answer: answers.tagChangesAnswer,
    run: async ({ params, body }) => {
      const changes = dataOf(await changeTags({ ids: [params.id], added: body.add, removed: body.remove }))
      return { changes: changes.map(({ tag, isAdded }) => ({ tag_id: tag, is_added: isAdded })) }
    },
  }),
  endpoint('POST /posts/{id}/notes', {
    tag: 'Team',
    summary: 'Add an internal note, which only the team sees',
    scopes: ['write', 'team'],
    params: asked.idParams,
    body: asked.noteBody,
    answer: answers.noteAnswer,
    status: 201,
    run: async ({ params, body }) => toNote(dataOf(await addNote({ post: params.id, body: body.body }))),
  }),
  endpoint('DELETE /notes/{id}', {
    tag: 'Team',
    summary: 'Delete an internal note',
    scopes: ['write', 'team'],
    params: asked.idParams,
    answer: answers.doneAnswer,
    run: async ({ params }) => {
      dataOf(await deleteNote(params))
      return done
    },
  }),
  endpoint('PATCH /posts/{id}/plan', {
    tag: 'Team',
    summary: 'Set a post’s assignee and expected quarter',
    scopes: ['write', 'team'],
    params: asked.idParams,
    body: asked.planBody,
    answer: answers.doneAnswer,
    run: async ({ params, body }) => {
      const [change] = dataOf(await setPlan({ ids: [params.id], plan: body }))
      if (!change || change.outcome === 'missing') throw notFound('post')
      return done
    },
  }),
  endpoint('PUT /posts/{id}/reviewed', {
    tag: 'Team',
    summary: 'Mark a post as reviewed or not reviewed',
    scopes: ['write', 'team'],
    params: asked.idParams,
    body: asked.reviewedBody,
    answer: answers.doneAnswer,
    run: async ({ params, body }) => {
      dataOf(await setLooked({ ids: [params.id], wanted: body.is_reviewed }))
      return done
    },
  }),
]
