'use client'

import { Icon } from '@/components/ui/icon'
import type { PostState } from '@/lib/post/states'
import { useStateNames } from './state-names'

export function PostStateBadge({ state }: { state: PostState }) {
  return (
    <span className={`state-badge is-${state}`}>
      <Icon name={state} />
      {useStateNames()[state]}
    </span>
  )
}
