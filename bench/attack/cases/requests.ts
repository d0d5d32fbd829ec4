import { findBuild } from '../../../supabase/commands/build-site.ts'
import { cachedFunctions } from '../../../tests/support/routes.ts'
import { askRaw } from '../ask-raw.ts'
import { type Attack, hold } from '../case.ts'
import type { Answer } from '../../../tests/support/action.ts'
import type { Target } from '../target.ts'

const isRefused = ({ status }: Answer) => status >= 400 && status < 500
/** The site's error page, whatever its status. */
const hasErrorPage = ({ text }: Answer) => /<h1[^>]*>\s*500/.test(text)

/** Requests each address. Every answer must satisfy `fits`. */
async function askAll(
  { ask }: Target,
  paths: string[],
  fits: (answer: Answer) => boolean,
  init?: RequestInit,
): Promise<string> {
  const met = new Set<number>()
  const wrong: string[] = []
  for (const path of paths) {
    const answer = await ask(path, init)
    met.add(answer.status)
    if (!fits(answer)) wrong.push(`${path} ${answer.status}`)
  }
  hold(wrong.length === 0, wrong.join(', '))
  return [...met].join(', ')
}

const isSound = (answer: Answer) => answer.status < 500 && !(answer.status === 200 && hasErrorPage(answer))

