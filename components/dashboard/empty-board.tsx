import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { ExampleBoardButton } from '../team/example-board'
import { AppLink } from '../ui/app-link'
import { ButtonLink } from '../ui/button'
import { EmptyState } from '../ui/empty-state'

export function EmptyBoard({ canAddExamples }: { canAddExamples: boolean }) {
  return (
    <EmptyState
      hint={
        <>
          {t('dashboard.emptyBoard.everyPostWillBe')}{' '}
          <span className="admin-only">
            {rich('dashboard.emptyBoard.orImport', {
              a: (text) => (
                <AppLink href="/dashboard/import" className="underline underline-offset-2">
                  {text}
                </AppLink>
              ),
            })}
          </span>
        </>
      }
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <CreatePost />
          {canAddExamples && <ExampleBoardButton />}
        </div>
      }
    />
  )
}

/** A page of the team while the board has no posts. `hint` says what will be there. */
export function NoPostsYet({ hint }: { hint: string }) {
  return (
    <EmptyState
      hint={hint}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <CreatePost />
          <ButtonLink href="/dashboard/import" className="admin-only">
            {t('dashboard.emptyBoard.importFeedback')}
          </ButtonLink>
        </div>
      }
    />
  )
}

const CreatePost = () => <ButtonLink href="/new-features#new-post">{t('common.createAPost')}</ButtonLink>
