import { keepPictures, readPictures } from '@/lib/session/browser/draft-pictures'
import { sendPicture } from './use-image-files'

/** Sends the images of a draft to the post or comment it became. True if all of them arrived. */
export async function sendKeptPictures(
  draft: string,
  owner: 'post' | 'comment',
  id: number,
): Promise<boolean> {
  const kept = await readPictures(draft)
  let isComplete = true
  for (const picture of kept) if (!(await sendPicture(owner, id, picture)).ok) isComplete = false
  if (kept.length > 0) await keepPictures(draft, [])
  return isComplete
}
