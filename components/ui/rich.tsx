import { createElement, Fragment, type ReactNode } from 'react'
import { type Key, tParts, type Values } from '@/lib/words/t'

/** A message with elements in it: each tag has a function that makes its element. */
export const rich = (key: Key, values: Values<ReactNode>): ReactNode =>
  createElement(Fragment, null, ...tParts<ReactNode>(key, values))

/** A part of a message that only screen readers get. */
export const unseen = (text: ReactNode[]): ReactNode => (
  <span key="unseen" className="sr-only">
    {text}
  </span>
)
