import { postAddress } from '@/lib/post/address'
import type { TriagePost } from '@/lib/queries/triage'
import { countOf } from '@/lib/text/count-text'
import { PersonName } from '../ui/person-name'
import { Avatar } from '../ui/avatar'
import { RelativeTime } from '../ui/relative-time'

/** Who wrote a post: since when they are here, and what else they wrote. */
export function AboutAuthor({ author }: { author: TriagePost['author'] }) {
  if (!author) return <p className="text-ink-soft">Deleted user</p>
  const { name, avatar, isTeam, createdAt, postsTotal, commentsTotal, posts } = author
  return (
    <section aria-label="Author" className="flex gap-2">
      <Avatar name={name} src={avatar} size="sm" />
      <div className="min-w-0 flex-1">
        <p>
          <span className="font-medium">
            <PersonName name={name} isTeam={isTeam} />
          </span>{' '}
          <span className="text-ink-soft">
            Account: <RelativeTime iso={createdAt} />,{' '}
            {postsTotal === 0 ? 'first post' : countOf(postsTotal, 'other post')}
            {commentsTotal > 0 && `, ${countOf(commentsTotal, 'comment')}`}
          </span>
        </p>
        {posts.length > 0 && (
          <ul className="text-ink-soft">
            {posts.map((post) => (
              <li key={post.id} className="truncate">
                <a href={postAddress(post)} target="_blank" dir="auto" className="hover:underline">
                  {post.title}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
