import { t } from '@/lib/words/t'
import { listAddress, type ListFilter, newPostAddress } from '@/lib/post/address'
import { type PostState, postStates } from '@/lib/post/states'
import { countPosts, getFirstPosts } from '@/lib/queries/posts'
import { postsIn } from '@/lib/queries/post-fields'
import { getSite } from '@/lib/queries/site'
import { PostCards } from '../post/post-card'
import { EmptyState } from '../ui/empty-state'
import { Icon } from '../ui/icon'
import { ButtonLink } from '../ui/button'
import { rich, unseen } from '../ui/rich'
import { StateTabs } from './state-tabs'

export async function RoadmapBoard({ category }: { category?: string }) {
  const [totals, { stateNames }] = await Promise.all([countPosts(category), getSite()])
  if (postStates.every((state) => totals[state] === 0))
    return (
      <EmptyState
        hint={t('roadmap.board.postsAppearHereIn', {
          proposed: stateNames.proposed,
          completed: stateNames.completed,
        })}
        action={
          <>
            <ButtonLink look="default" href="/dashboard?steps=open" className="team-only admin-only">
              {t('dashboard.firstSteps.title')}
            </ButtonLink>
            <ButtonLink href={newPostAddress(category)} className="team-only admin-only">
              {t('common.createAPost')}
            </ButtonLink>
            <ButtonLink look="default" href={newPostAddress(category)} className="not-for-admins">
              {t('common.createAPost')}
            </ButtonLink>
          </>
        }
      />
    )
  return (
    <>
      <StateTabs totals={totals} />
      <div id="roadmap-columns">
        {postStates.map((state) => (
          <RoadmapColumn key={state} filter={{ view: 'map', category, state }} total={totals[state]} />
        ))}
      </div>
    </>
  )
}

const pageSize = 10

async function RoadmapColumn(props: { filter: ListFilter & { state: PostState }; total: number }) {
  const { filter, total } = props
  const { state, category } = filter
  const [{ posts, next }, site] = await Promise.all([getFirstPosts(filter, pageSize), getSite()])
  const description = site.stateDescriptions[state]
  return (
    <section
      id={`state-${state}`}
      aria-labelledby={`heading-${state}`}
      className={`roadmap-column is-${state}`}
    >
      <h2 id={`heading-${state}`}>
        <Icon name={state} />
        {site.stateNames[state]}
        <span>{rich('roadmap.board.posts', { count: total, s: unseen })}</span>
      </h2>
      {description && (
        <p dir="auto" className="text-xs text-ink-soft">
          {description}
        </p>
      )}
      {posts.length === 0 && (
        <EmptyState
          action={
            state === 'proposed' ? (
              <ButtonLink href={newPostAddress(category)}>{t('common.createAPost')}</ButtonLink>
            ) : (
              <ButtonLink href={listAddress({ category, state: 'proposed' })}>
                {t('roadmap.board.voteOnWhatComes')}
              </ButtonLink>
            )
          }
        />
      )}
      <PostCards posts={postsIn('card', posts)} filter={filter} next={next} limit={pageSize} />
    </section>
  )
}
