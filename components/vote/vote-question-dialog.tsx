import { t } from '@/lib/words/t'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { askAboutVote } from './vote-question'
import { wantVote } from './vote-store'

/** Asks whoever came by a link that carries a vote: it may be the wish of somebody else. */
export function VoteQuestionDialog({ id, title }: { id: number; title: string }) {
  return (
    <ConfirmDialog
      open
      isHarmless
      question={t('vote.questionDialog.voteFor', { title })}
      onAnswer={(yes) => {
        askAboutVote(null)
        if (yes) wantVote(id, true, title)
      }}
    />
  )
}
