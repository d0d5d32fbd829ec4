import { useEffect, useRef } from 'react'
import { forgetDraft, writeDraft } from './draft'

/** Keeps what is typed on this device, null when that is nothing. What is on its way is kept until it has arrived. */
export function useDraft(name: string, draft: unknown, isSending: boolean): void {
  const kept = useRef(draft)
  useEffect(() => {
    if (isSending || kept.current === draft) return
    kept.current = draft
    if (draft) writeDraft(name, draft)
    else forgetDraft(name)
  }, [name, draft, isSending])
}
