import type { ActionResult } from '../schemas/action-result'

type Use =
  | { for: 'image'; owner: 'post' | 'comment' | 'entry'; id: string; alt: string }
  | { for: 'avatar' }
  | { for: 'logo' }

/** @throws TypeError if the network is gone, Error with its text if the response isn't from our server */
export async function sendFile<Data = null>(file: File, use: Use): Promise<ActionResult<Data>> {
  const response = await fetch(`/api/pictures?${new URLSearchParams(use)}`, { method: 'POST', body: file })
  const isOurs = response.headers.get('content-type')?.includes('json')
  if (!isOurs) throw new Error(await response.text())
  return (await response.json()) as ActionResult<Data>
}
