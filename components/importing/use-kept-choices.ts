import { type RefObject, useEffect } from 'react'
import { readDraft, writeDraft } from '@/lib/session/browser/draft'
import { forgetDraft } from '@/lib/session/browser/forget-draft'

const draftOf = (id: string) => `import:${id}`

/** The columns that were last chosen, and the headings of that file, one per line. */
const lastColumns = 'import-columns'
type LastColumns = { headings: string; columns: Record<string, string> }

const isColumn = ([name]: [string, unknown]) => name.startsWith('column:')

/**
 * Keeps the choices about a file in this browser, so that leaving the page doesn't reset them. The next file with the
 * same headings starts with the same columns.
 */
export function useKeptChoices(form: RefObject<HTMLFormElement | null>, id: string, headings: string): void {
  useEffect(() => {
    const element = form.current!
    const last = readDraft<LastColumns>(lastColumns)
    const kept = {
      ...(last?.headings === headings && last.columns),
      ...readDraft<Record<string, string>>(draftOf(id)),
    }
    for (const field of element.querySelectorAll<HTMLSelectElement>('select[name]')) {
      const value = kept[field.name]
      const isOffered = [...field.options].some((option) => option.value === value)
      // An empty one was left to the check, which may have found something since.
      if (!value || field.value === value || !isOffered) continue
      field.value = value
      field.dispatchEvent(new Event('change', { bubbles: true }))
    }
    const keep = ({ target }: Event) => {
      const entries = [...new FormData(element)]
      writeDraft(draftOf(id), Object.fromEntries(entries))
      if ((target as HTMLElement).matches('[name^="column:"]'))
        writeDraft(lastColumns, { headings, columns: Object.fromEntries(entries.filter(isColumn)) })
    }
    element.addEventListener('change', keep)
    return () => element.removeEventListener('change', keep)
  }, [form, id, headings])
}

export const forgetChoices = (id: string): void => forgetDraft(draftOf(id))
