'use client'

import { useEffect, useState } from 'react'
import { countTags } from '@/lib/actions/triage'
import { callAction } from '@/lib/browser/call-action'
import type { Tag } from '@/lib/queries/triage'
import { refuse, succeed } from '@/lib/schemas/action-result'
import { type TagChange, tagPosts, untagPosts } from '../triage/tag-changes'
import { TagsDialog } from '../triage/tags-dialog'
import type { Chosen } from './use-selection'

/** Of more posts it is not counted which tags they have. */
const mostCounted = 200

/** The tags of chosen posts. */
export function BulkTags(props: {
  ids: number[]
  tags: Tag[]
  onSave: (added: Tag[], removed: Tag[]) => void
  onClose: () => void
}) {
  const { ids, onSave, onClose } = props
  const [tags, setTags] = useState(props.tags)
  const [counts, setCounts] = useState<ReadonlyMap<number, number> | null>(null)
  const asked = ids.length <= mostCounted ? ids.join() : ''

  useEffect(() => {
    if (asked)
      void callAction(() => countTags({ ids: asked.split(',').map(Number) })).then(
        (result) => result.ok && setCounts(new Map(result.data.map(({ tag, posts }) => [tag, posts]))),
      )
  }, [asked])

  return (
    <TagsDialog
      tags={tags}
      had={(tag) => {
        if (!counts) return 'some'
        const having = counts.get(tag) ?? 0
        return having === 0 ? 'none' : having === ids.length ? 'all' : 'some'
      }}
      onTags={setTags}
      onSave={onSave}
      onClose={onClose}
    />
  )
}

/** Changes the tags of chosen posts, and what exactly has changed back again. */
export function tagChange(added: Tag[], removed: Tag[]) {
  const changes: TagChange[] = []
  const done = (posts: Chosen[]) => succeed(posts.map(({ id }) => ({ post_id: id, outcome: 'done' })))
  return {
    said: 'tagged anew',
    async change(posts: Chosen[]) {
      const ids = posts.map(({ id }) => id)
      const result = await tagPosts(ids, added, removed)
      if (!result.ok) return result
      changes.push(...result.data)
      return done(posts)
    },
    async undo(posts: Chosen[]) {
      const ids = new Set(posts.map(({ id }) => id))
      const problem = await untagPosts(changes.filter(({ post }) => ids.has(post)))
      return [problem ? refuse(problem) : done(posts)]
    },
  }
}
