'use client'

import type { ReactNode } from 'react'
import { addWords, beginWithSite } from '@/lib/words/browser'
import type { MessageGroups } from '@/lib/words/state'

/** Gives the browser the site's language; the server already has it. */
export function Words(props: {
  words: { locale: string; messages: MessageGroups; version: string }
  children: ReactNode
}) {
  beginWithSite(props.words)
  return props.children
}

export function MoreWords(props: { messages: MessageGroups; children: ReactNode }) {
  addWords(props.messages)
  return props.children
}
