'use client'

import { t } from '@/lib/words/t'
import { type Outcomes, setCategories, setStates } from '@/lib/actions/dashboard'
import { pinPosts } from '@/lib/actions/moderation'
import { setPlan, changeTags, setLooked } from '@/lib/actions/triage'
import { callAction } from '@/lib/browser/call-action'
import type { PostState } from '@/lib/post/states'
import type { Tag } from '@/lib/queries/triage'
import { type ActionResult, succeed } from '@/lib/schemas/action-result'
import type { Plan } from '@/lib/schemas/team'
import { inChunks } from '../post/in-chunks'
import { toastProblem } from '../ui/toast-store'
import { type Act, type Answer, useActs } from './acts'

/** A post with what was seen of it, to detect other people's changes. */
export type SeenPost = { id: number; state: PostState; categoryId: number }

type Send<Post> = (posts: Post[]) => Promise<ActionResult<Outcomes>>
/** A change of posts, as many as one request accepts, and how to undo it for those it changed. */
export type Change<Post = SeenPost> = { send: Send<Post>; takeBack: Send<Post> }

const idsOf = (posts: { id: number }[]) => posts.map(({ id }) => id)
const doneTo = (posts: { id: number }[]): Outcomes =>
  idsOf(posts).map((post_id) => ({ post_id, outcome: 'done' }))

/** Sets a state on posts that still have the state that was seen. Undo restores each state and note. */
export function changeState(state: PostState, note?: string): Change {
  const notes = new Map<number, string>()
  const noteOf = ({ id }: SeenPost) => notes.get(id)
  return {
    async send(posts) {
      const seen = Object.fromEntries(posts.map((post) => [post.id, post.state]))
      const result = await setStates({ ids: idsOf(posts), state, seen, note })
      if (result.ok)
        for (const { post_id, note: before } of result.data) if (before) notes.set(post_id, before)
      return result
    },
    takeBack: (posts) =>
      inGroups(
        posts,
        (post) => [post.state, noteOf(post)],
        (alike) =>
          setStates({
            ids: idsOf(alike),
            state: alike[0]!.state,
            seen: Object.fromEntries(alike.map(({ id }) => [id, state])),
            note: noteOf(alike[0]!),
            isUndo: true,
          }),
      ),
  }
}

export const changeCategory = (category: number): Change => ({
  send: (posts) =>
    setCategories({
      ids: idsOf(posts),
      category,
      seen: Object.fromEntries(posts.map((post) => [post.id, post.categoryId])),
    }),
  takeBack: (posts) =>
    inGroups(
      posts,
      (post) => post.categoryId,
      (alike) =>
        setCategories({
          ids: idsOf(alike),
          category: alike[0]!.categoryId,
          seen: Object.fromEntries(alike.map(({ id }) => [id, category])),
        }),
    ),
})

export const changePin = (wanted: boolean): Change<{ id: number }> => ({
  send: (posts) => pinPosts({ ids: idsOf(posts), wanted }),
  takeBack: (posts) => pinPosts({ ids: idsOf(posts), wanted: !wanted }),
})

export const lookAtPosts: Change<{ id: number }> = {
  send: (posts) => setLookedAt(posts, true),
  takeBack: (posts) => setLookedAt(posts, false),
}
async function setLookedAt(posts: { id: number }[], wanted: boolean) {
  const result = await setLooked({ ids: idsOf(posts), wanted })
  return result.ok ? succeed(doneTo(posts)) : result
}

/** Changes tags. Undo reverts exactly what changed. */
export function changeTagsOf(added: Tag[], removed: Tag[]): Change<{ id: number }> {
  const changes: { post: number; tag: number; isAdded: boolean }[] = []
  return {
    async send(posts) {
      const result = await changeTags({ ids: idsOf(posts), added: idsOf(added), removed: idsOf(removed) })
      if (!result.ok) return result
      changes.push(...result.data)
      return succeed(doneTo(posts))
    },
    async takeBack(posts) {
      const ids = new Set(idsOf(posts))
      const result = await inGroups(
        changes.filter(({ post }) => ids.has(post)),
        ({ tag }) => tag,
        async (alike) => {
          const { tag, isAdded } = alike[0]!
          const back = isAdded ? { added: [], removed: [tag] } : { added: [tag], removed: [] }
          const answer = await changeTags({ ids: alike.map(({ post }) => post), ...back })
          return answer.ok ? succeed([]) : answer
        },
      )
      return result.ok ? succeed(doneTo(posts)) : result
    },
  }
}

