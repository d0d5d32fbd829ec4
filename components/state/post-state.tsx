'use client'

import { createContext, type ReactNode, use } from 'react'
import type { PostState } from '@/lib/post/states'
import { Icon } from '../ui/icon'

/** The layout gives them, and the widget those of its language. */
const Names = createContext({} as Record<PostState, string>)

export function StateNames(props: { names: Record<PostState, string>; children: ReactNode }) {
  return <Names value={props.names}>{props.children}</Names>
}

export const useStateNames = (): Record<PostState, string> => use(Names)

export function PostStateBadge({ state }: { state: PostState }) {
  return (
    <span className={`state-badge is-${state}`}>
      <Icon name={state} />
      {useStateNames()[state]}
    </span>
  )
}
