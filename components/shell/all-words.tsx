'use client'

import { type ReactNode, use } from 'react'
import { loadWords } from '@/lib/words/browser'

/**
 * In the browser, waits for all messages of its children; a new session doesn't know yet that it belongs to the team.
 */
export function AllWords({ part, children }: { part?: 'team'; children: ReactNode }) {
  use(loadWords(part))
  return children
}
