'use client'

import { lazy, type ReactNode, Suspense } from 'react'
import { useComments } from './comment-store'

const Markdown = lazy(() => import('../ui/markdown').then((file) => ({ default: file.Markdown })))

/** The text of a comment, or what this tab has made of it since. */
export function ChangedBody({ id, children }: { id: number; children: ReactNode }) {
  const body = useComments().changes.get(id)?.body
  if (!body) return children
  return (
    <Suspense fallback={children}>
      <Markdown nodes={body} />
    </Suspense>
  )
}
