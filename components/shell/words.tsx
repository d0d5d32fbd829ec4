'use client'

import { type ReactNode, use } from 'react'
import { beginWith, loadWords } from '@/lib/words/browser'
import type { MessageGroups } from '@/lib/words/state'

/** Gives the browser the site's language; the server already has it. */
export function Words(props: {
  words: { language: string; messages: MessageGroups; version: string }
  children: ReactNode
}) {
  beginWith(props.words)
  return props.children
}

/**
 * In the browser, waits for all messages of its children; a new session doesn't know yet that it belongs to the team.
 */
export function AllWords({ part, children }: { part?: 'team'; children: ReactNode }) {
  use(loadWords(part))
  return children
}
