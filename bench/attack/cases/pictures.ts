import { type Attack, hold } from '../case.ts'
import { cookiesOf } from '../session.ts'
import type { Target } from '../target.ts'
import { lyingAvif, wideAvif, wordyPng } from '../../../tests/support/hostile-pictures.ts'

/** The longest that others may wait while a picture is processed, in milliseconds. */
const patience = 500

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="/etc/passwd"/></svg>'
const bombs: [string, string, () => Buffer][] = [
  ['an AVIF of 6300 by 6300 pixels', 'avif', () => wideAvif],
  ['the same, saying that it is small', 'avif', lyingAvif],
  ['a PNG with texts of a gigabyte', 'png', () => wordyPng('zTXt')],
  ['a PNG with international texts of a gigabyte', 'png', () => wordyPng('iTXt')],
  ['an SVG', 'svg+xml', () => Buffer.from(svg)],
  ['an SVG that says it is a PNG', 'png', () => Buffer.from(svg)],
  ['half an AVIF', 'avif', () => wideAvif.subarray(0, 500)],
]

/** The longest wait among many small requests while `work` runs. */
async function longestWait(target: Target, work: Promise<unknown>): Promise<number> {
  const over = work.then(() => null)
  let longest = 0
  for (;;) {
    const answer = await Promise.race([over, target.ask('/api/health')])
    if (!answer) return Math.round(longest)
    longest = Math.max(longest, answer.time)
  }
}

export const pictureAttacks: Attack[] = [
  {
    name: 'decompression bombs as pictures',
    run: async (target) => {
      const cookie = await cookiesOf(target, target.attacker)
      let longest = 0
      for (const [what, kind, make] of bombs) {
        const sent = target.ask('/api/pictures?for=avatar', {
          method: 'POST',
          body: new Uint8Array(make()),
          headers: { cookie, origin: target.site, 'content-type': `image/${kind}` },
        })
        longest = Math.max(longest, await longestWait(target, sent))
        const { status, text } = await sent
        hold(status === 200 && JSON.parse(text).ok === false, `${what}: ${status} ${text.slice(0, 80)}`)
      }
      hold(longest < patience, `others waited for ${longest} ms`)
      return `refused; others waited for ${longest} ms at most`
    },
  },
]