/** Changes plans. Undo restores each as far as no one else has changed it since. */
export function changePlan(plan: Plan): Change<{ id: number }> {
  const before = new Map<number, Plan>()
  return {
    async send(posts) {
      const result = await setPlan({ ids: idsOf(posts), plan })
      if (result.ok)
        for (const one of result.data) if (one.outcome === 'done') before.set(one.post_id, one.before)
      return result
    },
    takeBack: (posts) =>
      inGroups(
        posts,
        ({ id }) => before.get(id),
        (alike) => setPlan({ ids: idsOf(alike), plan: before.get(alike[0]!.id)!, seen: plan }),
      ),
  }
}

/** Groups items by key and sends one request per group until one is refused. */
async function inGroups<Item>(
  items: Item[],
  keyOf: (item: Item) => unknown,
  send: Send<Item>,
): Promise<ActionResult<Outcomes>> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = JSON.stringify(keyOf(item)) ?? ''
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  const outcomes: Outcomes = []
  for (const alike of groups.values()) {
    const result = await callAction(() => send(alike))
    if (!result.ok) return result
    outcomes.push(...result.data)
  }
  return succeed(outcomes)
}

/** One action that changes posts, in as many requests as it takes. */
export const actOn = <Post extends { id: number }>(
  posts: Post[],
  change: Change<Post>,
  said: (held: Post[]) => string,
  onProgress?: (done: number) => void,
): Act<Post> => ({
  things: posts,
  said,
  run: () => sendTo(posts, change.send, onProgress),
  undo: (held) => sendTo(held, change.takeBack),
})

async function sendTo<Post extends { id: number }>(
  posts: Post[],
  send: Send<Post>,
  onProgress?: (done: number) => void,
): Promise<Answer<Post>> {
  const { answers, problem } = await inChunks(posts, send, onProgress)
  return answerOf(posts, answers.flat(), problem)
}

/** The answer for each post; `refused` says why some have none. */
export function answerOf<Post extends { id: number }>(
  posts: Post[],
  outcomes: Outcomes,
  refused = '',
): Answer<Post> {
  const found = new Map(outcomes.map(({ post_id, outcome }) => [post_id, outcome]))
  const count = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).length
  return {
    held: posts.filter(({ id }) => found.get(id) === 'done'),
    failed: posts.filter(({ id }) => !['done', 'unchanged'].includes(found.get(id) ?? '')),
    problem: refused,
    conflicts: count('conflict'),
    missing: count('missing'),
  }
}

/** Why posts weren't changed; '' if all were, or needed no change. */
export function whyNot({ problem, conflicts, missing }: Answer<unknown>, what: 'this' | 'this post'): string {
  if (problem) return problem
  if (conflicts) return t('team.postActs.someoneElseChangedIn', { isPost: what === 'this post' })
  return missing ? t('team.postActs.hasBeenDeleted', { isPost: what === 'this post' }) : ''
}

/** Something done to one post, and where to show why not; '' if nothing is wrong. */
export type PostAct = Act<SeenPost> & { onProblem: (problem: string) => unknown }

export function usePostActs(onChanged: () => void) {
  return useActs<SeenPost, PostAct>({
    onAnswer(answer, { onProblem }) {
      if (!answer.problem) onChanged()
      const why = whyNot(answer, 'this post')
      onProblem(answer.conflicts ? t('team.postActs.showingTheLatestVersion') : why)
    },
    onUndone(answer) {
      if (answer.held.length === 0)
        toastProblem(
          t('team.postActs.couldntUndoTheChange'),
          whyNot(answer, 'this post') || t('team.postActs.someoneElseChangedThis'),
        )
      onChanged()
    },
  })
}
