import { nameLogged, readChanges } from './audit-changes'
import { actorName } from './audit-log'
import { shownName } from '../words/shown-name'
import 'server-only'
import {
  type DashboardQuery,
  type MoreColumn,
  newestFirst,
  readDashboardQuery,
} from '../post/dashboard-query'
import type { Database } from '../supabase/database.types'
import { type ViewerClient, viewerClient } from '../supabase/server'
import { isDataException } from '../supabase/database-errors'

const pageSize = 50

export type DashboardPage = Awaited<ReturnType<typeof listAdminPosts>>
export type DashboardRow = DashboardPage['rows'][number]

/** For the team. A cursor from another order, or an invalid one, leads to the first page. */
export async function listAdminPosts(query: DashboardQuery) {
  try {
    return await readPage(query)
  } catch (error) {
    if (!query.cursor || !isDataException(error)) throw error
    return readPage({ ...query, cursor: null, isBackwards: false })
  }
}

async function readPage({ filter, sort, columns, cursor, isBackwards }: DashboardQuery) {
  const client = await viewerClient()
  const [{ data }, counted] = await Promise.all([
    client
      .rpc('admin_posts', {
        filter,
        sort: sort.length > 0 ? sort : newestFirst,
        after_cursor: isBackwards ? undefined : (cursor ?? undefined),
        before_cursor: isBackwards ? (cursor ?? undefined) : undefined,
        page_rows: pageSize + 1,
      })
      .throwOnError(),
    client.rpc('admin_posts_total', { filter }).single().throwOnError(),
  ])
  const hasMore = data.length > pageSize
  // On a page read backwards, the extra row comes first.
  const ordered = isBackwards ? data.slice(-pageSize) : data.slice(0, pageSize)
  const rows = await withMore(client, ordered.map(toRow), columns)
  const hasBefore = isBackwards ? hasMore : cursor !== null
  const hasAfter = isBackwards ? true : hasMore
  return {
    rows,
    total: counted.data.total,
    isTotalExact: counted.data.is_exact,
    before: hasBefore ? (ordered[0]?.row_cursor ?? null) : null,
    after: hasAfter ? (ordered[ordered.length - 1]?.row_cursor ?? null) : null,
  }
}

/** Whether the dashboard has no post to list. */
export async function isBoardEmpty(): Promise<boolean> {
  const client = await viewerClient()
  const { data } = await client.rpc('admin_posts_total').single().throwOnError()
  return data.total === 0
}

/** The posts pinned anywhere on the board: at most three in each category. */
export async function listPinned() {
  const client = await viewerClient()
  const { data } = await client.from('posts').select('id').not('pinned_at', 'is', null).throwOnError()
  return data.map(({ id }) => id)
}

type Found = Database['public']['Functions']['admin_posts']['Returns'][number]

const toRow = (row: Found) => ({
  id: row.id,
  title: row.title,
  slug: row.slug,
  categoryId: row.category_id,
  categorySlug: row.category_slug,
  categoryName: row.category_name,
  authorId: row.author_id as string | null,
  authorName: shownName(row.author_name as string | null),
  state: row.state,
  votesTotal: row.votes_total,
  commentsTotal: row.comments_total,
  createdAt: row.created_at,
})

const columnsOfEveryRow: readonly MoreColumn[] = ['category', 'author', 'comments']

async function withMore(
  client: ViewerClient,
  rows: ReturnType<typeof toRow>[],
  columns: readonly MoreColumn[],
  withDetails = false,
) {
  const isWanted = columns.some((column) => !columnsOfEveryRow.includes(column))
  const { data } = isWanted
    ? await client
        .rpc('admin_columns', { post_ids: rows.map(({ id }) => id), with_details: withDetails })
        .throwOnError()
    : { data: [] }
  const more = new Map(data.map((one) => [one.post_id, one]))
  return rows.map((row) => {
    const found = more.get(row.id)
    return {
      ...row,
      updatedAt: found?.updated_at ?? null,
      tags: found?.tags ?? [],
      notesTotal: found?.notes_total ?? 0,
      // The generated types don't know which columns of a function can be null.
      assigneeName: (found?.assignee_name ?? null) as string | null,
      quarter: (found?.quarter ?? null) as string | null,
      companies: found?.companies ?? 0,
      monthlyValue: found?.monthly_value ?? 0,
      ...(withDetails && { details: found?.details ?? null }),
    }
  })
}

