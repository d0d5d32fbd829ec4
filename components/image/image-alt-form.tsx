'use client'

import { t } from '@/lib/words/t'
import { describeImage } from '@/lib/actions/images'
import { imageAltSchema, imageLimits } from '@/lib/schemas/image'
import { Field } from '../ui/field'
import { useActionForm } from '../ui/use-action-form'
import type { ShownImage } from '@/lib/image/sizes'

export function ImageAltForm(props: { image: ShownImage; number: number; onDone: (alt: string) => void }) {
  const { image, number, onDone } = props
  const { form, formProps, submit, message, error } = useActionForm({
    schema: imageAltSchema,
    defaultValues: { id: image.id, alt: image.alt },
    action: describeImage,
    onDone: (_, { alt }) => onDone(alt),
  })
  const { isDirty } = form.formState
  return (
    <form {...formProps} className="min-w-24 flex-1 basis-44">
      <Field
        label={t('image.altForm.descriptionOfImage', { number })}
        hidesLabel
        placeholder={t('common.describeImage')}
        maxLength={imageLimits.alt}
        error={error('alt') ?? message}
        {...form.register('alt', { onBlur: () => isDirty && void submit() })}
        className="h-9!"
      />
    </form>
  )
}
