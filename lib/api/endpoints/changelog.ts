import 'server-only'
import { deleteEntry, publishEntry, saveEntry, unpublishEntry } from '../../actions/changelog'
import { seeChangelog } from '../../actions/changelog-reactions'
import { getApiEntries, getApiEntry } from '../../queries/api-changelog'
import { listLabels } from '../../queries/changelog'
import { type EditedEntry, getTeamEntry, listTeamEntries } from '../../queries/changelog-team'
import { countUnreadEntries } from '../../queries/changelog-viewer'
import * as answers from '../../schemas/api/answers'
import * as changelogs from '../../schemas/api/changelog'
import * as asked from '../../schemas/api/requests'
import { endpoint } from '../endpoint'
import { changedByOther, dataOf, notFound, Problem, unknownCursor } from '../problem'
import { sendingKey } from './posts'

const tag = 'Changelog'
const done = { done: true as const }

const toTeamEntry = (entry: EditedEntry) => ({
  id: entry.id,
  title: entry.title,
  body: entry.body,
  slug: entry.slug,
  state: entry.state,
  publish_at: entry.publishAt,
  published_at: entry.state === 'published' ? entry.publishedAt : null,
  labels: entry.labels.map(({ name }) => name),
  posts: entry.posts.map(({ id }) => id),
})
const readEntry = async (id: number) => (await getTeamEntry(id)) ?? Promise.reject(notFound('entry'))
const entryNow = async ({ params }: { params: { id: number } }) => {
  const entry = await readEntry(params.id)
  return { shown: toTeamEntry(entry), revision: entry.revision }
}
const teamEntry = async (id: number) => toTeamEntry(await readEntry(id))

async function idsOfLabels(names: string[]): Promise<number[]> {
  const all = new Map((await listLabels()).map(({ id, name }) => [name.toLowerCase(), id]))
  return names.map((name) => {
    const id = all.get(name.toLowerCase())
    if (id !== undefined) return id
    const errors = [{ field: 'labels', detail: `The label “${name}” doesn’t exist.` }]
    throw new Problem('invalid-fields', errors[0]!.detail, { errors })
  })
}