const exportSize = 200

export async function* listForExport({ filter, sort }: Pick<DashboardQuery, 'filter' | 'sort'>) {
  const client = await viewerClient()
  for (let after: string | undefined, isDone = false; !isDone;) {
    const { data } = await client
      .rpc('admin_posts', {
        filter,
        sort: sort.length > 0 ? sort : newestFirst,
        after_cursor: after,
        page_rows: exportSize,
      })
      .throwOnError()
    yield await withMore(client, data.map(toRow), ['tags'], true)
    after = data.at(-1)?.row_cursor
    isDone = data.length < exportSize
  }
}

export type AdminPost = NonNullable<Awaited<ReturnType<typeof readAdminPost>>>

type Tables = Database['public']['Tables']
type Columns<Table extends keyof Tables, Names extends keyof Tables[Table]['Row']> = Pick<
  Tables[Table]['Row'],
  Names
>
type Stored = Columns<'posts', 'id' | 'title' | 'details' | 'slug' | 'state' | 'category_id'> & {
  category_slug: string
  images: Columns<'images', 'id' | 'path' | 'alt' | 'width' | 'height' | 'widths'>[]
  comments: (Columns<'comments', 'id' | 'body' | 'created_at' | 'author_id'> & {
    author_name: string | null
    author_is_team: boolean
  })[]
  timeline: Columns<'post_events', 'id' | 'from_state' | 'to_state' | 'note' | 'created_at'>[]
  audit: Columns<
    'audit_log',
    'id' | 'action' | 'before' | 'after' | 'created_at' | 'actor_id' | 'actor_name' | 'key_name'
  >[]
}

export async function readAdminPost(id: number) {
  const client = await viewerClient()
  const { data } = await client.rpc('admin_post', { post_id: id }).throwOnError()
  const post = data as Stored | null
  const people = await nameLogged(client, post?.audit ?? [])
  const changesOf = await readChanges(people)
  return (
    post && {
      ...post,
      comments: post.comments.map((comment) => ({ ...comment, author_name: shownName(comment.author_name) })),
      audit: post.audit.map(({ actor_id, actor_name, key_name, before, after, ...entry }) => ({
        ...entry,
        changes: changesOf({ ...entry, before, after }),
        actorName: actorName({ actor_id, actor_name, key_name }, people),
      })),
    }
  )
}

export async function countAudience(ids: number[]) {
  const client = await viewerClient()
  const { data } = await client.rpc('admin_followers', { post_ids: ids }).single().throwOnError()
  return data
}

export type View = Awaited<ReturnType<typeof listViews>>[number]

export async function listViews() {
  const client = await viewerClient()
  const { data } = await client
    .from('dashboard_views')
    .select('id, owner_id, name, query, is_shared')
    .order('name')
    .throwOnError()
  return data.map(({ owner_id, is_shared, ...view }) => ({ ...view, ownerId: owner_id, isShared: is_shared }))
}

export async function countViews() {
  const client = await viewerClient()
  const views = await listViews()
  const counts = await Promise.all(
    views.map(async ({ id, query }) => {
      const { filter } = readDashboardQuery(Object.fromEntries(new URLSearchParams(query)))
      const { data, error } = await client.rpc('admin_posts_total', { filter }).single()
      if (error && !isDataException(error)) throw error
      return [id, data && { total: data.total, isTotalExact: data.is_exact }] as const
    }),
  )
  return Object.fromEntries(counts)
}
