'use client'

import { report } from '@/lib/actions/moderation'
import { reportSchema } from '@/lib/schemas/moderation'
import { toast } from '../ui/toast-store'
import { ReasonDialog } from './reason-dialog'

export function ReportDialog(props: { post?: number; comment?: number; onClose: () => void }) {
  const { post, comment, onClose } = props
  return (
    <ReasonDialog
      title={comment ? 'Report this comment' : 'Report this post'}
      hint="Only the team can see this."
      button="Report"
      onClose={onClose}
      form={{
        schema: reportSchema,
        defaultValues: { post, comment, reason: '' },
        action: report,
        onDone: () => {
          toast({
            title: 'Thanks. The team will take a look.',
            description: "We'll let you know what happens.",
          })
          onClose()
        },
      }}
    />
  )
}
