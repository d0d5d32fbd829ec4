'use client'

import { report } from '@/lib/actions/moderation'
import { reportSchema } from '@/lib/schemas/moderation'
import { Dialog, DialogButtons } from '../ui/dialog'
import { FormMessage } from '../ui/form-message'
import { toast } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'
import { ReasonField } from './reason-field'

export function ReportDialog(props: { post?: number; comment?: number; onClose: () => void }) {
  const { post, comment, onClose } = props
  const { form, formProps, error, message, isSending } = useActionForm({
    schema: reportSchema,
    defaultValues: { post, comment, reason: '' },
    action: report,
    onDone: () => {
      toast({ title: 'Thank you. The team will look at it.', description: 'You will hear what came of it.' })
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} title={comment ? 'Report this comment' : 'Report this post'}>
      <form {...formProps} className="space-y-4">
        <FormMessage>{message}</FormMessage>
        <ReasonField
          field={form.register('reason')}
          error={error('reason')}
          hint="The team reads it, nobody else."
          onChoose={(reason) => form.setValue('reason', reason, { shouldValidate: true })}
        />
        <DialogButtons onCancel={onClose} isSending={isSending}>
          Report
        </DialogButtons>
      </form>
    </Dialog>
  )
}
