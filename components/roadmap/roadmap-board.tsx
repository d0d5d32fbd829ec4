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
      <div
        id="roadmap-columns"
        className="relative -mx-4 flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain scroll-smooth [scrollbar-width:none] sm:-mx-6 lg:mx-0 lg:grid lg:snap-none lg:grid-cols-5 lg:gap-3 lg:overflow-visible"
      >
        {postStates.map((state) => (
          <RoadmapColumn key={state} state={state} total={totals[state]} />
        ))}
      </div>
    </>
  )
}
