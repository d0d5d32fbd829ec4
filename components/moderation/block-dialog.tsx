'use client'

import { blockPeople, unblockPeople } from '@/lib/actions/moderation'
import { callAction } from '@/lib/browser/call-action'
import { blockDays, blockFields } from '@/lib/schemas/moderation'
import { undoTime } from '@/lib/schemas/undo'
import { countText } from '@/lib/text/count-text'
import { buttonClass } from '../ui/button-class'
import { Dialog } from '../ui/dialog'
import { inputClass } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { toast } from '../ui/toast-store'
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
  onChanged: () => void
}) {
  const { people, onClose, onChanged } = props
  const ids = people.map(({ id }) => id)
  const names = people.length === 1 ? people[0]!.name : `${countText(people.length)} people`
  const { form, formProps, error, message, isSending } = useActionForm({
    schema: blockFields,
    defaultValues: { reason: '', days: '0', hides: false },
    action: (fields) => blockPeople({ ...fields, people: ids }),
    onDone: () => {
      toast({
        title: `${names} ${people.length === 1 ? 'is' : 'are'} blocked.`,
        duration: undoTime,
        action: { label: 'Undo', run: () => void undo() },
      })
      onClose()
      onChanged()
    },
  })

  async function undo() {
    const result = await callAction(() => unblockPeople({ people: ids }))
    if (!result.ok) toast({ variant: 'destructive', title: result.message })
    onChanged()
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
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
        <label className="block">
          <span className="mb-1 block font-medium">For how long</span>
          <select {...form.register('days')} className={`${inputClass} h-10 w-full`}>
            {blockDays.map((days) => (
              <option key={days} value={days}>
                {lengths[days]}
              </option>
            ))}
          </select>
        </label>
        <label className="flex min-h-11 items-center gap-2 md:min-h-6">
          <input {...form.register('hides')} type="checkbox" className="size-4 shrink-0 accent-accent" />
          Hide everything they wrote as well
        </label>
        <div className="flex justify-end gap-2">
          <button type="button" onClick={onClose} className={buttonClass('ghost')}>
            Cancel
          </button>
          <SubmitButton isSending={isSending} look="destructive">
            Block
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
