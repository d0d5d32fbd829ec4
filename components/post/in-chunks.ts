import { callAction } from '@/lib/browser/call-action'
import type { ActionResult } from '@/lib/schemas/action-result'

/** Posts per request: few enough to show progress and to respond quickly. */
const size = 200

/** Runs an action over many items, chunk by chunk, until all are done or one is refused; then `problem` says why. */
export async function inChunks<Item, Data>(
  items: Item[],
  action: (chunk: Item[]) => Promise<ActionResult<Data>>,
  onProgress?: (done: number) => void,
) {
  const answers: Data[] = []
  for (let start = 0; start < items.length; start += size) {
    const result = await callAction(() => action(items.slice(start, start + size)))
    if (!result.ok) return { done: items.slice(0, start), answers, problem: result.message }
    answers.push(result.data)
    onProgress?.(Math.min(start + size, items.length))
  }
  return { done: items, answers, problem: '' }
}
