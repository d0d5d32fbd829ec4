import { fetchJson } from '@/lib/browser/fetch-json'
import type { WaitingComment } from '@/lib/queries/comments'
import type { Viewer } from '@/lib/session/viewer'
import { useDelayed } from '../ui/use-delayed'
import { addOwn } from './comment-changes'
import { giveUpPlaces, storePlaces } from './waiting-places'

/** Shows members their own comments on a post that await approval. The stored page has none of them. */
export function WaitingComments({ post, viewer }: { post: number; viewer: Viewer }) {
  useDelayed(`${post} ${viewer.id}`, 0, async (signal) => {
    const answer = await fetchJson<{ comments: WaitingComment[] }>('/api/viewer/waiting', {
      query: { post },
      signal,
    }).catch(() => null)
    if (!answer?.comments.length) giveUpPlaces()
    if (answer?.comments.length === 0) storePlaces(post, viewer.id)
    for (const { id, parent, body, createdAt, images } of answer?.comments ?? []) {
      const saved = {
        id,
        body,
        createdAt,
        isWaiting: true,
        editedAt: null,
        authorId: viewer.id,
        authorName: viewer.name,
        authorAvatar: viewer.avatar,
        authorIsTeam: false,
        cursor: '',
        images,
        hiddenReason: null,
      }
      addOwn({ key: `${id}`, post, parent, text: '', saved })
    }
  })
  return null
}
