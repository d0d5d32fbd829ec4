'use client'

import { type ComponentProps, lazy, Suspense, useEffect } from 'react'
import { loadPart } from '../ui/lazy-part'
import { useComments } from './comment-store'

const loadList = () => loadPart(() => import('./own-list')).then((file) => ({ default: file.OwnList }))
const OwnList = lazy(loadList)

export function OwnComments(props: ComponentProps<typeof OwnList>) {
  const { own, isWriting } = useComments()
  useEffect(() => {
    if (isWriting) void loadList()
  }, [isWriting])
  return <Suspense>{own.length > 0 && <OwnList {...props} />}</Suspense>
}
