'use client'

import { t } from '@/lib/words/t'
import { restorePosts } from '@/lib/actions/dashboard'
import { unmergePosts } from '@/lib/actions/merges'
import { showPosts, unblockPeople } from '@/lib/actions/moderation'
import { setLooked } from '@/lib/actions/triage'
import { callAction } from '@/lib/browser/call-action'
import type { DashboardRow } from '@/lib/queries/dashboard'
import type { Tag, TriagePost } from '@/lib/queries/triage'
import type { ActionResult } from '@/lib/schemas/action-result'
import { DeleteAsAdmin } from '../post/delete-posts'
import { type Merged, MergeDialog } from '../merge/merge-dialog'
import { BlockDialog } from '../moderation/block-dialog'
import { HideDialog } from '../moderation/hide-dialog'
import { EditPostDialog } from '../post/edit-post-dialog'
import { allOrNone, type useActs } from '../team/acts'
import { PlanDialog } from '../team/plan'
import { actOn, lookAtPosts } from '../team/post-acts'
import { CategoryDialog } from '../team/category-dialog'
import { TagsDialog } from '../team/tags-dialog'
import type { Lists } from '../team/filters'
import { type InboxAct, reopenAfter, toCategory, withPlan, withTags } from './inbox-acts'
import type { Inbox } from './use-inbox'

export type DialogName = 'category' | 'merge' | 'tags' | 'plan' | 'edit' | 'hide' | 'block' | 'delete'

export function InboxDialogs(
  props: Lists & {
    name: DialogName
    inbox: Inbox
    acts: ReturnType<typeof useActs<DashboardRow, InboxAct>>
    onTags: (tags: Tag[]) => void
    posts: ReadonlyMap<number, TriagePost | 'gone'>
    onEdited: () => void
    onClose: () => void
  },
) {
  const { name, inbox, acts, categories, tags, team, onTags, posts, onEdited, onClose } = props
  const { open, targets } = inbox
  const ids = targets.map(({ id }) => id)
  const details = open ? posts.get(open.id) : undefined
  const authors = authorsOf(targets.map(({ id }) => posts.get(id)))

  function finish(act: InboxAct) {
    onClose()
    void acts.perform(act)
  }

  function note(things: DashboardRow[], word: string, undo: () => Promise<ActionResult<unknown>>) {
    onClose()
    if (things.length === 0) return
    acts.note({
      things,
      word,
      undo: (held) => reopenAfter(held, async () => allOrNone(held, await callAction(undo))),
    })
  }
  function reopen(undone: number[]) {
    const act = acts.forgetLast(({ things }) => things.some(({ id }) => undone.includes(id)))
    if (!act) return
    inbox.putBack(act.things)
    inbox.show(act.things[0]!.id)
    void actOn(act.things, lookAtPosts, () => '').undo(act.things)
  }

  function noteMerge({ ids: merged, stays }: Merged) {
    const gone = inbox.rows.filter(({ id }) => merged.includes(id))
    const kept = targets.filter(({ id }) => id === stays.id)
    if (kept.length > 0) void callAction(() => setLooked({ ids: [stays.id], wanted: true }))
    note([...gone, ...kept], t('inbox.dialogs.merged'), () => unmergePosts({ ids: merged }))
  }

  const noteDeletion = (deleted: number[]) =>
    note(
      targets.filter(({ id }) => deleted.includes(id)),
      t('inbox.dialogs.deleted'),
      () => restorePosts({ ids: deleted }),
    )

  switch (name) {
    case 'category':
      return (
        <CategoryDialog
          categories={categories.filter(({ isArchived }) => !isArchived)}
          count={targets.length}
          current={targets.length === 1 ? targets[0]!.categoryId : null}
          onChoose={(category) => finish(toCategory(targets, category))}
          onClose={onClose}
        />
      )
    case 'tags':
      return (
        <TagsDialog
          tags={tags}
          had={(tag) => {
            const having = ids.filter((id) => hasTag(posts.get(id), tag)).length
            return having === ids.length ? 'all' : having > 0 ? 'some' : 'none'
          }}
          onTags={onTags}
          onSave={(added, removed) => finish(withTags(targets, added, removed))}
          onClose={onClose}
        />
      )
    case 'plan':
      return (
        <PlanDialog
          count={ids.length}
          plan={ids.length === 1 ? planOf(posts.get(ids[0]!)) : null}
          team={team}
          onSave={(plan) => finish(withPlan(targets, plan))}
          onClose={onClose}
        />
      )
    case 'merge':
      return (
        <MergeDialog
          ids={ids}
          title={targets[0]?.title ?? ''}
          onClose={onClose}
          onMerged={noteMerge}
          onUndone={({ ids: merged }) => reopen(merged)}
        />
      )
    case 'edit':
      return open && details && details !== 'gone' ? (
        <EditPostDialog
          id={open.id}
          images={details.images}
          ownsImages={false}
          onClose={() => {
            onClose()
            onEdited()
          }}
        />
      ) : null
    case 'hide':
      return (
        <HideDialog
          kind="post"
          ids={ids}
          onClose={onClose}
          onHidden={() => note(targets, t('common.hidden'), () => showPosts({ ids }))}
          onShown={() => reopen(ids)}
        />
      )
    case 'block':
      return authors.length > 0 ? (
        <BlockDialog
          people={authors}
          onClose={onClose}
          onBlocked={() => {
            void callAction(() => setLooked({ ids, wanted: true }))
            const people = authors.map(({ id }) => id)
            note(targets, t('common.blocked'), () => unblockPeople({ people }))
          }}
          onUnblocked={() => reopen(ids)}
        />
      ) : null
    case 'delete':
      return (
        <DeleteAsAdmin
          ids={ids}
          detail={ids.length > 1 ? t('inbox.dialogs.thisDeletesPostsWith', { count: ids.length }) : undefined}
          onClose={noteDeletion}
          onRestored={() => reopen(ids)}
        />
      )
  }
}

/** The authors of the posts, each once, as far as they are loaded; without team members. */
function authorsOf(posts: (TriagePost | 'gone' | undefined)[]): { id: string; name: string }[] {
  const found = posts.flatMap((post) => {
    const author = post && post !== 'gone' ? post.author : null
    return author && !author.isTeam ? [{ id: author.id, name: author.name }] : []
  })
  return [...new Map(found.map((author) => [author.id, author])).values()]
}

const hasTag = (post: TriagePost | 'gone' | undefined, tag: number): boolean =>
  post !== undefined && post !== 'gone' && post.tags.includes(tag)

const planOf = (post: TriagePost | 'gone' | undefined) => (post && post !== 'gone' ? post.plan : null)
