import { fetchJson } from '@/lib/browser/fetch-json'
import type { WaitingComment } from '@/lib/queries/comments'
import { useViewer } from '@/lib/session/browser/store'
import { useDelayed } from '../ui/use-delayed'
import { addOwn } from './comment-store'

/** Shows members their own comments on a post that await approval. The stored page has none of them. */
export function useWaitingComments(post: number): void {
  const viewer = useViewer()

  useDelayed(`${post} ${viewer?.id}`, 0, async (signal) => {
    // The team's own comments need no approval.
    if (!viewer || viewer.role) return
    const { comments } = await fetchJson<{ comments: WaitingComment[] }>('/api/viewer/waiting', {
      query: { post },
      signal,
    }).catch(() => ({ comments: [] }))
    for (const { id, parent, body, createdAt } of comments) {
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
        images: [],
        hiddenReason: null,
      }
      addOwn({ key: `${id}`, post, parent, text: '', saved })
    }
  })
}
