import { t } from '@/lib/words/t'
import '@/app/more.css'
import { connection } from 'next/server'
import { WaitingList } from '@/components/account/waiting-list'
import { ActivityList } from '@/components/activity/activity-list'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkTabs } from '@/components/ui/link-tabs'
import { activities, isActivity } from '@/lib/post/activity'
import { cursorPart, readCursorPart } from '@/lib/post/cursor-part'
import { titled } from '@/lib/publish/page-metadata'
import { countOwnVotes, getPerson, listActivity } from '@/lib/queries/activity'
import { listWaiting } from '@/lib/queries/reports'
import { countText } from '@/lib/words/count-text'
import { getViewer } from '@/lib/session/viewer'

export const instant = false

export const generateMetadata = titled('account.menu.myPostsAndVotes', { robots: { index: false } })

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function ActivityPage({ searchParams }: Props) {
  await connection()
  const viewer = await getViewer()
  if (!viewer) return null
  const { show, after } = await searchParams
  const kind = isActivity(String(show)) ? (show as (typeof activities)[number]) : 'posts'
  const [page, waiting, person, votes] = await Promise.all([
    listActivity(viewer.id, kind, typeof after === 'string' ? readCursorPart(after) : null),
    listWaiting(),
    getPerson(viewer.id),
    countOwnVotes(viewer.id),
  ])
  const isOnlyWaiting =
    page.rows.length === 0 && waiting.some(({ isComment }) => kind === (isComment ? 'comments' : 'posts'))
  const totals: Partial<Record<string, number>> = { ...person?.totals, votes }
  const address = (of: string) => `/settings/activity${of === 'posts' ? '' : `?show=${of}`}`
  const names = { posts: t('common.posts'), votes: t('common.votes'), comments: t('common.comments') }
  return (
    <div className="max-w-3xl">
      <h1 className="mb-4 text-xl font-semibold">{t('account.menu.myPostsAndVotes')}</h1>
      {waiting.length > 0 && (
        <section aria-labelledby="waiting" className="mb-6">
          <h2 id="waiting" className="text-base font-semibold">
            {t('common.awaitingApproval')}
          </h2>
          <p className="mt-1 mb-3 text-ink-soft">{t('account.settings.awaitingApprovalHint')}</p>
          <WaitingList waiting={waiting} />
        </section>
      )}
      <LinkTabs
        label={t('common.show')}
        tabs={activities.map((of) => ({
          href: address(of),
          name: (
            <>
              {names[of]} {totals[of] ? <small className="tabular">{countText(totals[of])}</small> : null}
            </>
          ),
          isCurrent: of === kind,
        }))}
      />
      {isOnlyWaiting ? (
        <EmptyState>{t('account.settings.nothingPublished')}</EmptyState>
      ) : (
        <ActivityList
          rows={page.rows}
          kind={kind}
          next={page.next && `/settings/activity?show=${kind}&after=${cursorPart(page.next)}`}
          newest={after ? address(kind) : null}
        />
      )}
    </div>
  )
}
