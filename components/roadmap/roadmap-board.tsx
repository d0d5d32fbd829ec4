import { postStates } from '@/lib/post/states'
import { countPosts } from '@/lib/queries/posts'
import { RoadmapColumn } from './roadmap-column'
import { StateTabs } from './state-tabs'

/** The five states side by side; on a phone one at a time, moved by tabs or a swipe. */
export async function RoadmapBoard() {
  const totals = await countPosts()
  return (
    <>
      <StateTabs totals={totals} />
      <div id="roadmap-columns">
        {postStates.map((state) => (
          <RoadmapColumn key={state} state={state} total={totals[state]} />
        ))}
      </div>
    </>
  )
}
