import { setCategories, setStates } from '@/lib/actions/dashboard'
import { pinPosts } from '@/lib/actions/moderation'
import type { PostState } from '@/lib/post/states'
import type { Chosen } from './use-selection'

const toState = (state: PostState, posts: Chosen[], more: { note?: string; isUndo?: boolean }) =>
  setStates({
    ids: posts.map(({ id }) => id),
    state,
    seen: Object.fromEntries(posts.map((post) => [String(post.id), post.state])),
    ...more,
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

/** Gives posts a state, as far as theirs is the one that was seen, and each its own again, with what was said of it. */
export function stateChange(state: PostState, note?: string) {
  const notes = new Map<number, string>()
  return {
    async change(posts: Chosen[]) {
      const result = await toState(state, posts, { note })
      if (result.ok)
        for (const { post_id, note: before } of result.data) if (before) notes.set(post_id, before)
      return result
    },
    undo: (posts: Chosen[]) =>
      Promise.all(
        groups(posts, (post) => JSON.stringify([post.state, notes.get(post.id)])).map(([, group]) => {
          const { id, state: was } = group[0]!
          return toState(was, now(group, { state }), { note: notes.get(id), isUndo: true })
        }),
      ),
  }
}

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
