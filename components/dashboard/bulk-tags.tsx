'use client'

import { useEffect, useState } from 'react'
import { countTags } from '@/lib/actions/triage'
import { callAction } from '@/lib/browser/call-action'
import type { Tag } from '@/lib/queries/triage'
import { TagsDialog } from '../team/tags-dialog'

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
