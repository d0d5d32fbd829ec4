import { t } from '@/lib/words/t'
import type { ExampleBoard } from '@/lib/queries/settings'
import { ExampleBoardButton } from '../team/example-board'

const texts: Record<ExampleBoard, string> = {
  get addable() {
    return t('settings.exampleBoardSettings.fillTheEmptyBoard')
  },
  get removable() {
    return t('settings.exampleBoardSettings.thePostsVotesAnd')
  },
  get shared() {
    return t('settings.exampleBoardSettings.somebodyHasPostedVoted')
  },
}

export function ExampleBoardSettings({ state }: { state: ExampleBoard }) {
  return (
    <section aria-labelledby="example-board">
      <h2 id="example-board" className="font-semibold">
        {t('settings.exampleBoardSettings.exampleBoard')}
      </h2>
      <p className="mb-3 max-w-prose text-ink-soft">{texts[state]}</p>
      {state !== 'shared' && <ExampleBoardButton isThere={state === 'removable'} />}
    </section>
  )
}
