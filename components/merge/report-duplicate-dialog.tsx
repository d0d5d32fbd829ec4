'use client'

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
    toast({ title: 'Thanks. The team will look at both posts.' })
    onClose()
  }

  return (
    <Dialog
      onClose={onClose}
      title="Mark as duplicate"
      description="The team decides whether to merge them. Your vote and comments are kept either way."
      size="lg"
    >
      <FormMessage>{message}</FormMessage>
      <FindPost
        label="Which post is it a duplicate of?"
        title={title}
        except={[id]}
        onChoose={(post) => void say(post.id)}
      />
    </Dialog>
  )
}
