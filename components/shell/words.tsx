'use client'

import { type ReactNode, use } from 'react'
import { beginWith, loadWords } from '@/lib/words/browser'
import type { MessageGroups } from '@/lib/words/state'

/** Gives the browser the site's language; on a server it is there already. */
export function Words(props: {
  words: { language: string; messages: MessageGroups; version: string }
  children: ReactNode
}) {
  beginWith(props.words)
  return props.children
}

/** Waits in the browser for all that its children say; a new session does not yet know that it is the team's. */
export function AllWords({ part, children }: { part?: 'team'; children: ReactNode }) {
  use(loadWords(part))
  return children
}
