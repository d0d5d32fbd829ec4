import { randomUUID } from 'node:crypto'
import { type Attack, hold } from '../case.ts'
import type { Answer } from '../../../tests/support/action.ts'
import type { Member, Target } from '../target.ts'

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const page = Buffer.from('<script>alert(document.domain)</script>')

function upload(
  { call }: Target,
  as: Member | undefined,
  path: string,
  body: Buffer = pixel,
  type = 'image/png',
): Promise<Answer> {
  return call(`/storage/v1/object/images/${path}`, {
    as,
    method: 'POST',
    body: new Uint8Array(body),
    headers: { 'content-type': type },
  })
}

export const storageAttacks: Attack[] = [
  {
    name: "objects in someone else's folder, and overwriting one",
    run: async (target) => {
      const { attacker, victim, call } = target
      const own = `${victim.id}/${randomUUID()}.png`
      hold((await upload(target, victim, own)).status < 300, 'an ordinary upload is refused')
      for (const as of [undefined, attacker]) {
        for (const path of [
          own,
          `${victim.id}/${randomUUID()}.png`,
          `${randomUUID()}.png`,
          `${attacker.id}/../${victim.id}/${randomUUID()}.png`,
        ]) {
          const made = await upload(target, as, path)
          hold(made.status >= 400, `${path} was taken`)
          const changed = await call(`/storage/v1/object/images/${path}`, {
            as,
            method: 'PUT',
            body: new Uint8Array(page),
            headers: { 'content-type': 'image/png', 'x-upsert': 'true' },
          })
          hold(changed.status >= 400, `${path} was overwritten`)
        }
        await call(`/storage/v1/object/images/${own}`, { as, method: 'DELETE' })
      }
      const { status } = await call(`/storage/v1/object/public/images/${own}`)
      hold(status === 200, `the object answers ${status}`)
      await call(`/storage/v1/object/images/${own}`, { as: victim, method: 'DELETE' })
      return 'refused'
    },
  },
  {
    name: 'HTML disguised as pictures',
    run: async (target) => {
      const { attacker, call } = target
      const id = randomUUID()
      const tries: [string, string][] = [
        [`${attacker.id}/${id}.html`, 'image/png'],
        [`${attacker.id}/${id}.svg`, 'image/svg+xml'],
        [`${attacker.id}/${id}.svg`, 'image/png'],
        [`${attacker.id}/${id}.png`, 'text/html'],
        [`${attacker.id}/${id}.png.html`, 'image/png'],
        [`${attacker.id}/x.png`, 'image/png'],
        [`${attacker.id}/a/${id}.png`, 'image/png'],
        [`${attacker.id}/${id}.jpg`, 'image/png'],
      ]
      const taken: string[] = []
      for (const [path, type] of tries) {
        if ((await upload(target, attacker, path, page, type)).status >= 400) continue
        const { headers } = await call(`/storage/v1/object/public/images/${path}`)
        taken.push(`${path.slice(37)} as ${type}, served as ${headers.get('content-type')}`)
        await call(`/storage/v1/object/images/${path}`, { as: attacker, method: 'DELETE' })
      }
      hold(taken.length === 0, `taken: ${taken.join('; ')}`)
      return 'refused'
    },
  },
  {
    name: 'oversized objects, and listing objects',
    run: async (target) => {
      const { attacker, victim, call } = target
      const large = Buffer.concat([pixel, Buffer.alloc(5 * 1024 * 1024)])
      const answer = await upload(target, attacker, `${attacker.id}/${randomUUID()}.png`, large)
      hold(answer.status >= 400 && answer.status < 500, `5 MB and a bit: ${answer.status}`)
      for (const as of [undefined, attacker]) {
        const list = await call('/storage/v1/object/list/images', {
          as,
          json: { prefix: victim.id, limit: 100 },
        })
        hold(list.status >= 400 || list.text === '[]', "someone else's folder is listed")
      }
      return 'refused'
    },
  },
]
