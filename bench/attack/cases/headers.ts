import { randomUUID } from 'node:crypto'
import { askRaw } from '../ask-raw.ts'
import { type Attack, hold } from '../case.ts'
import { cookiesOf } from '../session.ts'

const internalHeaders = [
  'forwarded',
  'next-router-segment-prefetch',
  'next-router-state-tree',
  'next-url',
  'x-deployment-id',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-invoke-path',
  'x-invoke-query',
  'x-matched-path',
  'x-middleware-override-headers',
  'x-middleware-redirect',
  'x-middleware-rewrite',
  'x-middleware-set-cookie',
  'x-middleware-subrequest',
  'x-next-cache-tags',
  'x-nextjs-data',
  'x-nextjs-rewrite',
  'x-now-route-matches',
  'x-original-url',
  'x-prerender-revalidate',
  'x-rewrite-url',
]

export const headerAttacks: Attack[] = [
  {
    name: 'floods of headers',
    run: async ({ site, ask }) => {
      const many = Object.fromEntries(
        Array.from({ length: 300 }, (_, number) => [`x-flood-${number}`, 'x'.repeat(100)]),
      )
      const statuses: (number | string)[] = []
      for (const headers of [
        many,
        { 'x-request-id': 'x'.repeat(100_000) },
        { cookie: 'a=b; '.repeat(2_000) },
      ]) {
        const answer = await askRaw(site, '/', headers).catch(() => null)
        hold(answer === null || answer.status < 500, String(answer?.status))
        statuses.push(answer?.status ?? 'hung up')
      }
      hold((await ask('/')).status === 200, "the site doesn't answer afterwards")
      return statuses.join(', ')
    },
  },
  {
    name: 'another name in the Host header',
    run: async ({ site }) => {
      const { text } = await askRaw(site, '/new-features', {
        host: 'evil.test',
        'x-forwarded-host': 'evil.test',
      })
      hold(!text.includes('evil.test'), 'the page names the other host')
      const mailbox = await askRaw(site, '/mailbox', { host: 'evil.test' })
      hold(!mailbox.text.includes('<article'), 'the mailbox is shown under another host name')
      return 'ignored'
    },
  },
  {
    name: 'rewritten addresses with a forged https proxy header',
    run: async (target) => {
      const cookie = await cookiesOf(target, target.victim)
      const search = `/search?q=${randomUUID()}`
      const met = new Set<number>()
      const senders: Record<string, string>[] = [
        {},
        { cookie },
        { cookie, rsc: '1' },
        { 'x-forwarded-host': 'evil.test:1' },
      ]
      for (const proto of ['https', 'https,http', 'http'])
        for (const sent of senders)
          for (const path of [search, search, search, '/a%25b', '/dashboard', '/search?q=%00']) {
            const { status } = await askRaw(target.site, path, { 'x-forwarded-proto': proto, ...sent })
            hold(status < 500, `${path} ${status}, over ${proto}`)
            met.add(status)
          }
      return [...met].join(', ')
    },
  },
  {
    name: 'redirects to another site',
    run: async ({ ask }) => {
      const targets = [
        '//evil.test',
        '/\\evil.test',
        'https://evil.test',
        '/%09/evil.test',
        '/./\\evil.test',
        '/..//evil.test',
        'javascript:alert(1)',
      ]
      for (const next of targets) {
        for (const path of [
          '/auth/callback?code=x&next=',
          '/auth/confirm?token_hash=x&type=email&next=',
          '/?auth=sign-in&next=',
        ]) {
          const { headers, text } = await ask(path + encodeURIComponent(next))
          hold(!/^(https?:)?[/\\]{2}evil/i.test(headers.get('location') ?? ''), `${path}${next} leads there`)
          hold(!/href="(https?:)?[/\\]{2}evil|href="javascript:/i.test(text), `${path}${next} links there`)
        }
      }
      for (const path of ['//evil.test', '/\\evil.test', '//evil.test/%2e%2e']) {
        const { headers } = await ask(path)
        hold(!/^(https?:)?[/\\]{2}evil/i.test(headers.get('location') ?? ''), `${path} leads there`)
      }
      return 'stays here'
    },
  },
  {
    name: 'cache poisoning with headers of Next and proxies',
    run: async ({ site, ask }) => {
      const mark = 'poison'
      for (const name of internalHeaders)
        for (const path of ['/', '/new-features', `/search?q=${randomUUID()}`, `/${randomUUID()}`])
          for (const form of [{}, { rsc: '1' }] as Record<string, string>[]) {
            const { status } = await askRaw(site, path, { ...form, [name]: `/${mark}` })
            hold(status < 500, `${name} at ${path}: ${status}`)
            const { text, headers } = await ask(path)
            const kept = text + JSON.stringify([...headers])
            hold(!kept.includes(mark), `${name} stays at ${path}`)
          }
      return 'nothing stays'
    },
  },
  {
    name: 'unusual methods',
    run: async ({ site }) => {
      const met = new Set<number>()
      for (const method of ['TRACE', 'PROPFIND', 'PURGE', 'DELETE', 'OPTIONS'])
        for (const path of ['/', '/search?q=a', '/settings', '/api/jobs', '/api/mail-events', '/feed.xml']) {
          const { status } = await askRaw(site, path, {}, method)
          hold(status < 500, `${method} ${path} ${status}`)
          met.add(status)
        }
      return [...met].join(', ')
    },
  },
]
