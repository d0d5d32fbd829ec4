import { combineChunks, stringFromBase64URL } from '@supabase/ssr'

/** Not HttpOnly, because the browser's client keeps the session fresh. Partitioned in a frame of another site. */
export function cookieOptions(isSecure: boolean, isFramed: boolean) {
  const maxAge = 400 * 24 * 60 * 60
  return isFramed
    ? { path: '/', sameSite: 'none' as const, secure: true, partitioned: true, maxAge }
    : { path: '/', sameSite: 'lax' as const, secure: isSecure, maxAge }
}

type Cookie = { name: string; value: string }

/** The cookies of a request without malformed sessions, which would break auth-js and the headers it sends. */
export async function sanitizeCookies(all: Cookie[]): Promise<Cookie[]> {
  const values = new Map(all.map(({ name, value }) => [name, value]))
  const broken = new Set(all.map(({ name }) => keyOf(name)).filter((key) => key.endsWith('-auth-token')))
  for (const key of broken) {
    const text = await combineChunks(key, (name) => values.get(name))
    if (text && isSession(text)) broken.delete(key)
  }
  return all.filter(({ name }) => !broken.has(keyOf(name)))
}

const keyOf = (name: string) => name.replace(/\.\d+$/, '')

function isSession(text: string): boolean {
  try {
    const json = text.startsWith('base64-') ? stringFromBase64URL(text.slice('base64-'.length)) : text
    const { access_token, refresh_token, user } = JSON.parse(json)
    const isToken = typeof access_token === 'string' && access_token.length <= 8_000
    return (
      isToken &&
      /^[\w-]+\.[\w-]+\.[\w-]+$/.test(access_token) &&
      typeof refresh_token === 'string' &&
      /^[!-~]{1,1000}$/.test(refresh_token) &&
      typeof user === 'object'
    )
  } catch {
    return false
  }
}
