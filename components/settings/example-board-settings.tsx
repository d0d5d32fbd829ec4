import type { ExampleBoard } from '@/lib/queries/settings'
import { ExampleBoardButton } from '../team/example-board'

const texts: Record<ExampleBoard, string> = {
  addable: 'Fill the empty board with example posts, votes and comments to see how everything works.',
  removable:
    'The posts, votes and comments here are examples. Remove them to start your own board, before anybody, including you, posts, votes or comments.',
  shared:
    'Somebody has posted, voted or commented, so the examples can no longer be removed all at once. Delete them on the Posts page.',
}

export function ExampleBoardSettings({ state }: { state: ExampleBoard }) {
  return (
    <section aria-labelledby="example-board">
      <h2 id="example-board" className="font-semibold">
        Example board
      </h2>
      <p className="mb-3 max-w-prose text-ink-soft">{texts[state]}</p>
      {state !== 'shared' && <ExampleBoardButton isThere={state === 'removable'} />}
    </section>
  )
}
