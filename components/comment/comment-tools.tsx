'use client'

import { t } from '@/lib/words/t'
import { type RefObject, Suspense, useEffect, useState } from 'react'
import { createComment } from '@/lib/actions/comments'
import { previewMarkdown } from '@/lib/actions/posts'
import { writeField } from '@/lib/browser/write-field'
import { commentLimit, createCommentSchema } from '@/lib/schemas/comment'
import { leastTimes } from '@/lib/schemas/fields'
import { writeDraft } from '@/lib/session/browser/draft'
import { forgetDraft, moveDraft } from '@/lib/session/browser/forget-draft'
import { createIdempotencyKeys } from '@/lib/session/browser/idempotency-keys'
import { isTeam } from '@/lib/session/is-team'
import { useViewer } from '@/lib/session/browser/store'
import { useDraft } from '@/lib/session/browser/use-draft'
import { useMemberForm } from '../auth/use-member-form'
import { ChosenImages } from '../image/chosen-images'
import { ImageButton } from '../image/image-button'
import { useImageFiles } from '../image/use-image-files'
import { MentionList } from '../mention/mention-list'
import { forgetMentions, mentionsOf } from '../mention/mentions'
import { ComposerTools } from '../ui/composer-tools'
import { waitsForApproval, waitsForApprovalDetail } from '../moderation/approval-texts'
import { FormMessage } from '../ui/form-message'
import { toast, toastProblem } from '../ui/toast-store'
import type { LazyForm } from '../ui/use-lazy-form'
import { useSyncedFields } from '../ui/use-synced-fields'
import { useHoneypot } from '../ui/use-honeypot'
import { lazyPart } from '../ui/lazy-part'
import { addOwn, confirmOwn, dropOwn, startWriting } from './comment-changes'

const AnswerMenu = lazyPart(() => import('../canned-answer/answer-menu'), 'AnswerMenu')

const schema = createCommentSchema.omit({ key: true, mentions: true, trap: true })

/** Checks and sends a comment. It is shown immediately; a refused one goes back into the field. */
export function CommentTools(props: {
  postId: number
  parent: number | null
  /** The name of its draft, and of others that go on in it. */
  drafts: string[]
  field: RefObject<HTMLTextAreaElement | null>
  late: LazyForm
  onSent?: () => void
}) {
  const { postId, parent, drafts, field, late, onSent } = props
  const draftName = drafts[0]!
  const viewer = useViewer()
  const isOfTeam = isTeam(viewer)
  // Before the draft is read.
  useEffect(() => {
    for (const other of drafts.slice(1)) moveDraft(other, draftName)
  }, [drafts, draftName, viewer])
  const draft = useDraft(late.form, draftName)
  const images = useImageFiles(draftName)
  const [sending] = useState(() => createIdempotencyKeys(draftName))
  const { trap, read } = useHoneypot(leastTimes.comment)
  const made = useMemberForm({
    schema,
    defaultValues: { post: postId, parent, body: '' },
    intent: ({ body }) => ({
      kind: 'comment',
      post: postId,
      parent,
      draft: draftName,
      key: sending.keyFor(body),
    }),
    onSentElsewhere: ({ comment }) => {
      if (comment) addOwn({ key: `${comment.id}`, post: postId, parent, text: '', saved: comment })
      writeField(field.current!, '')
      onSent?.()
    },
    onSend: ({ body }) => {
      addOwn({ key: sending.keyFor(body), post: postId, parent, text: body, saved: null })
      draft.hold()
      writeField(field.current!, '')
    },
    action: async (input) =>
      createComment({
        ...input,
        mentions: mentionsOf(draftName, input.body),
        key: sending.keyFor(input.body),
        trap: await read(),
      }),
    onDone: async (comment, { body }) => {
      confirmOwn(sending.keyFor(body), comment)
      if (comment.isWaiting) toast({ title: waitsForApproval(), description: waitsForApprovalDetail() })
      sending.arrived()
      if (images.files.length > 0 && !(await images.send('comment', comment.id)).isComplete) {
        toastProblem(t('comment.tools.commentPostedButSome'))
      }
      draft.release()
      const typedSince = field.current?.value
      if (typedSince) writeDraft(draftName, { body: typedSince })
      else {
        forgetDraft(draftName)
        forgetMentions(draftName)
        onSent?.()
      }
    },
    onRefused: (result, { body }) => {
      dropOwn(sending.keyFor(body))
      draft.release()
      // The refused text goes back above what was typed in the meantime.
      writeField(field.current!, [body, field.current!.value].filter(Boolean).join('\n\n'))
      if (result.reason === 'rate-limit') {
        toastProblem(t('common.commentFailed'), result.message)
      }
    },
  })
  useSyncedFields(late, made, ['body'])
  useEffect(startWriting, [])

  return (
    <>
      {trap}
      <MentionList field={field} postId={postId} draftName={draftName} />
      <ComposerTools
        field={field}
        limit={commentLimit}
        preview={previewMarkdown}
        onFiles={images.add}
        tool={
          <>
            <ImageButton onFiles={images.add} />
            {isOfTeam && (
              <Suspense>
                <AnswerMenu postId={postId} field={field} isTool />
              </Suspense>
            )}
          </>
        }
      >
        <div className="space-y-2 px-2 has-[>*>*]:pb-2">
          <ChosenImages images={images} />
          <FormMessage>{made.message}</FormMessage>
        </div>
      </ComposerTools>
    </>
  )
}
