import { insightSpans } from '@/lib/post/dashboard-choices'
import { postStates } from '@/lib/post/states'
import type { Insights } from '@/lib/queries/insights'
import { getSite } from '@/lib/queries/site'
import { countText } from '@/lib/text/count-text'

const headClass = 'px-3 py-2 text-end font-medium whitespace-nowrap'

/** What came in each category in the span, and how many posts are in which state now. */
export async function CategoryNumbers(props: { categories: Insights['categories']; span: number }) {
  const { categories, span } = props
  const { stateNames } = await getSite()
  const spanName = insightSpans[span as keyof typeof insightSpans]
  return (
    <section aria-labelledby="by-category" className="mt-8">
      <h2 id="by-category" className="mb-2 font-semibold">
        By category and state
      </h2>
      <div
        className="overflow-x-auto rounded-lg border border-line bg-surface"
        tabIndex={0}
        role="group"
        aria-labelledby="by-category"
      >
        <table className="w-full tabular-nums">
          <thead>
            <tr>
              <th scope="col" rowSpan={2} className="px-3 py-2 text-start align-bottom font-medium">
                Category
              </th>
              <th
                scope="colgroup"
                colSpan={3}
                className="border-s border-line px-3 pt-2 text-start text-xs text-ink-soft"
              >
                New in {spanName}
              </th>
              <th
                scope="colgroup"
                colSpan={postStates.length}
                className="border-s border-line px-3 pt-2 text-start text-xs text-ink-soft"
              >
                All posts by their state now
              </th>
            </tr>
            <tr>
              {['Posts', 'Votes', 'Comments'].map((name) => (
                <th key={name} scope="col" className={headClass}>
                  {name}
                </th>
              ))}
              {postStates.map((state) => (
                <th key={state} scope="col" className={headClass}>
                  {stateNames[state]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {categories.map(({ slug, name, posts, votes, comments, states }) => (
              <tr key={slug} className="border-t border-line">
                <th scope="row" dir="auto" className="min-w-32 px-3 py-2 text-start font-medium">
                  {name}
                </th>
                {[posts, votes, comments, ...postStates.map((state) => states[state] ?? 0)].map(
                  (count, index) => (
                    <td key={index} className="px-3 py-2 text-end">
                      {countText(count)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
