import { useRef } from 'react'
import { readDraft, writeDraft } from './draft'
import { useViewer } from './store'

/**
 * Keeps what is typed until what restores the draft (useDraft) is loaded.
 * @param names the draft's, and those of others that it takes over
 */
export function useEarlyDraft(names: string[]) {
  const owner = useViewer()?.id
  const isKept = useRef(false)
  const name = names[0]!
  return {
    owner,
    exists: () => names.some((each) => readDraft(each)),
    /** Leaves a draft alone that is yet to be restored. */
    keep(form: HTMLFormElement) {
      if (!isKept.current && readDraft(name)) return
      isKept.current = true
      writeDraft(name, Object.fromEntries(new FormData(form)))
    },
  }
}
