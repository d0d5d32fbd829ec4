import { t } from '../words/t.ts'
import { findPlaces, type Place, type ReachOptions, requestAt, soon } from './reach.ts'

type Options = ReachOptions & {
  /** For everything from the name lookup to the end of the response, in milliseconds. */
  patience?: number
}

export type Answer = { status: number | null; words: string }

/** No one reads the body of the response, so only this many bytes are awaited, and only this long, in milliseconds. */
const politeness = { bytes: 65_536, time: 1_000 }

const refuse = (words: string): Answer => ({ status: null, words })

/** Its name is resolved once, each address is checked, and the connection goes to exactly these. No redirects. */
export async function sendBody(
  address: string,
  body: string,
  headers: Record<string, string>,
  { patience = 10_000, ...options }: Options,
): Promise<Answer> {
  const url = URL.parse(address)
  if (!url) return refuse(t('webhook.sendBody.notSentThisIsnt'))
  const over = AbortSignal.timeout(patience)
  try {
    const places = await soon(findPlaces(url, options), over)
    if (places === 'private') return refuse(t('webhook.sendBody.privateAddress'))
    if (places === 'plain') return refuse(t('webhook.sendBody.needsHttps'))
    const status = await soon(post(url, places, body, headers, over), over)
    return { status, words: wordsOf(status) }
  } catch (error) {
    if (over.aborted)
      return refuse(t('webhook.sendBody.noResponseWithinSeconds', { patience: patience / 1_000 }))
    const { code = 'the connection failed' } = error as { code?: string }
    return refuse(
      code === 'ENOTFOUND' ? t('webhook.sendBody.hostNotFound') : t('webhook.sendBody.noResponse', { code }),
    )
  }
}

function post(
  url: URL,
  places: Place[],
  body: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = requestAt(url, places, {
      method: 'POST',
      signal,
      headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
    })
    asked.on('error', reject)
    // A 101 isn't reported as a response, so without this handler no one would learn of it.
    asked.on('upgrade', (answer, socket) => {
      socket.destroy()
      resolve(answer.statusCode!)
    })
    asked.on('response', (answer) => {
      let length = 0
      const leave = () => {
        clearTimeout(leaving)
        asked.destroy()
        resolve(answer.statusCode!)
      }
      const leaving = setTimeout(leave, politeness.time)
      answer.on('data', (part: Buffer) => (length += part.length) > politeness.bytes && leave())
      answer.on('end', leave)
      answer.on('error', leave)
    })
    asked.end(body)
  })
}

function wordsOf(status: number): string {
  if (status >= 200 && status < 300) return t('webhook.sendBody.respondedWith', { status })
  if (status >= 300 && status < 400) return t('webhook.sendBody.respondedWithRedirectsArent', { status })
  if (status === 410) return t('webhook.sendBody.respondedWith410The')
  return t('webhook.sendBody.respondedWith', { status })
}
