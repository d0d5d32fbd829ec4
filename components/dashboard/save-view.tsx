'use client'

import { saveView } from '@/lib/actions/dashboard'
import { viewNameLimit, viewSchema } from '@/lib/schemas/team'
import { Dialog } from '../ui/dialog'
import { DialogButtons } from '../ui/dialog-buttons'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { toast } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'

/** Gives what the dashboard shows a name. */
export function SaveView(props: { query: string; onSaved: () => void; onClose: () => void }) {
  const { query, onSaved, onClose } = props
  const { form, formProps, message, error, isSending } = useActionForm({
    schema: viewSchema,
    defaultValues: { name: '', query, isShared: false },
    action: saveView,
    onDone: (_, { name }) => {
      toast({ title: `The view “${name}” is saved.` })
      onSaved()
    },
    tries: 1,
  })
  return (
    <Dialog onClose={onClose} title="Save view" description="Filters, order and columns, to come back to.">
      <form {...formProps} className="space-y-4">
        <FormMessage>{message || error('query')}</FormMessage>
        <Field
          label="Name"
          autoComplete="off"
          maxLength={viewNameLimit}
          error={error('name')}
          {...form.register('name')}
        />
        <label className="flex min-h-9 cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
          <input type="checkbox" {...form.register('isShared')} />
          Share it with the team
        </label>
        <DialogButtons onCancel={onClose} isSending={isSending}>
          Save view
        </DialogButtons>
      </form>
    </Dialog>
  )
}
