import { texts } from '@/lib/words/deferred'
import { t } from '@/lib/words/t'
import type { ExampleBoard } from '@/lib/queries/settings'
import { ExampleBoardButton } from '../team/example-board'

const boardTexts: Record<ExampleBoard, string> = texts({
  addable: 'settings.exampleBoardSettings.fillTheEmptyBoard',
  removable: 'settings.exampleBoardSettings.thePostsVotesAnd',
  shared: 'settings.exampleBoardSettings.someoneHasPosted',
})

export function ExampleBoardSettings({ state }: { state: ExampleBoard }) {
  return (
    <section
      aria-labelledby="example-board"
      className="rounded-lg border border-line bg-surface p-[min(1rem,5vw)]"
    >
      <h2 id="example-board" className="font-semibold">
        {t('settings.exampleBoardSettings.exampleBoard')}
      </h2>
      <p className="max-w-prose text-ink-soft not-last:mb-3">{boardTexts[state]}</p>
      {state !== 'shared' && <ExampleBoardButton isThere={state === 'removable'} />}
    </section>
  )
}
