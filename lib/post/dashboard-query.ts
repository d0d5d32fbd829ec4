import { texts } from '../words/deferred.ts'
import { postStates, type PostState } from './states'

export const sortKeys = texts({
  created_at: 'common.createdAt',
  state: 'common.state',
  votes: 'common.votes',
  title: 'common.title',
  comments: 'common.comments',
  updated_at: 'post.dashboardQuery.updatedAt',
  author: 'common.author',
  category: 'common.category',
  companies: 'post.dashboardQuery.companies',
  monthly_value: 'post.dashboardQuery.monthlyValue',
})
export type SortKey = keyof typeof sortKeys
export type SortRule = { by: SortKey; desc: boolean }
/** The order of a list without rules. */
export const newestFirst: SortRule[] = [{ by: 'created_at', desc: true }]

export const moreColumns = texts({
  category: 'common.category',
  author: 'common.author',
  comments: 'common.comments',
  updated_at: 'post.dashboardQuery.updatedAt',
  tags: 'common.tags',
  notes: 'post.dashboardQuery.notes',
  assignee: 'common.assignedTo',
  quarter: 'common.expected',
  companies: 'post.dashboardQuery.companies',
  monthly_value: 'post.dashboardQuery.monthlyValue',
})
export type MoreColumn = keyof typeof moreColumns

export type DashboardFilter = {
  states?: PostState[]
  categories?: string[]
  author?: string
  created_from?: string
  created_to?: string
  votes_min?: number
  votes_max?: number
  text?: string
  unanswered?: boolean
  tags?: string[]
  assignee?: string
  stale?: boolean
  company?: string
  plan?: string
  value_min?: number
  inbox?: boolean
}

export type DashboardQuery = {
  filter: DashboardFilter
  sort: SortRule[]
  columns: MoreColumn[]
  cursor: string | null
  isBackwards: boolean
}

type Params = Record<string, string | string[] | undefined>

const first = (value: string | string[] | undefined) =>
  (Array.isArray(value) ? value[0] : value)?.replaceAll('\0', '').trim() || undefined
const list = (value: string | undefined) => value?.split(',').filter(Boolean)
export const readDay = (value: string | undefined) =>
  value && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined
const flag = (value: string | string[] | undefined) => (first(value) === '1' ? true : undefined)
const assignee = (value: string | undefined) =>
  value && /^(me|none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.test(value) ? value : undefined
const count = (value: string | undefined) => (value && /^\d{1,9}$/.test(value) ? Number(value) : undefined)

export function readDashboardQuery(params: Params): DashboardQuery {
  const states = list(first(params.states))?.filter((state): state is PostState =>
    postStates.includes(state as PostState),
  )
  const filter: DashboardFilter = {
    states: states?.length ? states : undefined,
    categories: list(first(params.categories)),
    author: first(params.author)?.slice(0, 200),
    created_from: readDay(first(params.from)),
    created_to: readDay(first(params.to)),
    votes_min: count(first(params.min)),
    votes_max: count(first(params.max)),
    text: first(params.q)?.slice(0, 200),
    unanswered: flag(params.unanswered),
    tags: list(first(params.tags)),
    assignee: assignee(first(params.assignee)),
    stale: flag(params.stale),
    company: first(params.company)?.slice(0, 120),
    plan: first(params.plan)?.slice(0, 80),
    value_min: count(first(params.value)),
    inbox: first(params.view) === 'inbox' ? true : undefined,
  }
  const sort = (list(first(params.sort)) ?? [])
    .map((rule) => {
      const [by, direction] = rule.split('.')
      return { by: by as SortKey, desc: direction === 'desc' }
    })
    .filter(({ by }) => Object.hasOwn(sortKeys, by))
    .filter(({ by }, index, all) => all.findIndex((rule) => rule.by === by) === index)
    .slice(0, 5)
  const columns = list(first(params.columns)) ?? []
  const before = first(params.before)
  return {
    filter: Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)),
    sort,
    columns: (Object.keys(moreColumns) as MoreColumn[]).filter((column) => columns.includes(column)),
    cursor: before ?? first(params.after) ?? null,
    isBackwards: before !== undefined,
  }
}

export function dashboardAddress(shown: DashboardQuery): string {
  const query = queryText(shown)
  return query ? `/dashboard?${query}` : '/dashboard'
}

export function queryText({ filter, sort, columns, cursor, isBackwards }: DashboardQuery): string {
  const params = new URLSearchParams()
  const set = (name: string, value: string | number | undefined) => {
    if (value !== undefined && value !== '') params.set(name, String(value))
  }
  set('view', filter.inbox ? 'inbox' : undefined)
  set('sort', sort.map(({ by, desc }) => (desc ? `${by}.desc` : by)).join(','))
  set('states', filter.states?.join(','))
  set('categories', filter.categories?.join(','))
  set('author', filter.author)
  set('from', filter.created_from)
  set('to', filter.created_to)
  set('min', filter.votes_min)
  set('max', filter.votes_max)
  set('q', filter.text)
  set('unanswered', filter.unanswered ? 1 : undefined)
  set('tags', filter.tags?.join(','))
  set('assignee', filter.assignee)
  set('stale', filter.stale ? 1 : undefined)
  set('company', filter.company)
  set('plan', filter.plan)
  set('value', filter.value_min)
  set('columns', columns.join(','))
  if (cursor) set(isBackwards ? 'before' : 'after', cursor)
  return params.toString()
}
