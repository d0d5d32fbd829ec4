import { type RefObject, useEffect } from 'react'
import { readDraft, writeDraft } from '@/lib/session/browser/draft'
import { forgetDraft } from '@/lib/session/browser/forget-draft'

const draftOf = (id: string) => `import:${id}`

/** Keeps the choices about a file in this browser, so that leaving the page doesn't reset them. */
export function useKeptChoices(form: RefObject<HTMLFormElement | null>, id: string): void {
  useEffect(() => {
    const element = form.current!
    const kept = readDraft<Record<string, string>>(draftOf(id)) ?? {}
    for (const field of element.querySelectorAll<HTMLSelectElement>('select[name]')) {
      const value = kept[field.name]
      const isOffered = [...field.options].some((option) => option.value === value)
      // An empty one was left to the check, which may have found something since.
      if (!value || field.value === value || !isOffered) continue
      field.value = value
      field.dispatchEvent(new Event('change', { bubbles: true }))
    }
    const keep = () => writeDraft(draftOf(id), Object.fromEntries(new FormData(element)))
    element.addEventListener('change', keep)
    return () => element.removeEventListener('change', keep)
  }, [form, id])
}

export const forgetChoices = (id: string): void => forgetDraft(draftOf(id))
