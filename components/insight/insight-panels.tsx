import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { insightSpans } from '@/lib/post/dashboard-choices'
import type { Insights } from '@/lib/queries/insights'
import { postAddress } from '@/lib/post/address'
import { countText } from '@/lib/words/count-text'
import { postStates } from '@/lib/post/states'
import { getSite } from '@/lib/queries/site'
import { FilterLinks } from '../dashboard/list-links'
import { AppLink } from '../ui/app-link'
import { buttonClass } from '../ui/button-class'
import { RelativeTime } from '../ui/relative-time'
import { PostStateBadge } from '../state/post-state'
import { EmptyState } from '../ui/empty-state'
import { WeekChart } from './week-chart'

export function InsightPanels(props: { insights: Insights; before: Insights['weeks']; span: number }) {
  const { insights, before, span } = props
  const { weeks, categories, rising, misses, countedAt } = insights
  const of = (name: 'posts' | 'votes' | 'comments' | 'people' | 'answered' | 'answer_hours') => ({
    points: weeks.map((week) => ({ week: week.week, value: week[name] })),
    before: before.map((week) => week[name]),
  })
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <FilterLinks
          label={t('insight.panels.period')}
          links={Object.entries(insightSpans).map(([weeks, name]) => ({
            name,
            href: `/dashboard/insights?weeks=${weeks}`,
            isCurrent: Number(weeks) === span,
          }))}
          className="max-sm:[&>a]:!px-2"
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:w-full max-sm:justify-between">
          <p className="text-ink-soft max-sm:text-xs">
            {rich('insight.panels.updated', { countedAt, d: () => <RelativeTime iso={countedAt} /> })}
          </p>
          <a
            href={`/dashboard/insights/weeks.csv?weeks=${span}`}
            className={buttonClass('outline', 'max-sm:!px-2')}
          >
            {t('insight.panels.downloadCsv')}
          </a>
        </div>
      </div>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
        <WeekChart title={t('common.posts')} {...of('posts')} />
        <WeekChart title={t('common.votes')} {...of('votes')} />
        <WeekChart title={t('common.comments')} {...of('comments')} />
        <WeekChart title={t('insight.panels.newMembers')} {...of('people')} />
        <WeekChart
          title={t('insight.panels.hoursToFirstTeam')}
          note={t('insight.panels.medianForPostsAnswered')}
          {...of('answer_hours')}
          isMedian
        />
        <WeekChart
          title={t('insight.panels.postsAnswered')}
          note={t('insight.panels.firstResponseOnlyA')}
          {...of('answered')}
        />
      </div>
      <div className="mt-8 grid grid-cols-1 gap-x-4 gap-y-8 md:grid-cols-2">
        <RisingPosts posts={rising.slice(0, 5)} />
        <MissedSearches misses={misses} />
      </div>
      <CategoryNumbers categories={categories} span={span} />
    </>
  )
}

function RisingPosts({ posts }: { posts: Insights['rising'] }) {
  return (
    <section aria-labelledby="rising">
      <h2 id="rising" className="mb-2 font-semibold">
        {t('common.trending')}
      </h2>
      {posts.length === 0 ? (
        <EmptyState hint={t('insight.panels.whatTrends')} />
      ) : (
        <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
          {posts.map(({ id, title, slug, category_slug, state, votes, votes_before }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
              <div className="min-w-[min(12rem,100%)] flex-1">
                <AppLink
                  href={postAddress({ categorySlug: category_slug, slug })}
                  className="font-medium break-words hover:underline"
                >
                  <bdi>{title}</bdi>
                </AppLink>
                <p className="text-xs text-ink-soft">
                  {t('insight.panels.inTheLast7', { votes, votes_before })}
                </p>
              </div>
              <PostStateBadge state={state} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function MissedSearches({ misses }: { misses: Insights['misses'] }) {
  return (
    <section aria-labelledby="misses">
      <h2 id="misses" className="mb-2 font-semibold">
        {t('insight.panels.searchesWithNoResults')}
      </h2>
      {misses.length === 0 ? (
        <EmptyState hint={t('insight.panels.whatIsMissed')} />
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {misses.map(({ words, times }) => (
            <li key={words} className="flex items-center gap-3 px-3 py-2">
              <AppLink
                href={`/search?${new URLSearchParams({ q: words })}`}
                dir="auto"
                className="min-w-0 flex-1 truncate py-1 font-medium hover:underline"
              >
                {words}
              </AppLink>
              <span className="text-ink-soft">{t('insight.panels.times', { times })}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The first column stays in view when the others scroll. */
const nameClass =
  'fixed-column sticky start-0 z-[1] min-w-[min(7.5rem,max(34vw,5.5rem))] bg-surface px-3 py-2 text-start font-medium max-lg:pe-1.5 after:absolute after:inset-y-0 after:end-0 after:border-e after:border-line'
const groupClass = 'px-3 pt-2 text-start text-xs text-ink-soft max-lg:px-1.5'
const groupEdge = 'border-s border-line'
const cellClass = 'px-3 py-2 text-end max-lg:not-last:px-1.5'
const headClass = `${cellClass} font-medium whitespace-nowrap`

async function CategoryNumbers(props: { categories: Insights['categories']; span: number }) {
  const { categories, span } = props
  const { stateNames } = await getSite()
  return (
    <section aria-labelledby="by-category" className="mt-8">
      <h2 id="by-category" className="mb-2 font-semibold">
        {t('insight.panels.byCategoryAndState')}
      </h2>
      <div
        className="table-scroll rounded-lg border border-line bg-surface"
        tabIndex={0}
        role="group"
        aria-labelledby="by-category"
      >
        <table className="w-full tabular-nums">
          <thead>
            <tr>
              <th scope="col" rowSpan={2} className={`${nameClass} align-bottom`}>
                {t('common.category')}
              </th>
              <th scope="colgroup" colSpan={3} className={groupClass}>
                <span className="sticky start-[7.875rem]">
                  {t('insight.panels.newInTheLast', { weeks: span })}
                </span>
              </th>
              <th scope="colgroup" colSpan={postStates.length} className={`${groupClass} ${groupEdge}`}>
                <span className="sticky start-[7.875rem]">{t('insight.panels.allPostsByCurrent')}</span>
              </th>
            </tr>
            <tr>
              {[t('common.posts'), t('common.votes'), t('common.comments')].map((name) => (
                <th key={name} scope="col" className={headClass}>
                  {name}
                </th>
              ))}
              {postStates.map((state, index) => (
                <th key={state} scope="col" className={`${headClass} ${index === 0 ? groupEdge : ''}`}>
                  {stateNames[state]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {categories.map(({ slug, name, posts, votes, comments, states }) => (
              <tr key={slug} className="border-t border-line">
                <th scope="row" dir="auto" className={nameClass}>
                  {name}
                </th>
                {[posts, votes, comments, ...postStates.map((state) => states[state] ?? 0)].map(
                  (count, index) => (
                    <td key={index} className={`${cellClass} ${index === 3 ? groupEdge : ''}`}>
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
