import type { Outcomes } from '@/lib/actions/dashboard'
import { callAction } from '@/lib/browser/call-action'
import type { ActionResult } from '@/lib/schemas/action-result'
import { undoTime } from '@/lib/schemas/undo'
import { toast } from '../ui/toast-store'

/** Changes a post back. */
export type Undo = () => Promise<ActionResult<Outcomes>>

/**
 * Says what became of a change of one post, and offers to take it back.
 * @returns why it was not changed; '' when it was
 */
export function tellOutcome([post]: Outcomes, said: string, undo: Undo, onChanged: () => void): string {
  onChanged()
  if (post?.outcome === 'conflict')
    return 'Somebody else changed this post meanwhile. It is shown as it is now.'
  if (post?.outcome === 'missing') return 'This post has been deleted meanwhile.'
  if (post?.outcome === 'done')
    toast({
      title: said,
      duration: undoTime,
      action: { label: 'Undo', run: () => void takeBack(undo, onChanged) },
    })
  return ''
}

async function takeBack(undo: Undo, onChanged: () => void) {
  const result = await callAction(undo)
  if (!result.ok || result.data[0]?.outcome !== 'done') {
    const description = result.ok ? 'Somebody else changed this post meanwhile.' : result.message
    toast({ variant: 'destructive', title: 'The change could not be taken back.', description })
  }
  onChanged()
}
