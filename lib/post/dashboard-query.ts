import { postStates, type PostState } from './states'

/** What the dashboard's table can be sorted by, in the words of its columns. */
export const sortKeys = {
  created_at: 'Created at',
  state: 'State',
  votes: 'Votes',
  title: 'Title',
  comments: 'Comments',
  updated_at: 'Updated at',
  author: 'Author',
  category: 'Category',
} as const
export type SortKey = keyof typeof sortKeys
export type SortRule = { by: SortKey; desc: boolean }

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
}

/** What the dashboard shows: all of it stands in the address. */
export type DashboardQuery = {
  filter: DashboardFilter
  sort: SortRule[]
  cursor: string | null
  isBackwards: boolean
}

type Params = Record<string, string | string[] | undefined>

const first = (value: string | string[] | undefined) =>
  (Array.isArray(value) ? value[0] : value)?.replaceAll('\0', '').trim() || undefined
const list = (value: string | undefined) => value?.split(',').filter(Boolean)
const date = (value: string | undefined) =>
  value && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined
const count = (value: string | undefined) => (value && /^\d{1,9}$/.test(value) ? Number(value) : undefined)

/** Reads an address; what cannot be understood is left out. */
export function readDashboardQuery(params: Params): DashboardQuery {
  const states = list(first(params.states))?.filter((state): state is PostState =>
    postStates.includes(state as PostState),
  )
  const filter: DashboardFilter = {
    states: states?.length ? states : undefined,
    categories: list(first(params.categories)),
    author: first(params.author)?.slice(0, 200),
    created_from: date(first(params.from)),
    created_to: date(first(params.to)),
    votes_min: count(first(params.min)),
    votes_max: count(first(params.max)),
    text: first(params.q)?.slice(0, 200),
    unanswered: first(params.unanswered) === '1' ? true : undefined,
  }
  const sort = (list(first(params.sort)) ?? [])
    .map((rule) => {
      const [by, direction] = rule.split('.')
      return { by: by as SortKey, desc: direction === 'desc' }
    })
    .filter(({ by }) => Object.hasOwn(sortKeys, by))
    .filter(({ by }, index, all) => all.findIndex((rule) => rule.by === by) === index)
    .slice(0, 5)
  const before = first(params.before)
  return {
    filter: Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)),
    sort,
    cursor: before ?? first(params.after) ?? null,
    isBackwards: before !== undefined,
  }
}

/** The address of what the dashboard shows; without a cursor it is the first page. */
export function dashboardAddress({ filter, sort, cursor, isBackwards }: DashboardQuery): string {
  const params = new URLSearchParams()
  const set = (name: string, value: string | number | undefined) => {
    if (value !== undefined && value !== '') params.set(name, String(value))
  }
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
  if (cursor) set(isBackwards ? 'before' : 'after', cursor)
  const query = params.toString()
  return query ? `/dashboard?${query}` : '/dashboard'
}
