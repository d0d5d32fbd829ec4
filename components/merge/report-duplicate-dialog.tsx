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
    toast({ title: 'Thank you. The team will look at both.' })
    onClose()
  }

  return (
    <Dialog
      onClose={onClose}
      title="This is the same as …"
      description="The team decides. Your vote and what you wrote are kept either way."
      size="lg"
    >
      <FormMessage>{message}</FormMessage>
      <FindPost
        label="Which post says the same?"
        title={title}
        except={[id]}
        onChoose={(post) => void say(post.id)}
      />
    </Dialog>
  )
}
