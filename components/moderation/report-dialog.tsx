'use client'

import { t } from '@/lib/words/t'
import { report } from '@/lib/actions/moderation'
import { reportSchema } from '@/lib/schemas/moderation'
import { toast } from '../ui/toast-store'
import { ReasonDialog } from './reason-dialog'

export function ReportDialog(props: { post?: number; comment?: number; onClose: () => void }) {
  const { post, comment, onClose } = props
  return (
    <ReasonDialog
      title={comment ? t('common.reportComment') : t('moderation.reportDialog.reportThisPost')}
      hint={t('common.onlyTeamSees')}
      button={t('common.report')}
      onClose={onClose}
      form={{
        schema: reportSchema,
        defaultValues: { post, comment, reason: '' },
        action: report,
        onDone: () => {
          toast({
            title: t('moderation.reportDialog.thanksTheTeamWill'),
            description: t('moderation.reportDialog.wellLetYouKnow'),
          })
          onClose()
        },
      }}
    />
  )
}
