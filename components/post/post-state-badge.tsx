import { Icon } from '@/components/ui/icon'
import { type PostState, stateNames } from '@/lib/post/states'

export function PostStateBadge({ state }: { state: PostState }) {
  return (
    <span className={`state-badge is-${state}`}>
      <Icon name={state} />
      {stateNames[state]}
    </span>
  )
}
