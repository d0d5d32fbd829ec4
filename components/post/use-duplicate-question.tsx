'use client'

import { type ReactNode, useRef, useState } from 'react'
import type { SimilarPost } from '@/lib/queries/search'
import { countOf } from '@/lib/text/count-text'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { fetchSimilarPosts } from './similar-posts'
import { useStateNames } from '../state/state-names'

type Question = { copy: SimilarPost; answer: (yes: boolean) => void }

/** Asks before a category gets a second post with the same title. */
export function useDuplicateQuestion(): {
  isMeant: (post: { category: string; title: string }) => Promise<boolean>
  dialog: ReactNode
} {
  const [question, setQuestion] = useState<Question | null>(null)
  const meant = useRef('')
  const stateNames = useStateNames()

  // Once for a title: when an answer is lost, the copy that is found then is the very post.
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
      question={`There is a post “${question.copy.title}” already. Publish yours as well?`}
      detail={`${stateNames[question.copy.state]}, ${countOf(question.copy.votesTotal, 'vote')}.`}
      onAnswer={answer}
    />
  )
  return { isMeant, dialog }
}
