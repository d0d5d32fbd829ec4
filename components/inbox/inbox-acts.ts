import { t } from '@/lib/words/t'
import { createComment, deleteComment } from '@/lib/actions/comments'
import { addNote, deleteNote } from '@/lib/actions/triage'
import { callAction } from '@/lib/browser/call-action'
import type { PostState } from '@/lib/post/states'
import type { Category } from '@/lib/queries/categories'
import type { DashboardRow } from '@/lib/queries/dashboard'
import type { Tag } from '@/lib/queries/triage'
import type { ActionResult } from '@/lib/schemas/action-result'
import type { Plan } from '@/lib/schemas/team'
import { type Act, allOrNone, type Answer } from '../team/acts'
import {
  actOn,
  type Change,
  changeCategory,
  changePlan,
  changeState,
  changeTagsOf,
  lookAtPosts,
  whyNot,
} from '../team/post-acts'

/** Every action in the inbox except tagging also marks its posts as reviewed. Undo puts them back. */
export type InboxAct = Act<DashboardRow> & {
  /** The text next to reviewed posts in the list; none if they aren't reviewed. */
  word?: string
  shown?: Partial<DashboardRow>
  /** Whether to load the posts' side information again. */
  renews?: boolean
}

const nothing = () => ''

/** What messages call posts: one by its title, several by their number. */
const named = (posts: DashboardRow[]) => ({ count: posts.length, title: posts[0]!.title })

function together(...answers: Answer<DashboardRow>[]): Answer<DashboardRow> {
  const problem = answers.map((answer) => whyNot(answer, 'this')).find(Boolean) ?? ''
  return {
    held: answers.flatMap(({ held }) => held),
    failed: answers.flatMap(({ failed }) => failed),
    problem,
  }
}

/** Puts posts back into the inbox when the action on them is undone. */
export async function reopenAfter(
  posts: DashboardRow[],
  takeBack: () => Promise<Answer<DashboardRow>>,
): Promise<Answer<DashboardRow>> {
  const back = together(await takeBack())
  return back.problem ? back : actOn(posts, lookAtPosts, nothing).undo(posts)
}

/** A change to posts. Posts that need no change are only marked as reviewed. */
function inboxAct(
  posts: DashboardRow[],
  change: Change<DashboardRow>,
  words: Pick<InboxAct, 'shown' | 'renews'> & { word: string; said: string },
  isSo: (post: DashboardRow) => boolean = () => false,
): InboxAct {
  const { said, ...rest } = words
  const looked = actOn(posts.filter(isSo), lookAtPosts, nothing)
  const changed = actOn(
    posts.filter((post) => !isSo(post)),
    change,
    nothing,
  )
  let changedNow: DashboardRow[] = []
  return {
    ...rest,
    things: posts,
    said: () => said,
    async run() {
      const answers = [await looked.run(), await changed.run()]
      changedNow = answers[1]!.held
      const answer = together(...answers)
      return { ...answer, held: posts.filter((post) => !answer.failed.includes(post)) }
    },
    undo: (held) => reopenAfter(held, () => changed.undo(changedNow)),
  }
}

export const look = (posts: DashboardRow[]): InboxAct =>
  inboxAct(
    posts,
    lookAtPosts,
    { word: t('common.reviewed'), said: t('inbox.acts.markedAsReviewed', named(posts)) },
    () => true,
  )

export const toState = (posts: DashboardRow[], state: PostState, name: string): InboxAct =>
  inboxAct(
    posts,
    changeState(state),
    { word: name, shown: { state }, said: t('inbox.acts.movedTo', { ...named(posts), name }) },
    (post) => post.state === state,
  )

export const toCategory = (posts: DashboardRow[], { id, name, slug }: Category): InboxAct =>
  inboxAct(
    posts,
    changeCategory(id),
    {
      word: name,
      shown: { categoryId: id, categoryName: name, categorySlug: slug },
      said: t('inbox.acts.movedTo', { ...named(posts), name }),
    },
    (post) => post.categoryId === id,
  )

export const withTags = (posts: DashboardRow[], added: Tag[], removed: Tag[]): InboxAct => ({
  ...actOn(posts, changeTagsOf(added, removed), () => t('inbox.acts.tagsUpdatedOn', named(posts))),
  renews: true,
})

export const withPlan = (posts: DashboardRow[], plan: Plan): InboxAct =>
  inboxAct(posts, changePlan(plan), {
    word: t('common.planChanged'),
    renews: true,
    said: t('inbox.acts.planUpdatedOn', named(posts)),
  })

export function reply(post: DashboardRow, body: string): InboxAct {
  const key = crypto.randomUUID()
  return writing(
    post,
    { word: t('inbox.acts.replied'), said: t('inbox.acts.repliedTo', { title: post.title }) },
    () => callAction(() => createComment({ post: post.id, parent: null, body, key })),
    deleteComment,
  )
}

export const note = (post: DashboardRow, body: string): InboxAct =>
  writing(
    post,
    { word: t('inbox.acts.noteAdded'), said: t('inbox.acts.addedANoteTo', { title: post.title }) },
    () => callAction(() => addNote({ post: post.id, body }), { tries: 1 }),
    deleteNote,
  )

function writing(
  post: DashboardRow,
  { word, said }: { word: string; said: string },
  write: () => Promise<ActionResult<{ id: number }>>,
  remove: (written: { id: number }) => Promise<ActionResult<unknown>>,
): InboxAct {
  let id = 0
  return {
    things: [post],
    word,
    renews: true,
    said: () => said,
    async run() {
      const result = await write()
      if (result.ok) id = result.data.id
      return allOrNone([post], result)
    },
    undo: (held) => reopenAfter(held, async () => allOrNone(held, await callAction(() => remove({ id })))),
  }
}
