'use client'

import { useRef } from 'react'
import { restorePosts } from '@/lib/actions/dashboard'
import { unmergePosts } from '@/lib/actions/merges'
import { showPosts, unblockPeople } from '@/lib/actions/moderation'
import { setLooked } from '@/lib/actions/triage'
import { callAction } from '@/lib/browser/call-action'
import type { Category } from '@/lib/queries/categories'
import type { TeamMember } from '@/lib/queries/people'
import type { Tag, TriagePost } from '@/lib/queries/triage'
import type { ActionResult } from '@/lib/schemas/action-result'
import { countText } from '@/lib/text/count-text'
import { DeleteAsAdmin } from '../dashboard/delete-as-admin'
import { type Merged, MergeDialog } from '../merge/merge-dialog'
import { BlockDialog } from '../moderation/block-dialog'
import { HideDialog } from '../moderation/hide-dialog'
import { EditPostDialog } from '../post/edit-post-dialog'
import { CategoryDialog } from './category-dialog'
import * as decisions from './decisions'
import { PlanDialog } from './plan-dialog'
import { TagsDialog } from './tags-dialog'
import type { Act, Acts } from './use-acts'
import type { Inbox } from './use-inbox'

export type DialogName = 'category' | 'merge' | 'tags' | 'plan' | 'edit' | 'hide' | 'block' | 'delete'

/** What is asked before an act on the posts that are selected, or on the open one. */
export function InboxDialogs(props: {
  name: DialogName
  inbox: Inbox
  acts: Acts
  categories: Category[]
  tags: Tag[]
  team: TeamMember[]
  onTags: (tags: Tag[]) => void
  posts: ReadonlyMap<number, TriagePost | 'gone'>
  withRenewal: (act: Act) => Act
  onEdited: () => void
  onClose: () => void
}) {
  const { name, inbox, acts, categories, tags, team, onTags, posts, withRenewal, onEdited, onClose } = props
  const { open, targets } = inbox
  const isBlocked = useRef(false)
  const ids = targets.map(({ id }) => id)
  const details = open ? posts.get(open.id) : undefined
  const authors = authorsOf(targets.map(({ id }) => posts.get(id)))

  function finish(act: Act) {
    onClose()
    acts.perform(act)
  }

  function noteMerge({ ids: merged, stays }: Merged) {
    const gone = inbox.rows.filter(({ id }) => merged.includes(id))
    const kept = targets.filter(({ id }) => id === stays.id)
    if (kept.length > 0) void callAction(() => setLooked({ ids: [stays.id], wanted: true }))
    onClose()
    acts.note({
      posts: [...gone, ...kept],
      word: 'Merged',
      undo: () => undone(() => unmergePosts({ ids: merged })),
    })
  }

  function noteDeletion(deleted: number[]) {
    onClose()
    if (deleted.length === 0) return
    acts.note({
      posts: targets.filter(({ id }) => deleted.includes(id)),
      word: 'Deleted',
      undo: () => undone(() => restorePosts({ ids: deleted })),
    })
  }

  switch (name) {
    case 'category':
      return (
        <CategoryDialog
          categories={categories.filter(({ isArchived }) => !isArchived)}
          current={targets.length === 1 ? targets[0]!.categoryId : null}
          onChoose={(category) => finish(decisions.toCategory(targets, category))}
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
          onSave={(added, removed) => finish(withRenewal(decisions.withTags(targets, added, removed)))}
          onClose={onClose}
        />
      )
    case 'plan':
      return (
        <PlanDialog
          count={ids.length}
          plan={ids.length === 1 ? planOf(posts.get(ids[0]!)) : null}
          team={team}
          onSave={(plan) => finish(withRenewal(decisions.withPlan(targets, plan)))}
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
          onUndone={({ ids: merged }) => acts.isUndone(merged)}
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
          onHidden={() => {
            onClose()
            acts.note({ posts: targets, word: 'Hidden', undo: () => undone(() => showPosts({ ids })) })
          }}
          onShown={() => acts.isUndone(ids)}
        />
      )
    case 'block':
      return authors.length > 0 ? (
        <BlockDialog
          people={authors}
          onClose={onClose}
          onChanged={() => {
            // Told of the block, and once more when it is taken back.
            if (isBlocked.current) return acts.isUndone(ids)
            isBlocked.current = true
            void callAction(() => setLooked({ ids, wanted: true }))
            const people = authors.map(({ id }) => id)
            acts.note({
              posts: targets,
              word: 'Blocked',
              undo: () => undone(() => unblockPeople({ people })),
            })
          }}
        />
      ) : null
    case 'delete':
      return (
        <DeleteAsAdmin
          ids={ids}
          detail={
            ids.length > 1
              ? `${countText(ids.length)} posts with their votes, comments and images.`
              : undefined
          }
          onClose={noteDeletion}
          onRestored={() => acts.isUndone(ids)}
        />
      )
  }
}

/** Why it could not be; nothing when it was. */
async function undone(action: () => Promise<ActionResult<unknown>>): Promise<string> {
  const result = await callAction(action)
  return result.ok ? '' : result.message
}

/** Whoever wrote the posts, once each, as far as they are loaded; nobody of the team. */
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
