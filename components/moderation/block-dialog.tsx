'use client'

import { blockPeople, unblockPeople } from '@/lib/actions/moderation'
import { callAction } from '@/lib/browser/call-action'
import { blockDays, blockFields } from '@/lib/schemas/moderation'
import { countText } from '@/lib/text/count-text'
import { Dialog, DialogButtons } from '../ui/dialog'
import { FormMessage } from '../ui/form-message'
import { SelectField } from '../ui/select-field'
import { offerUndo, toastProblem } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'
import { ReasonField } from './reason-field'

const lengths: Record<(typeof blockDays)[number], string> = {
  1: 'A day',
  7: 'A week',
  30: '30 days',
  365: 'A year',
  0: 'Until somebody ends it',
}

/** Asks why and for how long, and blocks people; for a moment it can be taken back from here, later from their row. */
export function BlockDialog(props: {
  people: { id: string; name: string }[]
  onClose: () => void
  onBlocked: () => void
  onUnblocked: () => void
}) {
  const { people, onClose, onBlocked, onUnblocked } = props
  const ids = people.map(({ id }) => id)
  const names = people.length === 1 ? people[0]!.name : `${countText(people.length)} people`
  const { form, formProps, error, message, isSending } = useActionForm({
    schema: blockFields,
    defaultValues: { reason: '', days: '0', hides: false },
    action: (fields) => blockPeople({ ...fields, people: ids }),
    onDone: () => {
      offerUndo(`${names} ${people.length === 1 ? 'is' : 'are'} blocked.`, () => void undo())
      onClose()
      onBlocked()
    },
  })

  async function undo() {
    const result = await callAction(() => unblockPeople({ people: ids }))
    if (!result.ok) toastProblem(result.message)
    onUnblocked()
  }

  return (
    <Dialog
      onClose={onClose}
      title={
        <>
          Block <bdi>{names}</bdi>
        </>
      }
      description="They can neither write nor vote, and their votes do not count meanwhile. All of it comes back when the block ends."
    >
      <form {...formProps} className="space-y-4">
        <FormMessage>{message}</FormMessage>
        <ReasonField
          field={form.register('reason')}
          error={error('reason')}
          hint="They read it when they try to write or vote."
          onChoose={(reason) => form.setValue('reason', reason, { shouldValidate: true })}
        />
        <SelectField
          label="For how long"
          choices={blockDays.map((days) => [days, lengths[days]])}
          {...form.register('days')}
        />
        <label className="flex min-h-11 items-center gap-2 md:min-h-6">
          <input {...form.register('hides')} type="checkbox" className="size-4 shrink-0 accent-accent" />
          Hide everything they wrote as well
        </label>
        <DialogButtons onCancel={onClose} isSending={isSending} look="destructive">
          Block
        </DialogButtons>
      </form>
    </Dialog>
  )
}
