import { AppLink } from '@/components/ui/app-link'
import { buttonClass } from '@/components/ui/button-class'
import { RelativeTime } from '@/components/ui/relative-time'
import { insightSpans } from '@/lib/post/dashboard-choices'
import type { Insights } from '@/lib/queries/insights'
import { CategoryNumbers } from './category-numbers'
import { MissedSearches } from './missed-searches'
import { RisingPosts } from './rising-posts'
import { WeekChart } from './week-chart'

/** How the board does: what came week by week, how soon it was answered, where, and what rises. */
export function InsightPanels({ insights, span }: { insights: Insights; span: number }) {
  const { weeks, categories, rising, misses, countedAt } = insights
  const of = (name: 'posts' | 'votes' | 'comments' | 'people') =>
    weeks.map((week) => ({ week: week.week, value: week[name] }))
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <nav aria-label="Span" className="segments">
          {Object.entries(insightSpans).map(([weeks, name]) => (
            <AppLink
              key={weeks}
              href={`/dashboard/insights?weeks=${weeks}`}
              aria-current={Number(weeks) === span ? 'page' : undefined}
            >
              {name}
            </AppLink>
          ))}
        </nav>
        <div className="flex flex-wrap items-center gap-x-4">
          <p className="text-ink-soft">
            Counted <RelativeTime iso={countedAt} />
          </p>
          <a href={`/dashboard/insights/weeks.csv?weeks=${span}`} className={buttonClass('outline')}>
            Download CSV
          </a>
        </div>
      </div>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
        <WeekChart title="Posts" points={of('posts')} />
        <WeekChart title="Votes" points={of('votes')} />
        <WeekChart title="Comments" points={of('comments')} />
        <WeekChart title="New people" points={of('people')} />
        <WeekChart
          title="Hours until the team answered"
          note="Half of the posts that were answered in a week had waited for less. An answer is another state or a comment of the team."
          points={weeks.map((week) => ({ week: week.week, value: week.answer_hours }))}
        />
        <WeekChart
          title="Posts answered"
          note="For the first time, by another state or a comment of the team."
          points={weeks.map((week) => ({ week: week.week, value: week.answered }))}
        />
      </div>
      <div className="mt-8 grid grid-cols-1 gap-8 lg:grid-cols-2">
        <RisingPosts posts={rising} />
        <MissedSearches misses={misses} />
      </div>
      <CategoryNumbers categories={categories} span={span} />
    </>
  )
}
