import { beforeEach, expect, test, vi } from 'vitest'
import { prepareCookies } from '../../lib/session/browser/prepare-cookies'
import { framedCookie, hasCookie } from '../../lib/supabase/framed-cookie'

let takes: RegExp
let jar: string[] = []
beforeEach(() => {
  jar = []
  vi.stubGlobal('document', {
    get cookie() {
      return jar.join('; ')
    },
    set cookie(text: string) {
      if (takes.test(text)) jar.push(text.split(';')[0]!)
    },
  })
})

test.each([
  ['https:', '__Host-signpost-framed'],
  ['http:', 'signpost-framed'],
])('the mark of a frame at %s is %s, which no other subdomain can set on https', (protocol, name) => {
  vi.stubGlobal('location', { protocol })
  // As in a frame of another site: partitioned cookies alone.
  takes = /SameSite=None; Secure; Partitioned/
  expect(prepareCookies()).toBe(true)
  expect(jar).toEqual([`${name}=1`])
  expect(framedCookie(protocol === 'https:')).toBe(name)
})

test('pages that are not in a frame of another site have no mark', () => {
  vi.stubGlobal('location', { protocol: 'https:' })
  takes = /./
  expect(prepareCookies()).toBe(true)
  expect(jar).toEqual(['signpost-probe=1'])
})

test('without cookies, no one can be signed in', () => {
  vi.stubGlobal('location', { protocol: 'https:' })
  takes = /nothing/
  expect(prepareCookies()).toBe(false)
})

test('a cookie is found by its whole name', () => {
  expect(hasCookie('a=1; __Host-signpost-framed=1', '__Host-signpost-framed')).toBe(true)
  for (const planted of ['x__Host-signpost-framed=1', 'a=__Host-signpost-framed=1', 'signpost-framed=1', ''])
    expect(hasCookie(planted, '__Host-signpost-framed'), planted).toBe(false)
})

test('a mark that another subdomain planted changes no flags of the session’s cookies', async () => {
  const { sessionFlags } = await import('../../lib/supabase/session-flags')
  const flagsWith = (...names: string[]) => sessionFlags(new Map(names.map((name) => [name, '1'])))
  expect(flagsWith('signpost-framed')).toMatchObject({ sameSite: 'lax', secure: true })
  expect(flagsWith('signpost-framed')).not.toHaveProperty('partitioned')
  expect(flagsWith('__Host-signpost-framed')).toMatchObject({ sameSite: 'none', partitioned: true })
})
