import { createComment, deleteComment } from '@/lib/actions/comments'
import type { Outcomes } from '@/lib/actions/dashboard'
import { addNote, deleteNote, setLooked } from '@/lib/actions/triage'
import { callAction } from '@/lib/browser/call-action'
import type { PostState } from '@/lib/post/states'
import type { Category } from '@/lib/queries/categories'
import type { DashboardRow } from '@/lib/queries/dashboard'
import type { Tag } from '@/lib/queries/triage'
import type { Plan } from '@/lib/schemas/plan'
import { type ActionResult, succeed } from '@/lib/schemas/action-result'
import { countText } from '@/lib/text/count-text'
import { categoryChange, stateChange } from '../dashboard/change-posts'
import { type PlanOutcome, planPosts, unplanPosts } from './plan-changes'
import { type TagChange, tagPosts, untagPosts } from './tag-changes'
import { type Act, allOrNone, type Answer } from './use-acts'

const idsOf = (posts: DashboardRow[]) => posts.map(({ id }) => id)
/** "“Dark mode” is", "3 posts are" */
const namedWith = (posts: DashboardRow[], one: string, many: string) =>
  posts.length === 1 ? `“${posts[0]!.title}” ${one}` : `${countText(posts.length)} posts ${many}`
const problemOf = (result: ActionResult<unknown>) => (result.ok ? '' : result.message)

export const look = (posts: DashboardRow[]): Act => ({
  posts,
  word: 'Looked at',
  said: `${namedWith(posts, 'has', 'have')} been looked at.`,
  run: async () => allOrNone(posts, await callAction(() => setLooked({ ids: idsOf(posts), wanted: true }))),
  undo: async () => '',
})

/** Also the state that a post has already is a decision: then it has been looked at. */
export function toState(posts: DashboardRow[], state: PostState, name: string): Act {
  const { change, undo } = stateChange(state)
  const moved = posts.filter((post) => post.state !== state)
  const stay = posts.filter((post) => post.state === state)
  return {
    posts,
    word: name,
    said: `${namedWith(posts, 'is', 'are')} now ${name}.`,
    change: { state },
    async run() {
      const looked = stay.length > 0 ? await look(stay).run() : none
      if (moved.length === 0) return looked
      return together(looked, eachFor(moved, await callAction(() => change(moved))))
    },
    undo: (held) =>
      backOf(
        held.filter((post) => moved.includes(post)),
        undo,
      ),
  }
}

export function toCategory(posts: DashboardRow[], category: Category): Act {
  const { change, undo } = categoryChange(category.id)
  const moved = posts.filter((post) => post.categoryId !== category.id)
  const stay = posts.filter((post) => post.categoryId === category.id)
  return {
    posts,
    word: category.name,
    said: `${namedWith(posts, 'is', 'are')} now in ${category.name}.`,
    change: { categoryId: category.id, categoryName: category.name, categorySlug: category.slug },
    async run() {
      const looked = stay.length > 0 ? await look(stay).run() : none
      if (moved.length === 0) return looked
      return together(looked, eachFor(moved, await callAction(() => change(moved))))
    },
    undo: (held) =>
      backOf(
        held.filter((post) => moved.includes(post)),
        undo,
      ),
  }
}

export function withTags(posts: DashboardRow[], added: Tag[], removed: Tag[]): Act {
  let changes: TagChange[] = []
  return {
    posts,
    word: 'Tagged',
    said: `${namedWith(posts, 'has', 'have')} other tags now.`,
    async run() {
      const result = await tagPosts(idsOf(posts), added, removed)
      if (result.ok) changes = result.data
      return allOrNone(posts, result)
    },
    undo: () => untagPosts(changes),
  }
}

export function withPlan(posts: DashboardRow[], plan: Plan): Act {
  let outcomes: PlanOutcome[] = []
  return {
    posts,
    word: 'Plan changed',
    said: `${namedWith(posts, 'has', 'have')} another plan now.`,
    async run() {
      const result = await planPosts(idsOf(posts), plan)
      if (result.ok) outcomes = result.data.filter(({ outcome }) => outcome === 'done')
      return eachFor(posts, result)
    },
    async undo() {
      return eachFor(posts, await unplanPosts(outcomes, plan)).problem
    },
  }
}

/** An answer for everybody below a post. */
export function reply(post: DashboardRow, body: string): Act {
  const key = crypto.randomUUID()
  let comment = 0
  return {
    posts: [post],
    word: 'Answered',
    said: `“${post.title}” is answered.`,
    async run() {
      const result = await callAction(() => createComment({ post: post.id, parent: null, body, key }))
      if (result.ok) comment = result.data.id
      return allOrNone([post], result)
    },
    undo: async () => problemOf(await callAction(() => deleteComment({ id: comment }))),
  }
}

/** An internal note. */
export function note(post: DashboardRow, body: string): Act {
  let made = 0
  return {
    posts: [post],
    word: 'Note added',
    said: `“${post.title}” has a note.`,
    async run() {
      const result = await callAction(() => addNote({ post: post.id, body }), { tries: 1 })
      if (result.ok) made = result.data.id
      return allOrNone([post], result)
    },
    undo: async () => problemOf(await callAction(() => deleteNote({ id: made }))),
  }
}

const none: Answer = { failed: [], problem: '' }

const together = (one: Answer, other: Answer): Answer => ({
  failed: [...one.failed, ...other.failed],
  problem: one.problem || other.problem,
})

const reasons: Record<string, string> = {
  conflict: 'Somebody else changed this meanwhile.',
  missing: 'This has been deleted meanwhile.',
}

/** Of an action that says of each post what became of it. */
function eachFor(posts: DashboardRow[], result: ActionResult<Outcomes>): Answer {
  if (!result.ok) return allOrNone(posts, result)
  const wrong = result.data.filter(({ outcome }) => Object.hasOwn(reasons, outcome))
  return { failed: wrong.map(({ post_id }) => post_id), problem: reasons[wrong[0]?.outcome ?? ''] ?? '' }
}

async function backOf(
  posts: DashboardRow[],
  undo: (posts: DashboardRow[]) => Promise<ActionResult<Outcomes>[]>,
): Promise<string> {
  const result = await callAction(async () => {
    const results = await undo(posts)
    return results.find((one) => !one.ok) ?? succeed(results.flatMap((one) => (one.ok ? one.data : [])))
  })
  return eachFor(posts, result).problem
}
