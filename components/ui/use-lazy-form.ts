'use client'

import { t } from '@/lib/words/t'
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

type Load<Part> = () => Promise<Part>
export type LazyFormState = { isSending: boolean; errors: Record<string, string | undefined> }
/** How the lazily loaded part of a form communicates with it. */
export type LazyForm = {
  form: RefObject<HTMLFormElement | null>
  /** Takes over sending. If the button was pressed before, it sends immediately. */
  takeOver: (send: () => void) => void
  show: (state: LazyFormState) => void
}

type EarlyDraft = { owner?: string; exists: () => boolean; keep: (form: HTMLFormElement) => void }

/**
 * A form that is there from the first paint and loads its validation and sending once it is used, or has a draft, which
 * belongs to `owner`.
 */
export function useLazyForm<Part>(load: Load<Part>, draft: EarlyDraft) {
  const form = useRef<HTMLFormElement>(null)
  const send = useRef<() => void>(null)
  const isAsked = useRef(false)
  const [part, setPart] = useState<Part | null>(null)
  const [state, show] = useState<LazyFormState>({ isSending: false, errors: {} })

  /** Tried again on the next use after a failure, so that a lost connection loses no text. */
  const wake = () => {
    if (!part) load().then((loaded) => setPart(() => loaded), giveUp)
  }
  function giveUp() {
    if (!isAsked.current) return
    isAsked.current = false
    show({
      isSending: false,
      errors: { form: t('common.unreachable') },
    })
  }
  function onSubmit(event?: FormEvent) {
    event?.preventDefault()
    delete form.current!.dataset.early
    if (send.current) return send.current()
    isAsked.current = true
    show({ isSending: true, errors: {} })
    wake()
  }

  function onInput() {
    if (!part) draft.keep(form.current!)
    wake()
  }

  const catchUp = useEffectEvent(() => {
    const { dataset, elements } = form.current!
    if (hasText(elements)) onInput()
    if (dataset.early !== undefined) onSubmit()
    else if (form.current!.contains(document.activeElement) || draft.exists()) wake()
  })
  useEffect(() => catchUp(), [draft.owner])

  const [late] = useState<LazyForm>(() => ({
    form,
    show,
    takeOver(next) {
      send.current = next
      if (!isAsked.current) return
      isAsked.current = false
      next()
    },
  }))
  const props = { ref: form, noValidate: true, method: 'post', onSubmit, onFocus: wake, onInput }
  return { props, part, late, ...state }
}

const hasText = (elements: HTMLFormControlsCollection): boolean =>
  [...elements].some((field) => field.matches('input, textarea') && (field as HTMLInputElement).value !== '')
