import { Icon } from '@/components/ui/icon'
import { type PostState, stateNames } from '@/lib/post/states'

const looks: Record<PostState, string> = {
  proposed: 'bg-proposed-soft text-proposed',
  candidate: 'bg-candidate-soft text-candidate',
  planned: 'bg-planned-soft text-planned',
  'in-progress': 'bg-in-progress-soft text-in-progress',
  completed: 'bg-completed-soft text-completed',
}

export function PostStateBadge({ state }: { state: PostState }) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap ${looks[state]}`}
    >
      <Icon name={state} className="size-3.5" />
      {stateNames[state]}
    </span>
  )
}
