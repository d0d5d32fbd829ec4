import { ConfirmDialog } from '../ui/confirm-dialog'
import { askAboutVote } from './vote-question'
import { wantVote } from './vote-store'

/** Asks whoever came by a link that carries a vote: it may be the wish of somebody else. */
export function VoteQuestionDialog({ id, title }: { id: number; title: string }) {
  return (
    <ConfirmDialog
      open
      isHarmless
      question={`Vote for “${title}”?`}
      onAnswer={(yes) => {
        askAboutVote(null)
        if (yes) wantVote(id, true, title)
      }}
    />
  )
}
