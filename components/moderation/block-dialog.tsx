'use client'

import { blockPeople, unblockPeople } from '@/lib/actions/moderation'
import { callAction } from '@/lib/browser/call-action'
import { blockDays, blockFields } from '@/lib/schemas/moderation'
import { countText } from '@/lib/text/count-text'
import { SelectField } from '../ui/select-field'
import { offerUndo, toastProblem } from '../ui/toast-store'
import { ReasonDialog } from './reason-dialog'

const lengths: Record<(typeof blockDays)[number], string> = {
  1: '1 day',
  7: '1 week',
  30: '30 days',
  365: '1 year',
  0: 'Until you unblock them',
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

  async function undo() {
    const result = await callAction(() => unblockPeople({ people: ids }))
    if (!result.ok) toastProblem(result.message)
    onUnblocked()
  }

  return (
    <ReasonDialog
      title={
        <>
          Block <bdi>{names}</bdi>
        </>
      }
      description="They can't post or vote, and their votes don't count until the block ends."
      hint="They see this when they try to post or vote."
      button="Block"
      look="destructive"
      onClose={onClose}
      form={{
        schema: blockFields,
        defaultValues: { reason: '', days: '0', hides: false },
        action: (fields) => blockPeople({ ...fields, people: ids }),
        onDone: () => {
          offerUndo(`Blocked ${names}.`, () => void undo())
          onClose()
          onBlocked()
        },
      }}
    >
      {({ register }) => (
        <>
          <SelectField
            label="Duration"
            choices={blockDays.map((days) => [days, lengths[days]])}
            {...register('days')}
          />
          <label className="flex min-h-11 items-center gap-2 md:min-h-6">
            <input {...register('hides')} type="checkbox" className="size-4 shrink-0 accent-accent" />
            Also hide everything they wrote
          </label>
        </>
      )}
    </ReasonDialog>
  )
}
