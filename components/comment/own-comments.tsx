'use client'

import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../ui/lazy-part'
import { useComments } from './comment-store'

const OwnList = lazyPart(() => import('./own-list'), 'OwnList')

/** Loaded while someone writes, because a comment that waits for its list shows a third of a second late. */
export function OwnComments(props: ComponentProps<typeof OwnList>) {
  const isNeeded = useComments(({ own, isWriting }) => isWriting || own.length > 0)
  return <Suspense>{isNeeded && <OwnList {...props} />}</Suspense>
}
