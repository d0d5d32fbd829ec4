import 'server-only'
import sharp from 'sharp'
import { env } from '../env'
import { log } from '../log'

/** In pixels of a share image, twice as fine. */
const box = { width: 720, height: 120 }
const patience = 5_000
const mostBytes = 4 * 1024 * 1024
const maxPixels = 40_000_000

export type ShareLogo = { src: string; width: number; height: number }

/** The site's logo in a shape that every picture can hold; null where it cannot be had or read. */
export async function readShareLogo(address: string): Promise<ShareLogo | null> {
  try {
    const answer = await fetch(new URL(address, env.SITE_URL), { signal: AbortSignal.timeout(patience) })
    const length = Number(answer.headers.get('content-length') ?? 0)
    if (!answer.ok || length > mostBytes) throw new Error(`It is answered with ${answer.status}.`)
    const { data, info } = await sharp(Buffer.from(await answer.arrayBuffer()), {
      limitInputPixels: maxPixels,
    })
      .resize({ ...box, fit: 'inside' })
      .png()
      .timeout({ seconds: 5 })
      .toBuffer({ resolveWithObject: true })
    return {
      src: `data:image/png;base64,${data.toString('base64')}`,
      width: info.width / 2,
      height: info.height / 2,
    }
  } catch (error) {
    log('warn', 'The logo cannot be drawn on share images', { reason: (error as Error).message })
    return null
  }
}
