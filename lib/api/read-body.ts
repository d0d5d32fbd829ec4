import 'server-only'
import { Problem } from './problem'

/** The text of a body. The server refuses bodies above its own limit before this reads them. */
export async function readText(request: Request): Promise<string> {
  const text = await request.text()
  if (text.length > 200_000)
    throw new Problem('body-too-large', 'The body is too large. Send at most 200,000 characters.')
  return text
}

export function readJson(text: string): unknown {
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem('malformed-request', 'The body isn’t valid JSON. Check its syntax.')
  }
}
