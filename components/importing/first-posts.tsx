import { t } from '@/lib/words/t'
import type { Category } from '@/lib/queries/categories'
import type { FoundPosts } from '@/lib/queries/imports'
import type { Choices } from '@/lib/schemas/import'
import { longDate } from '@/lib/text/dates'
import { PostStateBadge } from '../state/post-state'
import { targetOf } from './read-choices'

export function FirstPosts(props: {
  posts: FoundPosts['posts']
  choices: Choices
  /** The file's words for states that aren't chosen yet. */
  undecided: string[]
  categories: Category[]
}) {
  const { posts, choices, undecided, categories } = props
  if (posts.length === 0) return null
  return (
    <div>
      <h3 id="first-posts" className="mb-2 font-semibold">
        {t('importing.choices.firstPosts')}
      </h3>
      <ul
        aria-labelledby="first-posts"
        className="divide-y divide-line rounded-lg border border-line bg-surface md:grid md:grid-cols-[minmax(0,1fr)_auto_auto]"
      >
        {posts
          .map((post) => ({ ...post, ...targetOf(post, choices, categories) }))
          .map((post) => (
            <li
              key={`${post.title} ${post.createdAt}`}
              className="flex flex-wrap items-center gap-x-6 gap-y-1 px-[min(1rem,5vw)] py-2.5 md:col-span-full md:grid md:grid-cols-subgrid"
            >
              <div className="min-w-0 basis-full">
                <p dir="auto" className="font-medium break-words">
                  {post.title}
                </p>
                <p className="text-xs text-ink-soft">
                  {[
                    post.category,
                    longDate(new Date(post.createdAt)),
                    post.author,
                    post.comments > 0 && t('importing.choices.comments', { count: post.comments }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              <span className="flex">
                {post.stateName && undecided.includes(post.stateName) ? (
                  <bdi className="text-ink-soft">{post.stateName}</bdi>
                ) : post.state ? (
                  <PostStateBadge state={post.state} />
                ) : (
                  <span className="text-ink-soft">{t('importing.counts.leftOut')}</span>
                )}
              </span>
              <p className="tabular text-end text-xs text-ink-soft">
                {t('importing.choices.votes', { count: post.votes })}
              </p>
            </li>
          ))}
      </ul>
    </div>
  )
}
