import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'

const hash = (text: string) => createHash('sha256').update(text).digest()

/** As a bearer token, or as the password in the address. Takes the same time whatever is wrong. */
export function hasSecret({ headers }: Request, secret: string): boolean {
  const [scheme = '', value = ''] = (headers.get('authorization') ?? '').split(' ')
  const given = /^basic$/i.test(scheme)
    ? Buffer.from(value, 'base64')
        .toString()
        .replace(/^[^:]*:/, '')
    : value
  return timingSafeEqual(hash(given), hash(secret))
}
