'use client'

import { useEffect } from 'react'
import { type Outcomes, setCategories } from '@/lib/actions/dashboard'
import type { Category } from '@/lib/queries/categories'
import { bulkCategorySchema } from '@/lib/schemas/dashboard'
import { inputClass } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { sendWithEnter } from '../ui/send-with-enter'
import { SubmitButton } from '../ui/submit-button'
import { useActionForm } from '../ui/use-action-form'

/** The category a post is in, and the way to another. */
export function CategoryForm(props: {
  id: number
  current: number
  categories: Category[]
  onSaved: (outcomes: Outcomes, said: string, undo: () => ReturnType<typeof setCategories>) => void
}) {
  const { id, current, categories, onSaved } = props
  const { form, formProps, message, isSending } = useActionForm({
    schema: bulkCategorySchema,
    defaultValues: { ids: [id], category: current, seen: { [id]: current } },
    action: setCategories,
    onDone: (outcomes, { category }) => {
      const name = categories.find((one) => one.id === category)?.name
      onSaved(outcomes, `The post is now in ${name}.`, () =>
        setCategories({ ids: [id], category: current, seen: { [id]: category } }),
      )
    },
  })

  useEffect(() => {
    form.setValue('category', current)
    form.setValue('seen', { [id]: current })
  }, [form, id, current])

  return (
    <form {...formProps} className="flex flex-wrap items-end gap-2">
      <FormMessage>{message}</FormMessage>
      <label className="min-w-[min(8rem,100%)] flex-1">
        <span className="mb-1 block font-medium">Category</span>
        <select
          onKeyDown={sendWithEnter}
          className={`${inputClass} h-10 w-full`}
          {...form.register('category', { valueAsNumber: true })}
        >
          {categories.map((category) => (
            <option key={category.id} value={category.id}>
              {category.name}
            </option>
          ))}
        </select>
      </label>
      <SubmitButton isSending={isSending} look="outline" className="h-10">
        Move
      </SubmitButton>
    </form>
  )
}
