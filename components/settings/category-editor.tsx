'use client'

import { t } from '@/lib/words/t'
import { saveCategory } from '@/lib/actions/categories'
import type { CategorySettings } from '@/lib/queries/settings'
import { categorySchema } from '@/lib/schemas/category'
import { DialogButtons } from '../ui/dialog'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { useActionForm } from '../ui/use-action-form'

export function CategoryEditor(props: {
  category: CategorySettings | null
  onSaved: () => void
  onCancel: () => void
}) {
  const { category, onSaved, onCancel } = props
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
    // Repeating the request would add a new category twice.
    tries: category ? undefined : 1,
  })
  const name = form.register('name', {
    onChange: ({ target }) => {
      if (!category && !form.getFieldState('slug').isDirty) form.setValue('slug', toAddress(target.value))
    },
  })

  return (
    <form {...formProps} aria-label={t('common.category')} className="space-y-4">
      <FormMessage>{message}</FormMessage>
      <Field label={t('common.name')} autoComplete="off" error={error('name')} {...name} />
      <Field
        label={t('settings.categoryEditor.address')}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={isFixed}
        hint={
          isFixed
            ? t('common.addressIsFixed')
            : category
              ? t('settings.categoryEditor.ifYouChangeIt')
              : t('settings.categoryEditor.whatAddressIs')
        }
        {...field('slug')}
      />
      <Field label={t('settings.categoryEditor.description')} multiline rows={2} {...field('description')} />
      <Field
        label={t('settings.categoryEditor.newPostPrompt')}
        placeholder={t('common.newPostPrompt')}
        hint={t('settings.categoryEditor.whatPromptIs')}
        autoComplete="off"
        {...field('prompt')}
      />
      <Field
        label={t('settings.categoryEditor.detailsPlaceholder')}
        placeholder={t('post.createPost.detailsPrompt')}
        hint={t('settings.categoryEditor.whatPlaceholderIs')}
        autoComplete="off"
        {...field('detailsPrompt')}
      />
      <DialogButtons onCancel={onCancel} isSending={isSending}>
        {category ? t('common.save') : t('common.add')}
      </DialogButtons>
    </form>
  )
}

/** A name as an address; empty if it has no usable letters. */
const toAddress = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
