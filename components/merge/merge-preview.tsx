'use client'

import type { previewMerge } from '@/lib/actions/merges'
import { countOf, countText } from '@/lib/text/count-text'

export type Preview = Extract<Awaited<ReturnType<typeof previewMerge>>, { ok: true }>['data']

/** What merging makes of these posts, and which of them stays. */
export function MergePreview(props: { preview: Preview; stays: number; onStays: (id: number) => void }) {
  const { preview, stays, onStays } = props
  const { posts, votes_total, voted_more, followers_total, comments_total, images_total } = preview
  return (
    <>
      <fieldset>
        <legend className="mb-2 font-medium">Which one stays?</legend>
        <div className="divide-y divide-line rounded-md border border-line">
          {posts.map((post) => (
            <label
              key={post.id}
              className="flex min-h-11 cursor-pointer items-start gap-3 px-3 py-2.5 has-checked:bg-accent-soft"
            >
              <input
                type="radio"
                name="stays"
                aria-label={post.title}
                checked={post.id === stays}
                onChange={() => onStays(post.id)}
                className="mt-1"
              />
              <span className="min-w-0 flex-1">
                <span dir="auto" className="font-medium break-words">
                  {post.title}
                </span>
                <span className="block text-xs text-ink-soft">
                  {[
                    countOf(post.votes_total, 'vote'),
                    post.comments_total > 0 && countOf(post.comments_total, 'comment'),
                    post.images_total > 0 && countOf(post.images_total, 'picture'),
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-ink-soft">Votes</dt>
        <dd>
          <span className="tabular font-medium">
            {posts.map((post) => countText(post.votes_total)).join(' + ')} = {countText(votes_total)}
          </span>
          <span className="block text-ink-soft">{votedMore(voted_more, posts.length)}</span>
        </dd>
        <dt className="text-ink-soft">Comments</dt>
        <dd className="tabular">{countText(comments_total)}</dd>
        <dt className="text-ink-soft">Followers</dt>
        <dd>
          <span className="tabular">{countText(followers_total)}</span>
          <span className="block text-ink-soft">
            Those of the merged {posts.length === 2 ? 'post' : 'posts'} hear of it.
          </span>
        </dd>
        <dt className="text-ink-soft">Pictures</dt>
        <dd className="tabular">{countText(images_total)}</dd>
      </dl>
    </>
  )
}

function votedMore(people: number, posts: number): string {
  const what = posts === 2 ? 'both' : 'more than one of them'
  if (people === 0) return `Nobody voted for ${what}.`
  return people === 1 ? `1 person voted for ${what}.` : `${countText(people)} people voted for ${what}.`
}
