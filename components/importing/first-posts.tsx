import { t } from '@/lib/words/t'
import { stateNames } from '@/lib/post/states'
import type { FoundPosts } from '@/lib/queries/imports'
import { longDate } from '@/lib/text/dates'

export function FirstPosts({ posts }: { posts: FoundPosts['posts'] }) {
  if (posts.length === 0) return null
  return (
    <div>
      <h3 id="first-posts" className="mb-2 font-semibold">
        {t('importing.choices.firstPosts')}
      </h3>
      <ul
        aria-labelledby="first-posts"
        className="divide-y divide-line rounded-lg border border-line bg-surface"
      >
        {posts.map((post) => (
          <li key={`${post.title} ${post.createdAt}`} className="px-4 py-2">
            <p dir="auto" className="font-medium break-words">
              {post.title}
            </p>
            <p className="text-xs text-ink-soft">
              {[
                stateNames[post.state],
                post.category,
                t('importing.choices.votes', { count: post.votes }),
                t('importing.choices.comments', { count: post.comments }),
                longDate(new Date(post.createdAt)),
                post.author,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
