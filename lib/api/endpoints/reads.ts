import 'server-only'
import { type DashboardFilter, type MoreColumn, moreColumns, type SortKey } from '../../post/dashboard-query'
import type { PostState } from '../../post/states'
import { getApiPost, getApiPostPage, pairWithPosts } from '../../queries/api'
import { listAdminPosts } from '../../queries/dashboard'
import { countPosts } from '../../queries/posts'
import { listSimilarPosts, searchPosts } from '../../queries/search'
import * as answers from '../../schemas/api/answers'
import * as asked from '../../schemas/api/requests'
import { isDataException } from '../../supabase/database-errors'
import { endpoint } from '../endpoint'
import { notFound, unknownCursor } from '../problem'

const split = (text: string | undefined) => text?.split(',').filter(Boolean)

async function similar(title: string, details?: string) {
  const found = await pairWithPosts(await listSimilarPosts(title, details))
  return found.map(({ row, post }) => ({ post, is_same_title: row.isSame }))
}

export const reads = [
  endpoint('GET /search', {
    tag: 'Posts',
    summary: 'Search posts',
    scopes: null,
    query: asked.searchQuery,
    answer: answers.foundAnswer,
    run: async ({ query: { q, after = null, category, state } }) => {
      const found = await searchPosts(q, after, { category, state }).catch((error) => {
        throw isDataException(error) ? unknownCursor() : error
      })
      const items = (await pairWithPosts(found.posts)).map(({ row, post }) => ({
        post,
        snippet: row.snippet as string | null,
        is_from_comment: row.isFromComment,
      }))
      return { items, next: found.next, total: found.total, is_total_exact: found.isTotalExact }
    },
  }),
  endpoint('GET /similar', {
    tag: 'Posts',
    summary: 'Find posts similar to a text',
    scopes: null,
    query: asked.similarQuery,
    answer: answers.similarAnswer,
    run: async ({ query }) => ({ items: await similar(query.title, query.details) }),
  }),
  endpoint('GET /posts/{id}/similar', {
    tag: 'Posts',
    summary: 'Find posts similar to a post',
    scopes: null,
    params: asked.idParams,
    answer: answers.similarAnswer,
    run: async ({ params: { id } }) => {
      const post = await getApiPost(id)
      if (!post) throw notFound('post')
      const found = await similar(post.title, post.details.slice(0, 600))
      return { items: found.filter((one) => one.post.id !== id) }
    },
  }),
  endpoint('GET /roadmap', {
    tag: 'Posts',
    summary: 'Read the roadmap',
    description: 'The first twenty posts in each state.',
    scopes: null,
    answer: answers.roadmapAnswer,
    run: async () => {
      const totals = await countPosts()
      const states: PostState[] = ['planned', 'in-progress', 'completed']
      const pages = await Promise.all(
        states.map((state) => getApiPostPage({ state, order: 'top', limit: 20 })),
      )
      return {
        columns: states.map((state, at) => ({ state, total: totals[state], posts: pages[at]?.items ?? [] })),
      }
    },
  }),
  endpoint('GET /dashboard/posts', {
    tag: 'Team',
    summary: 'List posts with the dashboard’s filters and sort orders',
    description: 'Fifty per page. `inbox=true` lists posts that the team hasn’t reviewed yet.',
    scopes: ['team'],
    query: asked.dashboardQuery,
    answer: answers.dashboardPostsAnswer,
    run: async ({ query }) => {
      const { order, after = null, states, categories, tags, unanswered, stale, inbox, ...others } = query
      const [by, direction] = order.split('.') as [SortKey, string?]
      const isTrue = (flag?: string) => (flag === 'true' ? true : undefined)
      const wanted: DashboardFilter = {
        ...others,
        states: split(states) as PostState[] | undefined,
        categories: split(categories),
        tags: split(tags),
        unanswered: isTrue(unanswered),
        stale: isTrue(stale),
        inbox: isTrue(inbox),
      }
      const filter = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
      const page = await listAdminPosts({
        filter,
        sort: [{ by, desc: direction === 'desc' }],
        columns: Object.keys(moreColumns) as MoreColumn[],
        cursor: after,
        isBackwards: false,
      })
      const items = (await pairWithPosts(page.rows)).map(({ row, post }) => ({
        post,
        updated_at: row.updatedAt,
        tags: row.tags,
        notes: row.notesTotal,
        assignee: row.assigneeName,
        quarter: row.quarter,
        companies: row.companies,
        monthly_value: row.monthlyValue,
      }))
      return { items, next: page.after, total: page.total, is_total_exact: page.isTotalExact }
    },
  }),
]