export const changelog = [
  endpoint('GET /changelog', {
    tag,
    summary: 'List published entries',
    description: 'Newest first.',
    scopes: null,
    query: changelogs.entriesQuery,
    answer: changelogs.entriesAnswer,
    run: async ({ query: { label, after, limit } }) =>
      (await getApiEntries(label, after, limit)) ?? Promise.reject(unknownCursor()),
  }),
  endpoint('GET /changelog/labels', {
    tag,
    summary: 'List the labels of entries',
    scopes: null,
    answer: changelogs.labelsAnswer,
    run: async () => ({ items: await listLabels() }),
  }),
  endpoint('GET /changelog/unread', {
    tag,
    summary: 'Count the entries that the key’s owner hasn’t seen',
    scopes: ['read'],
    answer: changelogs.unreadAnswer,
    run: async () => {
      const { unread, newestAt } = await countUnreadEntries()
      return { unread, newest_at: newestAt }
    },
  }),
  endpoint('PUT /changelog/seen', {
    tag,
    summary: 'Mark every entry as seen by the key’s owner',
    scopes: ['write'],
    answer: answers.doneAnswer,
    run: async () => {
      dataOf(await seeChangelog(null))
      return done
    },
  }),
  endpoint('GET /changelog/{id}', {
    tag,
    summary: 'Read a published entry',
    scopes: null,
    params: asked.idParams,
    answer: changelogs.entryAnswer,
    run: async ({ params }) => (await getApiEntry(params.id)) ?? Promise.reject(notFound('entry')),
  }),
  endpoint('GET /dashboard/changelog', {
    tag,
    summary: 'List all entries: drafts, scheduled and published ones',
    description: 'Fifty per page.',
    scopes: ['team'],
    query: changelogs.teamEntriesQuery,
    answer: changelogs.teamEntriesAnswer,
    run: async ({ query: { after } }) => {
      const before = after === undefined ? null : Number(after)
      if (before !== null && !(/^\d{1,15}$/.test(after!) && (await getTeamEntry(before))))
        throw unknownCursor()
      const { entries, next } = await listTeamEntries(before)
      return {
        items: entries.map((entry) => ({
          id: entry.id,
          title: entry.title,
          slug: entry.slug,
          state: entry.state,
          publish_at: entry.publishAt,
          published_at: entry.publishedAt,
          labels: entry.labels.map(({ name }) => name),
          updated_at: entry.updatedAt,
          author_name: entry.authorName,
          posts_total: entry.posts,
        })),
        next: next === null ? null : String(next),
      }
    },
  }),
  endpoint('POST /dashboard/changelog', {
    tag,
    summary: 'Write a draft',
    scopes: ['write', 'team'],
    body: changelogs.entryBody,
    answer: changelogs.teamEntryAnswer,
    status: 201,
    run: async ({ body: { labels, ...form }, caller }) => {
      const saved = dataOf(
        await saveEntry({
          ...form,
          id: null,
          labels: await idsOfLabels(labels),
          seenRevision: null,
          key: sendingKey(caller, 'entry'),
        }),
      )
      return teamEntry(saved.id)
    },
  }),
  endpoint('GET /dashboard/changelog/{id}', {
    tag,
    summary: 'Read an entry in any state',
    scopes: ['team'],
    params: asked.idParams,
    answer: changelogs.teamEntryAnswer,
    run: ({ params }) => teamEntry(params.id),
  }),
  endpoint('PATCH /dashboard/changelog/{id}', {
    tag,
    summary: 'Edit an entry',
    description: 'Scheduled and published entries can only be edited by people who may publish.',
    scopes: ['write', 'team'],
    params: asked.idParams,
    body: changelogs.editEntryBody,
    answer: changelogs.teamEntryAnswer,
    current: entryNow,
    run: async ({ params: { id }, body: { labels, ...form }, caller, seen }) => {
      const was = await readEntry(id)
      const saved = dataOf(
        await saveEntry({
          title: was.title,
          body: was.body,
          slug: was.slug,
          posts: was.posts.map((post) => post.id),
          ...form,
          id,
          labels: labels ? await idsOfLabels(labels) : was.labels.map((label) => label.id),
          seenRevision: seen?.revision ?? was.revision,
          key: sendingKey(caller, 'entry'),
        }),
      )
      if (!saved.isSaved) throw changedByOther('entry')
      return teamEntry(id)
    },
  }),
  endpoint('POST /dashboard/changelog/{id}/publish', {
    tag,
    summary: 'Publish or schedule an entry',
    description: 'For admins with the scope `admin`, and for moderators if the site lets them.',
    scopes: ['write', 'team'],
    params: asked.idParams,
    body: changelogs.publishBody,
    answer: changelogs.teamEntryAnswer,
    current: entryNow,
    run: async ({ params: { id }, body: { at, notify, complete_posts: completes }, seen }) => {
      const revision = seen?.revision ?? (await readEntry(id)).revision
      const form = { id, seenRevision: revision, at: null, moment: at, tells: notify, completes }
      dataOf(await publishEntry(form))
      return teamEntry(id)
    },
  }),
  endpoint('POST /dashboard/changelog/{id}/take-back', {
    tag,
    summary: 'Unpublish an entry',
    description: 'It becomes a draft again. For people who may publish.',
    scopes: ['write', 'team'],
    params: asked.idParams,
    body: asked.emptyBody,
    answer: changelogs.teamEntryAnswer,
    run: async ({ params: { id } }) => {
      dataOf(await unpublishEntry({ id }))
      return teamEntry(id)
    },
  }),
  endpoint('DELETE /dashboard/changelog/{id}', {
    tag,
    summary: 'Delete a draft for good',
    scopes: ['write', 'team'],
    params: asked.idParams,
    answer: answers.doneAnswer,
    current: entryNow,
    run: async ({ params }) => {
      await readEntry(params.id)
      dataOf(await deleteEntry(params))
      return done
    },
  }),
]
