'use client'

import { texts } from '@/lib/words/deferred'
import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { blockPeople, unblockPeople } from '@/lib/actions/moderation'
import { callAction } from '@/lib/browser/call-action'
import { blockDays, blockFields } from '@/lib/schemas/moderation'
import { SelectField } from '../ui/select-field'
import { offerUndo, toastProblem } from '../ui/toast-store'
import { ReasonDialog } from './reason-dialog'

const lengths: Record<(typeof blockDays)[number], string> = texts({
  1: 'moderation.blockDialog.n1Day',
  7: 'moderation.blockDialog.n1Week',
  30: 'moderation.blockDialog.n30Days',
  365: 'common.oneYear',
  0: 'moderation.blockDialog.untilYouUnblockThem',
})

/** Asks why and for how long, and blocks people. It can be undone here for a moment, later in their row. */
export function BlockDialog(props: {
  people: { id: string; name: string }[]
  onClose: () => void
  onBlocked: () => void
  onUnblocked: () => void
}) {
  const { people, onClose, onBlocked, onUnblocked } = props
  const ids = people.map(({ id }) => id)
  const names =
    people.length === 1 ? people[0]!.name : t('moderation.blockDialog.people', { count: people.length })

  async function undo() {
    const result = await callAction(() => unblockPeople({ people: ids }))
    if (!result.ok) toastProblem(result.message)
    onUnblocked()
  }

  return (
    <ReasonDialog
      title={<>{rich('moderation.blockDialog.block', { names, b: (text) => <bdi>{text}</bdi> })}</>}
      description={t('moderation.blockDialog.theyCantPostOr')}
      hint={t('moderation.blockDialog.theySeeThisWhen')}
      button={t('common.block')}
      look="destructive"
      onClose={onClose}
      form={{
        schema: blockFields,
        defaultValues: { reason: '', days: '0', hides: false },
        action: (fields) => blockPeople({ ...fields, people: ids }),
        onDone: () => {
          offerUndo(t('moderation.blockDialog.blocked', { names }), () => void undo())
          onClose()
          onBlocked()
        },
      }}
    >
      {({ register }) => (
        <>
          <SelectField
            label={t('moderation.blockDialog.duration')}
            choices={blockDays.map((days) => [days, lengths[days]])}
            {...register('days')}
          />
          <label className="flex min-h-11 items-center gap-2 md:min-h-6">
            <input {...register('hides')} type="checkbox" className="size-4 shrink-0 accent-accent" />
            {t('moderation.blockDialog.alsoHideEverythingThey')}
          </label>
        </>
      )}
    </ReasonDialog>
  )
}
