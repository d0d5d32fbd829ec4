'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { type RefObject, useState } from 'react'
import { readDraft, writeDraft } from '@/lib/session/browser/draft'
import { forgetDraft } from '@/lib/session/browser/forget-draft'
import { keepPictures, readPictures } from '@/lib/session/browser/draft-pictures'
import { fetchJson } from '@/lib/browser/fetch-json'
import { postAddress } from '@/lib/post/address'
import type { SimilarPost } from '@/lib/queries/search'
import { useSession } from '@/lib/session/browser/store'
import { openAuthDialog } from '../auth/open-auth-dialog'
import { useFollow, wantFollow } from '../follow/follow-store'
import { Highlight } from '../ui/highlight'
import { AppLink } from '../ui/app-link'
import { Icon } from '../ui/icon'
import { useDelayed } from '../ui/use-delayed'
import { useFieldText } from '../ui/use-field-text'
import { VoteButton } from '../vote/vote-button'
import { PostStateBadge } from '../state/post-state'

const pause = 300

/** At most five posts that may be the same; none if they can't be loaded. */
export async function fetchSimilarPosts(
  title: string,
  details: string,
  signal?: AbortSignal,
): Promise<SimilarPost[]> {
  const { posts } = await fetchJson<{ posts: SimilarPost[] }>('/api/similar', {
    query: { title: title.slice(0, 200), details: details.slice(0, 600) || undefined },
    signal,
  })
  return posts
}

/** Similar posts while someone types, placed so that neither field moves. In a narrow form, they open on a click. */
export function SimilarPosts(props: {
  draftName: string
  title: RefObject<HTMLTextAreaElement | null>
  details: RefObject<HTMLTextAreaElement | null>
  onClose: () => void
  /** Whether what was written may become a comment, on the page of that post. */
  canComment?: boolean
  inert?: boolean
}) {
  const { draftName: from, onClose, canComment = true, inert } = props
  const title = useFieldText(props.title).trim()
  const details = useFieldText(props.details).trim()
  const router = useRouter()
  const [posts, setPosts] = useState<SimilarPost[]>([])
  const [isOpen, setOpen] = useState(false)

  useDelayed(JSON.stringify([title, details, inert]), pause, async (signal) => {
    if (inert) return
    if (title.length < 3) return setPosts([])
    const found = await fetchSimilarPosts(title, details, signal).catch(() => null)
    if (found) setPosts(found)
  })

  /** From now on, the draft belongs to that post. */
  async function keepAsComment(post: SimilarPost) {
    const to = `comment:${post.id}`
    const before = readDraft<{ body: string }>(to)?.body ?? ''
    writeDraft(to, { body: [before, title, details].filter((text) => text.trim()).join('\n\n') })
    await keepPictures(to, [...(await readPictures(to)), ...(await readPictures(from))])
    await keepPictures(from, [])
    forgetDraft(from)
    onClose()
    router.push(`${postAddress(post)}#new-comment`)
  }

  return (
    <section
      aria-label={t('common.similarPosts')}
      className="similar-posts"
      data-count={posts.length}
      inert={inert}
    >
      <p role="status" className="font-medium">
        {posts.length > 0 && t('post.similarPosts.thereAreSimilarPosts', { count: posts.length })}
      </p>
      {posts.length > 0 && (
        <button
          type="button"
          aria-label={t('common.similarPosts')}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="down" />
        </button>
      )}
      <ul>
        {posts.map((post) => (
          <SimilarRow
            key={post.id}
            post={post}
            onChoose={canComment ? () => keepAsComment(post) : undefined}
          />
        ))}
      </ul>
      <p className="text-ink-soft">
        {posts.length > 0
          ? t('post.similarPosts.somethingDifferentGoAhead')
          : t('post.similarPosts.similarPostsAppearHere')}
      </p>
    </section>
  )
}

function SimilarRow({ post, onChoose }: { post: SimilarPost; onChoose?: () => void }) {
  return (
    // Large text: below the button.
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1">
      <VoteButton id={post.id} title={post.title} votes={post.votesTotal} size="sm" />
      <div className="min-w-0 flex-1 basis-32">
        <AppLink
          href={postAddress(post)}
          target="_blank"
          dir="auto"
          className="line-clamp-2 font-medium hover:underline"
        >
          <Highlight text={post.title} ranges={post.titleRanges} />
        </AppLink>
        {post.snippetRanges.length > 0 && (
          <p dir="auto" className="line-clamp-2 text-ink-soft">
            <Highlight text={post.snippet} ranges={post.snippetRanges} />
          </p>
        )}
        <div className="mt-0.5 flex flex-wrap items-center gap-x-2">
          <PostStateBadge state={post.state} />
          <FollowToo id={post.id} title={post.title} />
          {onChoose && (
            <button
              type="button"
              onClick={onChoose}
              className="min-h-7 text-start text-ink-soft underline pointer-coarse:min-h-11 hover:text-ink"
            >
              {t('post.similarPosts.addAsAComment')}
            </button>
          )}
        </div>
      </div>
    </li>
  )
}

/** Follows the post from here. Visitors are asked to sign in, and follow it then. */
function FollowToo({ id, title }: { id: number; title: string }) {
  const { viewer, status } = useSession()
  const level = useFollow(id)?.level ?? null
  const isFollowed = viewer !== null && level !== null && level !== 'muted'
  if (!viewer && status !== 'signed-out') return null
  function press() {
    if (viewer) void wantFollow(id, isFollowed ? null : 'all')
    else void openAuthDialog('sign-in', () => void wantFollow(id, 'all'), { kind: 'follow', id, title })
  }
  return (
    <button
      type="button"
      aria-pressed={isFollowed}
      aria-label={t('post.similarPosts.follow', { title })}
      onClick={press}
      className="min-h-7 text-ink-soft underline pointer-coarse:min-h-11 hover:text-ink"
    >
      {isFollowed ? t('post.similarPosts.following') : t('common.follow')}
    </button>
  )
}
