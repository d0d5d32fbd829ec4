'use client'

import { useEffect, useState } from 'react'
import { editComment, getCommentSource } from '@/lib/actions/comments'
import { callAction } from '@/lib/browser/call-action'
import { commentBody, commentLimit } from '@/lib/schemas/comment'
import type { ShownImage } from '../image/shown-image'
import { ImageManager } from '../image/image-manager'
import { buttonClass } from '../ui/button-class'
import { Dialog } from '../ui/dialog'
import { FormMessage } from '../ui/form-message'
import { MarkdownEditor } from '../ui/markdown-editor'
import { SubmitButton } from '../ui/submit-button'
import { changeComment } from './comment-store'

export default function EditComment(props: { id: number; images: ShownImage[]; onClose: () => void }) {
  const { id, images, onClose } = props
  const [text, setText] = useState<string | null>(null)
  const [revision, setRevision] = useState(0)
  const [theirs, setTheirs] = useState('')
  const [error, setError] = useState('')
  const [isSending, setSending] = useState(false)

  useEffect(() => {
    void callAction(() => getCommentSource({ id })).then((result) => {
      if (!result.ok) return setError(result.message)
      setText(result.data.body)
      setRevision(result.data.revision)
    })
  }, [id])

  async function save() {
    if (isSending || text === null) return
    const checked = commentBody.safeParse(text)
    if (!checked.success) return setError(checked.error.issues[0]!.message)
    setSending(true)
    const result = await callAction(() => editComment({ id, body: checked.data, seenRevision: revision }))
    setSending(false)
    if (!result.ok) return setError(result.message)
    setRevision(result.data.revision)
    if (!result.data.isSaved) return setTheirs(result.data.source)
    changeComment(id, { body: result.data.body, isEdited: true })
    onClose()
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Edit comment" size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        className="space-y-3"
      >
        {theirs && (
          <FormMessage>
            This comment was changed in another window meanwhile. It says now: <q dir="auto">{theirs}</q> Save
            again to put your text in its place.
          </FormMessage>
        )}
        {text === null ? (
          <p role="status">{error || 'Loading...'}</p>
        ) : (
          <MarkdownEditor
            label="Your comment"
            name="body"
            required
            hidesLabel
            value={text}
            onChange={(value) => {
              setText(value)
              setError('')
            }}
            limit={commentLimit}
            error={error}
          />
        )}
        <div className="flex justify-end gap-2">
          <button type="button" onClick={onClose} className={buttonClass('ghost')}>
            Cancel
          </button>
          <SubmitButton isSending={isSending}>Save</SubmitButton>
        </div>
      </form>
      <h3 className="mt-6 mb-2 font-semibold">Images</h3>
      <ImageManager owner="comment" ownerId={id} images={images} mayChange />
    </Dialog>
  )
}
