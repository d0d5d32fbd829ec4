import { useRef } from 'react'
import { saveEntry } from '@/lib/actions/changelog'
import type * as z from '@/lib/schemas/zod'
import type { entrySchema } from '@/lib/schemas/changelog'

/** Saves one after another, because a save that starts before another one's answer would conflict with it. */
export function useSaveInTurn() {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const known = useRef<{ id: number; revision: number }>(null)

  return (input: z.input<typeof entrySchema>) => {
    const next = last.current.then(async () => {
      const { id, revision } = known.current ?? { id: input.id, revision: null }
      const seenRevision =
        revision === null ? input.seenRevision : Math.max(revision, input.seenRevision ?? 0)
      const result = await saveEntry({ ...input, id, seenRevision })
      if (result.ok && result.data.isSaved) known.current = result.data
      return result
    })
    last.current = next.catch(() => {})
    return next
  }
}
