'use client'

import { startTransition, useOptimistic } from 'react'
import type { PostState } from '@/lib/post/states'
import type { DashboardRow } from '@/lib/queries/dashboard'
import { PostStateBadge } from '../state/post-state-badge'
import { useStateChoices, useStateNames } from '../state/state-names'
import { ChoiceMenu } from '../ui/choice-menu'
import { Icon } from '../ui/icon'
import { toastProblem } from '../ui/toast-store'
import { actOn, changeState, type SeenPost } from '../team/post-acts'
import { usePostActs } from '../team/use-acts'

/** The state of a post in its row, and the way to another. */
export function StateMenu({ post, onChanged }: { post: DashboardRow; onChanged: () => void }) {
  const { title } = post
  const stateNames = useStateNames()
  const [state, setState] = useOptimistic(post.state)
  const acts = usePostActs(onChanged)

  const change = (next: PostState) =>
    startTransition(async () => {
      setState(next)
      await acts.perform({
        ...actOn<SeenPost>([post], changeState(next), () => `The post is now ${stateNames[next]}.`),
        onProblem: (description) => description && toastProblem('The state was not changed.', description),
      })
    })

  return (
    <ChoiceMenu
      label={`State of ${title}: ${stateNames[state]}`}
      choices={useStateChoices()}
      value={state}
      onChoose={({ value }) => change(value)}
      className="group/state flex h-10 items-center gap-0.5 rounded-md outline-offset-[-2px] pointer-coarse:h-11 @max-xl:w-[44px] @max-xl:justify-center"
    >
      <span className="flex @xl:hidden" style={{ color: `var(--${state})` }}>
        <Icon name={state} className="size-5 shrink-0" />
      </span>
      <span className="hidden @xl:flex">
        <PostStateBadge state={state} />
      </span>
      <Icon
        name="down"
        className="size-3 shrink-0 text-ink-soft opacity-60 group-hover/state:opacity-100 @max-xl:hidden"
      />
    </ChoiceMenu>
  )
}
