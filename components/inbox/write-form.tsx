'use client'

import { texts } from '@/lib/words/deferred'
import { t } from '@/lib/words/t'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { commentBody } from '@/lib/schemas/comment'
import { noteSchema } from '@/lib/schemas/team'
import { Button } from '../ui/button'
import { Composer } from '../ui/composer'
import { AnswerMenu } from '../canned-answer/answer-menu'

export type Writing = 'reply' | 'note'

const words = {
  reply: texts({
    label: 'common.reply',
    hint: 'inbox.writeForm.everyoneCanSeeThis',
    send: 'common.reply',
  }),
  note: texts({
    label: 'common.internalNote',
    hint: 'common.onlyTeamSees',
    send: 'common.addNote',
  }),
}
const schemas = { reply: commentBody, note: noteSchema.shape.body }

export function WriteForm(props: {
  kind: Writing
  postId: number
  text: string
  onType: (text: string) => void
  onSend: (text: string) => void
  onClose: () => void
}) {
  const { kind, postId, text, onType, onSend, onClose } = props
  const { label, hint, send } = words[kind]
  const field = useRef<HTMLTextAreaElement>(null)
  const [error, setError] = useState('')

  useEffect(() => {
    field.current!.focus()
    field.current!.scrollIntoView({ block: 'nearest' })
  }, [])

  function submit(event: FormEvent) {
    event.preventDefault()
    const { data, error: problem } = schemas[kind].safeParse(field.current!.value)
    if (problem) setError(problem.issues[0]!.message)
    else onSend(data)
  }

  return (
    <form aria-label={label} onSubmit={submit}>
      <Composer
        field={field}
        label={label}
        name="body"
        rows={3}
        defaultValue={text}
        onInput={({ currentTarget }) => onType(currentTarget.value)}
        error={error}
        placeholder={hint}
        footer={
          <>
            {kind === 'reply' && (
              <div className="me-auto">
                <AnswerMenu postId={postId} field={field} />
              </div>
            )}
            <Button onClick={onClose} look="ghost">
              {t('common.cancel')}
            </Button>
            <Button type="submit" look="default">
              {send}
            </Button>
          </>
        }
      />
    </form>
  )
}
