'use client'

import { startTransition, useOptimistic } from 'react'
import { callAction } from '@/lib/browser/call-action'
import { type PostState, postStates } from '@/lib/post/states'
import type { DashboardRow } from '@/lib/queries/dashboard'
import { PostStateBadge } from '../post/post-state-badge'
import { useStateNames } from '../post/state-names'
import { ChoiceMenu } from '../ui/choice-menu'
import { Icon } from '../ui/icon'
import { toast } from '../ui/toast-store'
import { stateChange } from './change-posts'
import { tellOutcome } from './tell-outcome'

/** The states as the choices of a menu. */
export function useStateChoices() {
  const stateNames = useStateNames()
  return postStates.map((state) => ({ value: state, name: stateNames[state], icon: state }))
}

/** The state of a post in its row, and the way to another. */
export function StateMenu({ post, onChanged }: { post: DashboardRow; onChanged: () => void }) {
  const { title } = post
  const stateNames = useStateNames()
  const [state, setState] = useOptimistic(post.state)

  const change = (next: PostState) =>
    startTransition(async () => {
      setState(next)
      const { change: send, undo: takeBack } = stateChange(next)
      const result = await callAction(() => send([post]))
      const undo = async () => (await takeBack([post]))[0]!
      const problem = result.ok
        ? tellOutcome(result.data, `The post is now ${stateNames[next]}.`, undo, onChanged)
        : result.message
      if (problem)
        toast({ variant: 'destructive', title: 'The state was not changed.', description: problem })
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
