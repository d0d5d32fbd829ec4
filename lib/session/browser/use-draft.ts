import { type RefObject, useEffect, useRef } from 'react'
import { writeField } from '../../browser/write-field'
import { draftKey, readDraft, visitorKey, writeDraft } from './draft'
import { forgetDraft } from './forget-draft'
import { useViewer } from './store'

type Draft = Record<string, string>
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** What was typed before the draft is restored stays below it. `hold`: changes don't change the draft. */
export function useDraft(form: RefObject<HTMLFormElement | null>, name: string) {
  const owner = useViewer()?.id
  const isHeld = useRef(false)
  const lastOwner = useRef(owner)

  useEffect(() => {
    const fields = namedFields(form.current!)
    const kept = isHeld.current ? null : readDraft<Draft>(name)
    for (const field of fields) restore(field, kept?.[field.name] ?? '')

    function keep() {
      if (isHeld.current) return
      const draft = Object.fromEntries(fields.map((field) => [field.name, field.value]))
      if (fields.some((field) => isText(field) && field.value)) writeDraft(name, draft)
      else forgetDraft(name)
    }
    // Sent from another tab, so it is done here as well. A draft that only moved to the account is kept.
    function follow({ key, oldValue, newValue }: StorageEvent) {
      const isOurs = key === draftKey(name) || key === visitorKey(name)
      if (!isOurs || newValue !== null || !oldValue || readDraft(name)) return
      const sent = JSON.parse(oldValue) as Draft
      if (fields.every((field) => field.value === (sent[field.name] ?? ''))) {
        for (const field of fields) if (isText(field)) writeField(field, '')
      }
    }
    // A draft stays with the account that wrote it after sign-out.
    if (owner || !lastOwner.current) keep()
    lastOwner.current = owner ?? lastOwner.current
    const element = form.current!
    element.addEventListener('input', keep)
    window.addEventListener('storage', follow)
    return () => {
      element.removeEventListener('input', keep)
      window.removeEventListener('storage', follow)
    }
  }, [form, name, owner])

  return {
    hold: () => void (isHeld.current = true),
    release: () => void (isHeld.current = false),
  }
}

const namedFields = (form: HTMLFormElement): Field[] => [
  ...form.querySelectorAll<Field>('input[name]:not([data-trap]), textarea[name], select[name]'),
]

const isText = (field: Field) => field.tagName !== 'SELECT'

function restore(field: Field, text: string): void {
  if (!text || field.value.includes(text)) return
  if (field instanceof HTMLSelectElement) {
    if ([...field.options].some(({ value }) => value === text)) writeField(field, text)
  } else if (field.value === '') writeField(field, text)
  else {
    field.setRangeText(field.tagName === 'INPUT' ? `${text} ` : `${text}\n\n`, 0, 0, 'preserve')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
