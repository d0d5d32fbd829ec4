'use client'

import { useEffect, useEffectEvent } from 'react'
import type { FieldValues, Path, PathValue } from 'react-hook-form'
import type { useActionForm } from './use-action-form'
import type { LazyForm } from './use-lazy-form'

/** Lets react-hook-form validate and send a lazy form, whose fields keep their own text. */
export function useSyncedFields<Input extends FieldValues, Data>(
  late: LazyForm,
  made: ReturnType<typeof useActionForm<Input, Data>>,
  names: Path<Input>[],
): void {
  const { form, submit, isSending, error } = made
  const errors = Object.fromEntries(names.map((name) => [name, error(name)]))
  const shown = JSON.stringify(errors)

  const follow = useEffectEvent(() => {
    for (const name of names) {
      const field = late.form.current?.elements.namedItem(name) as HTMLInputElement | null
      if (field && field.value !== form.getValues(name)) {
        form.setValue(name, field.value as PathValue<Input, Path<Input>>, { shouldValidate: !!error(name) })
      }
    }
  })
  const send = useEffectEvent(() => {
    follow()
    void submit()
  })

  useEffect(() => {
    const element = late.form.current!
    const onInput = () => follow()
    element.addEventListener('input', onInput)
    late.takeOver(() => send())
    return () => element.removeEventListener('input', onInput)
  }, [late])

  useEffect(() => late.show({ isSending, errors: JSON.parse(shown) }), [late, isSending, shown])
}
