'use client'

import { saveCategory } from '@/lib/actions/categories'
import type { CategorySettings } from '@/lib/queries/settings'
import { categorySchema } from '@/lib/schemas/category'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { useActionForm } from '../ui/use-action-form'

export function CategoryEditor(props: { category: CategorySettings | null; onSaved: () => void }) {
  const { category, onSaved } = props
  const isFixed = category?.slug === 'new-features'
  const { form, field, formProps, error, message, isSending } = useActionForm({
    schema: categorySchema,
    defaultValues: {
      id: category?.id,
      name: category?.name ?? '',
      slug: category?.slug ?? '',
      description: category?.description ?? '',
      prompt: category?.prompt ?? '',
      detailsPrompt: category?.detailsPrompt ?? '',
    },
    action: saveCategory,
    onDone: onSaved,
    // A new one would be there twice.
    tries: category ? undefined : 1,
  })
  const name = form.register('name', {
    onChange: ({ target }) => {
      if (!category && !form.getFieldState('slug').isDirty) form.setValue('slug', toAddress(target.value))
    },
  })

  return (
    <form {...formProps} aria-label="Category" className="space-y-4">
      <FormMessage>{message}</FormMessage>
      <Field label="Name" autoComplete="off" error={error('name')} {...name} />
      <Field
        label="Address"
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={isFixed}
        hint={
          isFixed
            ? "The navigation links to this address, so it can't change."
            : category && 'If you change it, the old address redirects to the new one.'
        }
        {...field('slug')}
      />
      <Field label="Description" multiline rows={2} {...field('description')} />
      <Field
        label="“New post” prompt"
        placeholder="What would you like to see?"
        autoComplete="off"
        {...field('prompt')}
      />
      <Field label="Details placeholder" autoComplete="off" {...field('detailsPrompt')} />
      <div className="flex justify-end">
        <SubmitButton isSending={isSending}>{category ? 'Save' : 'Add'}</SubmitButton>
      </div>
    </form>
  )
}

/** A name in the letters of an address; nothing where it has none of them. */
const toAddress = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
