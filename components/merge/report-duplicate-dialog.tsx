'use client'

import { t } from '@/lib/words/t'
import { useState } from 'react'
import { saySame } from '@/lib/actions/merges'
import { callAction } from '@/lib/browser/call-action'
import { Dialog } from '../ui/dialog'
import { FormMessage } from '../ui/form-message'
import { toast } from '../ui/toast-store'
import { FindPost } from './find-post'

export function ReportDuplicateDialog({
  id,
  title,
  onClose,
}: {
  id: number
  title: string
  onClose: () => void
}) {
  const [message, setMessage] = useState('')

  async function say(other: number) {
    const result = await callAction(() => saySame({ post: id, other }))
    if (!result.ok) return setMessage(result.message)
    toast({ title: t('merge.reportDuplicateDialog.thanksTheTeamWill') })
    onClose()
  }

  return (
    <Dialog
      onClose={onClose}
      title={t('merge.reportDuplicateDialog.markAsDuplicate')}
      description={t('merge.reportDuplicateDialog.theTeamDecidesWhether')}
      size="list"
    >
      <FormMessage>{message}</FormMessage>
      <FindPost
        label={t('merge.reportDuplicateDialog.whichPostIsIt')}
        title={title}
        except={[id]}
        onChoose={(post) => void say(post.id)}
        onCancel={onClose}
      />
    </Dialog>
  )
}
