'use client'

import { useState } from 'react'
import { createComment } from '@/lib/actions/comments'
import { callAction } from '@/lib/browser/call-action'
import { forgetDraft, readDraft, writeDraft } from '@/lib/session/browser/draft'
import { commentBody, commentLimit } from '@/lib/schemas/comment'
import { createSendingKeys } from '@/lib/browser/sending-keys'
import { readSession } from '@/lib/session/browser/store'
import { openAuthDialog } from '../account/auth-dialog-store'
import { ImagePicker } from '../image/image-picker'
import { useImageFiles } from '../image/use-image-files'
import { buttonClass } from '../ui/button-class'
import { MarkdownEditor } from '../ui/markdown-editor'
import { SubmitButton } from '../ui/submit-button'
import { toast } from '../ui/toast-store'
import { addOwn, confirmOwn, dropOwn } from './comment-store'

/** Writes a comment or, with `parent`, a reply. It stands in its place at once; what fails comes back to be sent again. */
export default function CommentForm(props: {
  postId: number
  parent?: number
  onClose?: () => void
  takesFocus?: boolean
}) {
  const { postId, parent, onClose, takesFocus } = props
  const draftName = parent ? `reply:${parent}` : `comment:${postId}`
  const [text, setText] = useState(() => readDraft<string>(draftName) ?? '')
  const [error, setError] = useState('')
  const [isSending, setSending] = useState(false)
  const images = useImageFiles()
  const [sending] = useState(createSendingKeys)

  function type(value: string) {
    setText(value)
    if (error) setError('')
    if (value) writeDraft(draftName, value)
    else forgetDraft(draftName)
  }

  async function send(body: string) {
    if (isSending) return
    setSending(true)
    const key = crypto.randomUUID()
    addOwn({ key, post: postId, parent: parent ?? null, text: body, saved: null })
    setText('')
    const comment = { post: postId, parent: parent ?? null, body, key: sending.keyFor(body) }
    const result = await callAction(() => createComment(comment))
    setSending(false)
    if (result.ok) {
      sending.arrived()
      const { id } = result.data
      confirmOwn(key, result.data)
      if (images.files.length > 0 && !(await images.send('comment', id))) {
        toast({ variant: 'destructive', title: 'Your comment is there, but not every image.' })
      }
      forgetDraft(draftName)
      onClose?.()
      return
    }
    dropOwn(key)
    setText(body)
    setError(result.message)
    if (result.reason === 'signed-out') openAuthDialog('sign-in', () => void send(body))
    else if (result.reason === 'rate-limit') {
      toast({ variant: 'destructive', title: 'Your comment was not sent.', description: result.message })
    }
  }

  return (
    <form
      aria-label={parent ? 'Reply' : 'New comment'}
      onSubmit={(event) => {
        event.preventDefault()
        const checked = commentBody.safeParse(text)
        if (!checked.success) {
          setError(checked.error.issues[0]!.message)
        } else if (readSession().status === 'signed-in') void send(checked.data)
        else openAuthDialog('sign-in', () => void send(checked.data))
      }}
      className="space-y-2"
    >
      <MarkdownEditor
        label={parent ? 'Your reply' : 'Your comment'}
        name="body"
        hidesLabel
        rows={parent ? 3 : 4}
        value={text}
        onChange={type}
        limit={commentLimit}
        error={error}
        takesFocus={takesFocus}
        onPasteFiles={images.add}
        placeholder={parent ? 'Write a reply' : 'Write a comment'}
      />
      <ImagePicker images={images} />
      <div className="flex gap-2">
        <SubmitButton isSending={isSending}>{parent ? 'Reply' : 'Comment'}</SubmitButton>
        {onClose && (
          <button type="button" onClick={onClose} className={buttonClass('ghost')}>
            Cancel
          </button>
        )}
      </div>
    </form>
  )
}
