import 'server-only'
import { LRUCache } from 'lru-cache'
import { env } from '../env'
import { runPictureProcess } from '../image/picture-process'
import { log } from '../log'

const box = { width: 720, height: 120 }
const patience = 5_000
const mostBytes = 4 * 1024 * 1024

type Drawn = { data: Buffer; width: number; height: number }
export type ShareLogo = { src: string; width: number; height: number }

const respite = 5 * 60_000

const logos = new LRUCache<string, Promise<ShareLogo | null>>({ max: 10 })

export function readShareLogo(address: string): Promise<ShareLogo | null> {
  const known = logos.get(address)
  if (known) return known
  const logo = fetchLogo(address)
  logos.set(address, logo)
  void logo.then((read) => read ?? logos.set(address, logo, { ttl: respite }))
  return logo
}

async function fetchLogo(address: string): Promise<ShareLogo | null> {
  try {
    const answer = await fetch(new URL(address, env.SITE_URL), { signal: AbortSignal.timeout(patience) })
    if (!answer.ok) throw new Error(`It is answered with ${answer.status}.`)
    const drawn = await runPictureProcess<Drawn>({ bytes: await readBytes(answer), box })
    if (!('result' in drawn)) throw new Error('It cannot be read.')
    const { data, width, height } = drawn.result
    return {
      src: `data:image/png;base64,${data.toString('base64')}`,
      width: width / 2,
      height: height / 2,
    }
  } catch (error) {
    log('warn', 'The logo cannot be drawn on share images', { reason: (error as Error).message })
    return null
  }
}

async function readBytes(answer: Response): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of answer.body ?? []) {
    length += part.length
    if (length > mostBytes) throw new Error('It is larger than 4 MB.')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
