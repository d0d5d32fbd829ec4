import { t } from '@/lib/words/t'
import { rich } from '@/components/ui/rich'
import type { ReactNode } from 'react'
import type { Post } from '@/lib/queries/posts'
import { offersMailFollow } from '@/lib/session/with-secret-key'
import type { PostState } from '@/lib/post/states'
import { getSite } from '@/lib/queries/site'
import { parseMarkdown } from '@/lib/text/markdown'
import { AppLink } from '../ui/app-link'
import { FollowPost } from '../follow/follow-post'
import { PersonName } from '../person/person-name'
import { Icon } from '../ui/icon'
import { LongDate } from '../ui/long-date'
import { Markdown } from '../ui/markdown'
import { SharePost } from './share-post'
import { TeamUndoMerge } from './member-tools'

export function PostAbout(props: {
  post: Post
  update: Post['events'][number] | undefined
  children: ReactNode
}) {
  const { post, update, children } = props
  return (
    <aside aria-label={t('post.about.aboutThisPost')} className="post-about">
      <div>
        <p className="post-category">
          <span>{t('common.category')}</span>
          <AppLink href={`/${post.categorySlug}`}>{post.category.name}</AppLink>
        </p>
        <FollowPost
          id={post.id}
          title={post.title}
          byMail={offersMailFollow}
          hint={t('follow.menu.getUpdatesOnThis')}
        />
        <SharePost title={post.title} />
      </div>
      {children}
      <PostTimeline post={post} saidAbove={update?.id} />
    </aside>
  )
}

const noActor = { actorId: null, actorName: null, actorIsTeam: false }

/** State changes and merges, newest first, without the note at the top of the page. */
function PostTimeline(props: {
  post: Pick<Post, 'createdAt' | 'events' | 'merges' | 'state'>
  saidAbove?: number
}) {
  const { post, saidAbove } = props
  const changes = post.events.map((event) => ({
    at: event.createdAt,
    step: <StateStep key={`state-${event.id}`} {...event} isSaidAbove={event.id === saidAbove} />,
  }))
  const merges = post.merges.map((merge) => ({
    at: merge.mergedAt,
    step: <MergeStep key={`merge-${merge.id}`} {...merge} />,
  }))
  const steps = [...changes, ...merges].toSorted((a, b) => b.at.localeCompare(a.at))
  const [last] = post.events.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id)
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">{t('post.about.timeline')}</h2>
      <ol className="timeline">
        {/* No one knows since when an imported post has its state. */}
        {(last?.to ?? 'proposed') !== post.state && (
          <StateStep to={post.state} note={null} createdAt={null} {...noActor} />
        )}
        {steps.map(({ step }) => step)}
        <StateStep to="proposed" note={null} createdAt={post.createdAt} {...noActor} />
      </ol>
    </section>
  )
}

async function StateStep(
  props: Omit<Post['events'][number], 'id' | 'from' | 'createdAt'> & {
    createdAt: string | null
    isSaidAbove?: boolean
  },
) {
  const { to, note, isSaidAbove, createdAt, ...actor } = props
  const { stateNames } = await getSite()
  return (
    <Step icon={to} at={createdAt} {...actor}>
      <p className="step-name">{stateNames[to]}</p>
      {note && !isSaidAbove && (
        <div className="step-note">
          <Markdown nodes={parseMarkdown(note)} />
        </div>
      )}
    </Step>
  )
}

function MergeStep({ post, title, mergedAt, ...actor }: Post['merges'][number]) {
  return (
    <Step icon="merge" at={mergedAt} {...actor} after={<TeamUndoMerge post={post} title={title} />}>
      <p className="break-words">
        {rich('post.about.mergedHere', { title, b: (text) => <span dir="auto">{text}</span> })}
      </p>
    </Step>
  )
}

function Step(props: {
  icon: PostState | 'merge'
  at: string | null
  actorId: string | null
  actorName: string | null
  actorIsTeam: boolean
  after?: ReactNode
  children: ReactNode
}) {
  const { icon, at, actorId, actorName, actorIsTeam, after, children } = props
  return (
    <li>
      <span className={`is-${icon}`}>
        <Icon name={icon} />
      </span>
      <div>
        {children}
        <div className="step-facts">
          {at && <LongDate iso={at} />}
          {actorName && <PersonName id={actorId} name={actorName} isTeam={actorIsTeam} />}
          {after}
        </div>
      </div>
    </li>
  )
}
