import { setCategories, setStates } from '@/lib/actions/dashboard'
import { pinPosts } from '@/lib/actions/moderation'
import type { PostState } from '@/lib/post/states'
import type { Chosen } from './use-selection'

const toState = (state: PostState, posts: Chosen[], note = '') =>
  setStates({
    ids: posts.map(({ id }) => id),
    state,
    seen: Object.fromEntries(posts.map((post) => [String(post.id), post.state])),
    note,
  })
const toCategory = (category: number, posts: Chosen[]) =>
  setCategories({
    ids: posts.map(({ id }) => id),
    category,
    seen: Object.fromEntries(posts.map((post) => [String(post.id), post.categoryId])),
  })
const now = (posts: Chosen[], change: Partial<Chosen>) => posts.map((post) => ({ ...post, ...change }))

function groups<Key>(posts: Chosen[], keyOf: (post: Chosen) => Key): [Key, Chosen[]][] {
  const found = new Map<Key, Chosen[]>()
  for (const post of posts) found.set(keyOf(post), [...(found.get(keyOf(post)) ?? []), post])
  return [...found]
}

/** Gives posts a state, as far as theirs is the one that was seen, and each its own again. */
export const stateChange = (state: PostState, note?: string) => ({
  change: (posts: Chosen[]) => toState(state, posts, note),
  undo: (posts: Chosen[]) =>
    Promise.all(
      groups(posts, (post) => post.state).map(([was, group]) => toState(was, now(group, { state }))),
    ),
})

/** Moves posts to a category in the same way. */
export const categoryChange = (category: number) => ({
  change: (posts: Chosen[]) => toCategory(category, posts),
  undo: (posts: Chosen[]) =>
    Promise.all(
      groups(posts, (post) => post.categoryId).map(([was, group]) =>
        toCategory(was, now(group, { categoryId: category })),
      ),
    ),
})

/** Pins posts, or unpins them. */
export const pinChange = (wanted: boolean) => ({
  said: wanted ? 'pinned' : 'not pinned any more',
  change: (posts: Chosen[]) => pinPosts({ ids: posts.map(({ id }) => id), wanted }),
  undo: async (posts: Chosen[]) => [await pinPosts({ ids: posts.map(({ id }) => id), wanted: !wanted })],
})
