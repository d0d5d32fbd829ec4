'use client'

import { useEffect } from 'react'
import type { Category } from '@/lib/queries/categories'
import { bulkCategorySchema } from '@/lib/schemas/team'
import { FormMessage } from '../ui/form-message'
import { SelectField } from '../ui/select-field'
import { sendWithEnter } from '../ui/send-with-enter'
import { SubmitButton } from '../ui/submit-button'
import { changeCategory, type SeenPost } from './post-acts'
import { type OnSaved, useChangeForm } from './use-change-form'

const schema = bulkCategorySchema.pick({ category: true })

/** The category a post is in, and the way to another. */
export function CategoryForm(props: { post: SeenPost; categories: Category[]; onSaved: OnSaved }) {
  const { post, categories, onSaved } = props
  const { categoryId } = post
  const { form, formProps, message, isSending } = useChangeForm({
    post,
    schema,
    defaultValues: { category: categoryId },
    change: ({ category }) => changeCategory(category),
    said: ({ category }) => `The post is now in ${categories.find(({ id }) => id === category)?.name}.`,
    onSaved,
  })

  useEffect(() => form.setValue('category', categoryId), [form, categoryId])

  return (
    <form {...formProps} className="flex flex-wrap items-end gap-2">
      <FormMessage>{message}</FormMessage>
      <SelectField
        label="Category"
        choices={categories.map(({ id, name }) => [id, name])}
        onKeyDown={sendWithEnter}
        className="min-w-[min(8rem,100%)] flex-1"
        {...form.register('category', { valueAsNumber: true })}
      />
      <SubmitButton isSending={isSending} look="outline" className="h-10">
        Move
      </SubmitButton>
    </form>
  )
}
