'use client'

import { t } from '@/lib/words/t'
import { type RefObject, useState } from 'react'
import { fetchJson } from '@/lib/browser/fetch-json'
import { typeInto } from '@/lib/browser/write-field'
import type { CannedAnswer } from '@/lib/queries/canned-answers'
import { type AnswerWords, fillAnswer } from '@/lib/text/fill-answer'
import { buttonClass } from '../ui/button-class'
import { ChoiceMenu } from '../ui/choice-menu'
import { ToolIcon } from '../ui/icon'
import { useDelayed } from '../ui/use-delayed'

/** Inserts a saved reply into a field at the cursor, filled with the post's values. Hidden if there are none. */
export function AnswerMenu(props: {
  /** Null for several posts at once. */
  postId: number | null
  field: RefObject<HTMLTextAreaElement | null>
  /** The name of the state that is chosen next to the field. */
  state?: () => string
  /** One of the tools of a composer, which show no text. */
  isTool?: boolean
}) {
  const { postId, field, state, isTool } = props
  const [found, setFound] = useState<{ answers: CannedAnswer[]; words: AnswerWords | null }>({
    answers: [],
    words: null,
  })
  const { answers, words } = found

  useDelayed(`${postId}`, 0, (signal) =>
    fetchJson<typeof found>('/api/canned-answers', { query: { post: postId ?? undefined }, signal }).then(
      setFound,
      () => {},
    ),
  )

  function type(id: number) {
    const { body } = answers.find((one) => one.id === id)!
    const element = field.current!
    // Insert after the selection and never replace it.
    element.setSelectionRange(element.selectionEnd, element.selectionEnd)
    typeInto(element, fillAnswer(body, { ...words!, state: state?.() ?? words!.state }))
  }

  if (!words || answers.length === 0) return null
  return (
    <ChoiceMenu
      label={t('common.savedReplies')}
      choices={answers.map(({ id, name }) => ({ value: id, name }))}
      onChoose={({ value }) => type(value)}
      className={isTool ? '' : buttonClass('ghost', '!px-2')}
    >
      {isTool ? (
        <ToolIcon path="M2.5 3.5h11v7.5H7.5L4.5 13.5V11h-2V3.5Zm3 2.6h5m-5 2.4h3" />
      ) : (
        t('common.savedReplies')
      )}
    </ChoiceMenu>
  )
}
