'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { type BaseSyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  useForm,
} from 'react-hook-form'
import type * as z from '@/lib/schemas/zod'
import { callAction } from '@/lib/browser/call-action'
import type { ActionResult, refuse } from '@/lib/schemas/action-result'

/** A form over a server action: one schema on both sides, one request at a time, nothing typed is lost. */
export function useActionForm<Input extends FieldValues, Data>(options: {
  schema: z.ZodType<unknown, Input>
  defaultValues: DefaultValues<Input>
  action: (input: Input) => Promise<ActionResult<Data>>
  /** Called if all fields are valid; false holds it back. */
  maySend?: (input: Input) => boolean
  /** Shown immediately, before there is an answer. */
  onSend?: (input: Input) => void
  onDone: (data: Data, input: Input) => void | Promise<void>
  /** Fields that are emptied once they are sent, unless someone has kept typing. */
  clears?: Path<Input>[]
  /** 1 for what must not be sent twice if a response is lost. */
  tries?: number
  onRefused?: (result: Extract<ActionResult<Data>, { ok: false }>, input: Input) => void
}) {
  const { schema, defaultValues, action, maySend, onSend, onDone, clears = [], onRefused, tries } = options
  const [refused, setRefused] = useState<ReturnType<typeof refuse> | null>(null)
  const isSending = useRef(false)
  const place = useRef<HTMLFormElement>(null)
  const form = useForm<Input>({
    resolver: zodResolver(schema as never) as never,
    defaultValues,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  })

  async function send(input: Input): Promise<boolean> {
    setRefused(null)
    if (maySend && !maySend(input)) return false
    onSend?.(input)
    const sent = clears.map((name) => form.getValues(name))
    const result = await callAction(() => action(input), { tries })
    if (result.ok) {
      for (const [index, name] of clears.entries()) {
        if (form.getValues(name) === sent[index]) form.setValue(name, '' as PathValue<Input, Path<Input>>)
      }
      await onDone(result.data, input)
      return true
    }
    const fields = Object.entries(result.fieldErrors ?? {})
    for (const [index, [name, text]] of fields.entries()) {
      form.setError(name as Path<Input>, { message: text }, { shouldFocus: index === 0 })
    }
    if (fields.length === 0) setRefused(result)
    onRefused?.(result, input)
    return false
  }

  async function submit(event?: BaseSyntheticEvent) {
    event?.preventDefault()
    delete place.current?.dataset.early
    if (isSending.current) return
    isSending.current = true
    let isDone = false
    try {
      await form.handleSubmit(async (input) => {
        isDone = await send(input as Input)
      })(event)
      // Resets the submitted state, because otherwise every letter typed from now on would be validated immediately.
      if (isDone) form.reset(form.getValues())
    } finally {
      isSending.current = false
    }
  }

  // The button was pressed before the scripts were loaded (components/shell/first-scripts.tsx).
  const catchUp = useEffectEvent(() => {
    if (place.current?.dataset.early !== undefined) void submit()
  })
  useEffect(() => catchUp(), [])

  const formProps = { ref: place, onSubmit: submit, noValidate: true, method: 'post' }
  const error = (name: Path<Input>) =>
    form.getFieldState(name, form.formState).error?.message as string | undefined
  /** Serves a field with its value. Otherwise it is empty, or has its first choice, until the scripts have loaded. */
  const register = <Name extends Path<Input>>(name: Name) => {
    const value: unknown = get(defaultValues, name)
    const served = typeof value === 'boolean' ? { defaultChecked: value } : { defaultValue: value as string }
    return { ...served, ...form.register(name) }
  }
  const field = <Name extends Path<Input>>(name: Name) => ({ error: error(name), ...register(name) })
  const message = refused?.message ?? ''
  return {
    form,
    formProps,
    submit,
    refused,
    message,
    error,
    register,
    field,
    isSending: form.formState.isSubmitting,
  }
}
