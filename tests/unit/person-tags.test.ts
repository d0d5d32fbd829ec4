import { beforeEach, expect, test, vi } from 'vitest'
import { personTag, personTags } from '../../lib/cache-tags'
import { postsFeed } from '../../lib/publish/feeds'
import { getFirstPosts, getMorePosts, getPost } from '../../lib/queries/posts'

const { tags, rows, query } = vi.hoisted(() => {
  const answer = { value: [] as unknown }
  // Every query is answered with these rows.
  const client: object = new Proxy(() => {}, {
    get: (_, name) =>
      name === 'then' ? (done: (given: unknown) => void) => done({ data: answer.value }) : () => client,
  })
  return { tags: new Set<string>(), rows: answer, query: client }
})
vi.mock('next/cache', () => ({
  cacheLife: () => {},
  cacheTag: (...given: string[]) => given.forEach((tag) => tags.add(tag)),
}))
vi.mock('@/lib/supabase/public', () => ({ publicClient: query }))
vi.mock('@/lib/queries/quarters', () => ({ listExpected: () => new Map() }))

const category = { id: 1, slug: 'bugs', name: 'Bugs', created_at: '2026-01-01T00:00:00+00:00' }
const post = {
  id: 7,
  slug: 'a',
  title: 'A',
  details: '',
  created_at: '2026-01-01T00:00:00+00:00',
  edited_at: null,
  activity_at: '2026-01-01T00:00:00+00:00',
}
const author = { id: 'kim', name: 'Kim', avatar_url: null }

beforeEach(() => tags.clear())

test('a list of posts is refreshed when one of their authors is renamed', async () => {
  rows.value = [
    {
      ...post,
      excerpt: '',
      author_id: 'kim',
      author_name: 'Kim',
      row_cursor: '',
      state_changed_at: post.created_at,
    },
  ]
  await getFirstPosts({})
  expect(tags).toContain(personTag('kim'))
  tags.clear()
  await getMorePosts({}, '[1]')
  expect(tags).toContain(personTag('kim'))
})

test('a post is refreshed when its author or the person who changed its state is renamed', async () => {
  const event = {
    id: 1,
    from_state: 'proposed',
    to_state: 'planned',
    note: null,
    created_at: '2026-01-01T00:00:00+00:00',
  }
  const events = [{ ...event, actor_id: 'ada', actor_name: 'Ada' }]
  rows.value = { ...post, author_id: 'kim', author_name: 'Kim', events, merges: [], partings: [], images: [] }
  await getPost('bugs', 'a')
  expect(tags).toContain(personTag('kim'))
  expect(tags).toContain(personTag('ada'))
})

test('a feed is refreshed when a person in it is renamed', async () => {
  const event = { id: 1, from_state: 'proposed', to_state: 'planned', note: null, profiles: author }
  const home = { ...post, categories: category }
  const merge = { merged_at: post.created_at, actor: author, stays: home }
  const written = { author_id: 'kim', author_name: 'Kim', category_slug: 'bugs', category_name: 'Bugs' }
  rows.value = [{ ...post, ...written, ...category, ...event, ...merge, posts: home }]
  await postsFeed(null)
  expect(tags).toContain(personTag('kim'))
})

test('the tags of many people are the first hundred, each once', () => {
  const people = Array.from({ length: 130 }, (_, n) => String(n % 120))
  expect(personTags([null, ...people])).toHaveLength(100)
})
