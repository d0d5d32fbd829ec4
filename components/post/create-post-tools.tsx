'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { type ReactNode, type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import { createPost, previewMarkdown } from '@/lib/actions/posts'
import { refuse } from '@/lib/schemas/action-result'
import { createPostSchema, detailsLimit, titleLimit } from '@/lib/schemas/post'
import { leastTimes } from '@/lib/schemas/fields'
import { forgetDraft } from '@/lib/session/browser/forget-draft'
import { createIdempotencyKeys } from '@/lib/session/browser/idempotency-keys'
import { useDraft } from '@/lib/session/browser/use-draft'
import type { SimilarPost } from '@/lib/queries/search'
import { useMemberForm } from '../auth/use-member-form'
import { ChosenImages } from '../image/chosen-images'
import { ImageButton } from '../image/image-button'
import { useImageFiles } from '../image/use-image-files'
import { MentionList } from '../mention/mention-list'
import { forgetMentions, mentionsOf } from '../mention/mentions'
import { ComposerTools } from '../ui/composer-tools'
import { waitsForApproval, waitsForApprovalDetail } from '../moderation/approval-texts'
import { FormMessage } from '../ui/form-message'
import { LengthCount } from '../ui/length-count'
import { toast } from '../ui/toast-store'
import { useFieldText } from '../ui/use-field-text'
import type { LazyForm } from '../ui/use-lazy-form'
import { useSyncedFields } from '../ui/use-synced-fields'
import { useHoneypot } from '../ui/use-honeypot'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { useStateNames } from '../state/post-state'
import { fetchSimilarPosts, SimilarPosts } from './similar-posts'

function DetailsTools(props: {
  category: string
  draftName: string
  title: RefObject<HTMLTextAreaElement | null>
  details: RefObject<HTMLTextAreaElement | null>
  late: LazyForm
  onClose: () => void
  /** Runs instead of going to the post. */
  onPosted?: (post: { id: number; address: string | null }) => void | Promise<void>
}) {
  const { category, draftName, title, details, late, onClose, onPosted } = props
  const draft = useDraft(late.form, draftName)
  const router = useRouter()
  const images = useImageFiles(draftName)
  const [sending] = useState(() => createIdempotencyKeys(draftName))
  const copies = useDuplicateQuestion()
  const { trap, read } = useHoneypot(leastTimes.post)
  const made = useMemberForm({
    schema: createPostSchema,
    defaultValues: { category, title: '', details: '' },
    intent: (input) => ({
      kind: 'post',
      category: input.category,
      draft: draftName,
      key: sending.keyFor(JSON.stringify(input)),
    }),
    onSentElsewhere: onClose,
    action: async (input) =>
      (await copies.isMeant(input))
        ? createPost({
            ...input,
            mentions: mentionsOf(draftName, input.details),
            key: sending.keyFor(JSON.stringify(input)),
            trap: await read(),
          })
        : refuse(t('post.createPostTools.notPublishedVoteFor')),
    onDone: async ({ id, address }) => {
      // The post has the text now. Its images may still be on their way.
      draft.hold()
      forgetDraft(draftName)
      forgetMentions(draftName)
      sending.arrived()
      const { isComplete } = await images.send('post', id)
      await onPosted?.({ id, address })
      if (onPosted && isComplete) return
      if (!address) {
        onClose()
        return void toast({
          title: waitsForApproval(),
          description: waitsForApprovalDetail(),
          action: { label: t('common.show'), run: () => router.push('/settings/activity') },
        })
      }
      toast(
        isComplete
          ? { title: t('common.postPublished') }
          : {
              variant: 'destructive',
              title: t('post.createPostTools.postPublishedButSome'),
              description: t('post.createPostTools.addThemWithEdit'),
            },
      )
      if (onPosted) return
      startTransition(() => {
        router.push(address)
        onClose()
      })
      // Busy until the post's page replaces the form.
      return new Promise(() => {})
    },
  })
  useSyncedFields(late, made, ['category', 'title', 'details'])

  const { error } = made
  const titleError = error('title')
  useEffect(() => {
    if (titleError) title.current?.focus()
  }, [title, titleError])

  return (
    <>
      <MentionList field={details} postId={null} draftName={draftName} />
      <ComposerTools
        field={details}
        limit={detailsLimit}
        preview={previewMarkdown}
        onFiles={images.add}
        tool={<ImageButton onFiles={images.add} />}
      >
        <div className="space-y-2 px-2">
          <ChosenImages images={images} />
          <FormMessage>{made.message}</FormMessage>
          {copies.dialog}
          {trap}
        </div>
      </ComposerTools>
    </>
  )
}

function TitleCount({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  return <LengthCount text={useFieldText(field)} limit={titleLimit} />
}

export const createPostTools = { DetailsTools, TitleCount, SimilarPosts }

type Question = { copy: SimilarPost; answer: (yes: boolean) => void }

/** Asks before a category gets a second post with the same title. */
export function useDuplicateQuestion(): {
  isMeant: (post: { category: string; title: string }) => Promise<boolean>
  dialog: ReactNode
} {
  const [question, setQuestion] = useState<Question | null>(null)
  const meant = useRef('')
  const stateNames = useStateNames()

  // Once per title: if a response is lost, the duplicate that is then found is the same post.
  async function isMeant({ category, title }: { category: string; title: string }) {
    const asked = JSON.stringify([category, title])
    if (meant.current !== asked && !(await isNewOrMeant(category, title))) return false
    meant.current = asked
    return true
  }
  async function isNewOrMeant(category: string, title: string) {
    const posts = await fetchSimilarPosts(title, '').catch(() => [])
    const copy = posts.find((post) => post.isSame && post.categorySlug === category)
    return !copy || new Promise<boolean>((answer) => setQuestion({ copy, answer }))
  }
  function answer(yes: boolean) {
    question!.answer(yes)
    setQuestion(null)
  }

  const dialog = question && (
    <ConfirmDialog
      open
      isHarmless
      question={t('post.createPostTools.alreadyExistsPublishYours', { title: question.copy.title })}
      detail={t('post.createPostTools.existing', {
        state: stateNames[question.copy.state],
        votes: question.copy.votesTotal,
      })}
      onAnswer={answer}
    />
  )
  return { isMeant, dialog }
}
