import { t } from '@/lib/words/t'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { askAboutVote } from './vote-question'
import { wantVote } from './vote-store'

/** Asks people who came by a link that contains a vote, because it may be someone else's wish. */
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
