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
      hint="The team reads it, nobody else."
      button="Report"
      onClose={onClose}
      form={{
        schema: reportSchema,
        defaultValues: { post, comment, reason: '' },
        action: report,
        onDone: () => {
          toast({
            title: 'Thank you. The team will look at it.',
            description: 'You will hear what came of it.',
          })
          onClose()
        },
      }}
    />
  )
}
