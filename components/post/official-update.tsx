import { PersonName } from '@/components/ui/person-name'
import { LongDate } from '@/components/ui/long-date'
import type { Post } from '@/lib/queries/posts'
import { PostStateBadge } from '../state/post-state-badge'

/** The newest change of the post to which the team said something. */
export function OfficialUpdate({ update }: { update: Post['events'][number] }) {
  return (
    <section aria-labelledby="official-update" className="official-update">
      <h2 id="official-update" className="text-sm font-semibold">
        Official update
      </h2>
      <p dir="auto" className="mt-1 text-base whitespace-pre-line">
        {update.note}
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-soft">
        <PostStateBadge state={update.to} />
        {update.actorName && <PersonName name={update.actorName} isTeam={update.actorIsTeam} />}
        <LongDate iso={update.createdAt} />
      </p>
    </section>
  )
}