export const requestAttacks: Attack[] = [
  {
    name: 'NUL in a query, a filter and an address',
    run: (target) =>
      askAll(
        target,
        [
          '/search?q=%00',
          '/search?q=a%00b',
          '/api/search?q=%00&after=',
          '/api/similar?title=%00',
          '/?state=%00',
          '/%00',
          '/new-features/%00',
          '/a%00b/c',
          '/a%00b/c/feed.xml',
          '/api/posts?category=%00&after=a',
        ],
        isSound,
      ),
  },
  {
    name: 'made-up cursors',
    run: (target) =>
      askAll(
        target,
        [
          '/search?q=a&after=x',
          '/?after=zzz',
          '/new-features?after=zzz',
          '/api/search?q=a&after=x',
          '/api/posts?after=x',
          `/api/comments?post=${target.post.id}&after=x`,
          '/api/replies?comment=1&after=x',
          '/new-features?after=%00',
        ],
        isRefused,
      ),
  },
  {
    name: 'invalid escapes',
    run: async ({ site }) => {
      const statuses: number[] = []
      for (const path of ['/a/%ff', '/new-features/%E0%A4%A', '/%', '/search?q=%ff', '/%c0%ae%c0%ae/']) {
        const answer = await askRaw(site, path, {})
        statuses.push(answer.status)
        hold(isSound(answer), `${path} ${answer.status}`)
      }
      return statuses.join(', ')
    },
  },
  {
    name: 'an invalid origin at /sign-out',
    run: (target) =>
      askAll(target, ['/sign-out'], isSound, { method: 'POST', headers: { origin: 'garbage' } }),
  },
  {
    name: 'signing someone out from another site',
    run: (target) =>
      askAll(target, ['/sign-out'], isRefused, { method: 'POST', headers: { origin: 'http://evil.test' } }),
  },
  {
    name: '/sign-out as a link',
    run: async ({ ask }) => {
      const answer = await ask('/sign-out')
      hold(
        answer.status < 500 && (answer.text.length > 0 || answer.headers.has('location')),
        `${answer.status}, empty`,
      )
      return String(answer.status)
    },
  },
  {
    name: 'cached functions called as actions, with arguments of all sizes',
    run: async (target) => {
      const ids = cachedFunctions(findBuild() ?? '.next')
      for (const id of ids) {
        for (const body of ['[]', '["new-features","dark-mode"]', `["${'x'.repeat(200_000)}"]`]) {
          const headers = { 'next-action': id, origin: target.site }
          const answer = await target.ask('/new-features/dark-mode', { method: 'POST', headers, body })
          hold(isRefused(answer), `${id} ${answer.status}`)
        }
      }
      return `${ids.length} functions refused`
    },
  },
  {
    name: "actions that don't exist, and invalid bodies",
    run: async (target) => {
      const id = '4'.repeat(42)
      const bodies = ['', '[', '[null]', '{"__proto__":1}', '["$K1"]', '["$@1"]', 'x'.repeat(50_000)]
      for (const body of bodies) {
        for (const origin of [target.site, 'http://evil.test', 'null']) {
          const answer = await target.ask('/', {
            method: 'POST',
            headers: { 'next-action': id, origin },
            body,
          })
          hold(
            answer.status < 500,
            `${answer.status} for ${JSON.stringify(body.slice(0, 20))} from ${origin}`,
          )
        }
      }
      return 'refused'
    },
  },
  {
    name: 'a body of 30 MB',
    run: async ({ ask }) => {
      const body = 'x'.repeat(30_000_000)
      const answer = await ask('/', {
        method: 'POST',
        headers: { 'next-action': '4'.repeat(42) },
        body,
      }).catch(() => null)
      hold(answer === null || answer.status < 500, String(answer?.status))
      hold((await ask('/')).status === 200, "the site doesn't answer afterwards")
      return String(answer?.status ?? 'hung up')
    },
  },
  {
    name: 'actions called with hundreds of thousands of references',
    run: async ({ ask }) => {
      const references = JSON.stringify(Array.from({ length: 400_000 }, (_, number) => `$r${number + 1}`))
      const parts = new FormData()
      parts.set('0', references)
      const bodies = [parts, references, references.slice(0, 200_000).replace(/,[^,]*$/, ']')]
      const statuses: (number | string)[] = []
      for (const body of bodies) {
        const headers = { 'next-action': '4'.repeat(42) }
        const start = performance.now()
        const asked = ask('/', { method: 'POST', headers, body }).catch(() => null)
        hold((await ask('/')).status === 200, "the site doesn't answer during the attack")
        hold(performance.now() - start < 1_000, 'others have to wait')
        const answer = await asked
        hold(answer === null || [400, 413, 415].includes(answer.status), String(answer?.status))
        statuses.push(answer?.status ?? 'hung up')
      }
      return statuses.join(', ')
    },
  },
  {
    name: '30 MB bodies at routes that read a body',
    run: async ({ ask }) => {
      const statuses: (number | string)[] = []
      for (const path of [
        '/api/mail/x',
        '/api/mail-events',
        '/api/jobs',
        '/api/changes',
        '/api/similar',
        '/api/pictures',
        '/sign-out',
      ])
        for (const type of ['application/json', 'Multipart/Form-Data; boundary=x']) {
          const sent = { method: 'POST', headers: { 'content-type': type }, body: 'x'.repeat(30_000_000) }
          const answer = await ask(path, sent).catch(() => null)
          hold(answer === null || (answer.status >= 400 && answer.status < 500), `${path} ${answer?.status}`)
          statuses.push(answer?.status ?? 'hung up')
        }
      hold((await ask('/')).status === 200, "the site doesn't answer afterwards")
      return statuses.join(', ')
    },
  },
  {
    name: 'making the server resize pictures',
    run: async ({ ask, supabase }) => {
      const sources = [
        '/apple-icon',
        `${supabase.url}/storage/v1/object/public/images/a.png`,
        'http://127.0.0.1:1/a.png',
        'http://169.254.169.254/',
        '//evil.test/a.png',
        '/../../etc/passwd',
      ]
      for (const source of sources) {
        const path = `/_next/image?url=${encodeURIComponent(source)}&w=3840&q=75`
        const { status } = await ask(path)
        hold(status === 404, `${source} ${status}`)
      }
      return 'not found'
    },
  },
  {
    name: 'missing pages, without JavaScript',
    run: async ({ ask }) => {
      for (const path of ['/no-such-category', '/new-features/no-such-post']) {
        const { status, text } = await ask(path)
        hold(status === 404, `${path} ${status}`)
        hold(/<title>Page not found/.test(text), `${path} has another title`)
        hold(text.replaceAll('<!-- -->', '').includes(`Page Not Found: ${path}`), `${path} has no text`)
      }
      return '404 with its page'
    },
  },
]
