'use client'

import { useRouter } from 'next/navigation'
import { type RefObject, useEffect, useState } from 'react'
import { forgetDraft, readDraft, writeDraft } from '@/lib/session/browser/draft'
import { keepPictures, readPictures } from '@/lib/session/browser/draft-pictures'
import { fetchJson } from '@/lib/browser/fetch-json'
import { postAddress } from '@/lib/post/address'
import type { SimilarPost } from '@/lib/queries/search'
import { AppLink } from '../ui/app-link'
import { buttonClass } from '../ui/button-class'
import { useFieldText } from '../ui/use-field-text'
import { VoteButton } from '../vote/vote-button'
import { useVote } from '../vote/vote-store'
import { PostStateBadge } from './post-state-badge'

const pause = 300

/** What others asked for already, while a title is typed. It helps and never stands in the way. */
export function SimilarPosts(props: {
  category: string
  title: RefObject<HTMLInputElement | null>
  details: RefObject<HTMLTextAreaElement | null>
  onClose: () => void
}) {
  const { category, details, onClose } = props
  const title = useFieldText(props.title)
  const router = useRouter()
  const [posts, setPosts] = useState<SimilarPost[]>([])

  useEffect(() => {
    const typed = title.trim()
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      if (typed.length < 3) return setPosts([])
      const answer = await fetchJson<{ posts: SimilarPost[] }>('/api/similar', {
        query: { title: typed.slice(0, 200) },
        signal: controller.signal,
      }).catch(() => null)
      if (answer) setPosts(answer.posts)
    }, pause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [title])

  /** What was written belongs to that post from now on. */
  async function keepAsComment(post: SimilarPost) {
    const [from, to] = [`post:${category}`, `comment:${post.id}`]
    const before = readDraft<{ body: string }>(to)?.body ?? ''
    const written = [before, title, details.current?.value ?? ''].filter((text) => text.trim())
    writeDraft(to, { body: written.join('\n\n') })
    await keepPictures(to, [...(await readPictures(to)), ...(await readPictures(from))])
    await keepPictures(from, [])
    forgetDraft(from)
    onClose()
    router.push(`${postAddress(post)}#new-comment`)
  }

  if (posts.length === 0) return null
  return (
    <section aria-label="Similar posts" className="rounded-md border border-line bg-sunken p-3">
      <p role="status" className="mb-2 font-medium">
        {posts.length === 1 ? 'There is a similar post.' : `There are ${posts.length} similar posts.`} Vote
        for it instead?
      </p>
      <ul className="space-y-2">
        {posts.map((post) => (
          <SimilarRow key={post.id} post={post} onChoose={() => keepAsComment(post)} />
        ))}
      </ul>
    </section>
  )
}

function SimilarRow({ post, onChoose }: { post: SimilarPost; onChoose: () => void }) {
  const { isVoted, wanted } = useVote(post.id)
  const isPressed = wanted ?? isVoted

  return (
    <li className="flex items-center gap-3">
      <VoteButton id={post.id} title={post.title} votes={post.votesTotal} size="sm" />
      <div className="min-w-0 flex-1">
        <AppLink
          href={postAddress(post)}
          target="_blank"
          className="line-clamp-2 font-medium hover:underline"
        >
          <span dir="auto">{post.title}</span>
        </AppLink>
        <div className="mt-0.5 flex flex-wrap items-center gap-2">
          <PostStateBadge state={post.state} />
          {isPressed && (
            <button type="button" onClick={onChoose} className={buttonClass('ghost', 'min-h-7 px-1.5')}>
              Add what you wrote as a comment
            </button>
          )}
        </div>
      </div>
    </li>
  )
}
