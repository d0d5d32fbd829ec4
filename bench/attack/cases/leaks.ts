import { type Attack, hold } from '../case.ts'
import type { Answer } from '../../../tests/support/action.ts'
import { createPost } from '../target.ts'

const rows = ({ text }: Answer) => JSON.parse(text) as Record<string, unknown>[]

export const leakAttacks: Attack[] = [
  {
    name: 'email addresses in any page, feed, picture list or JSON',
    run: async ({ ask, call, post, victim, attacker }) => {
      const category = post.path.split('/')[1]
      const site = [
        '/',
        '/?view=table&sort=newest',
        `/${category}?sort=newest`,
        post.path,
        `${post.path}/feed.xml`,
        '/feed.xml',
        `/${category}/feed.xml`,
        '/sitemap.xml',
        '/search?q=somebody',
        '/api/search?q=somebody&after=',
        '/api/similar?title=A+post+of+somebody+else',
        `/api/comments?post=${post.id}&after=`,
        '/api/posts?order=newest&after=',
        '/api/viewer',
        '/api/health/ready',
        '/settings',
        '/dashboard',
        '/settings/export',
        '/manifest.webmanifest',
        '/robots.txt',
      ]
      const rest = [
        '/rest/v1/profiles?select=*',
        '/rest/v1/posts?select=id,author_id,profiles!posts_author_id_fkey(id,name)',
        '/rest/v1/comments?select=id,author_id&limit=50',
        '/rest/v1/post_events?select=*',
        '/rest/v1/votes?select=*',
        '/rest/v1/',
      ]
      const answers = [
        ...(await Promise.all(site.map(async (path) => ({ path, ...(await ask(path)) })))),
        ...(await Promise.all(rest.map(async (path) => ({ path, ...(await call(path, { as: attacker })) })))),
      ]
      for (const { path, text, status } of answers) {
        hold(status < 500, `${path} ${status}`)
        hold(!text.includes(victim.email), `${path} reveals the victim's address`)
        hold(!/(admin|member)@example\.com/.test(text), `${path} reveals a demo account's address`)
      }
      return `${answers.length} places, none`
    },
  },
  {
    name: "someone else's query string in a page that was rendered again",
    run: async ({ ask, post }) => {
      const secret = `s3cret${Date.now()}`
      const pages = [
        '/auth/confirm',
        '/auth/callback',
        '/notifications/mail',
        '/search',
        '/',
        '/reset-password',
        post.path,
      ]
      const rsc = { rsc: '1' }
      const forms: Record<string, string>[] = [
        {},
        rsc,
        { ...rsc, 'next-router-prefetch': '1' },
        { ...rsc, 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_full' },
      ]
      const query = ['token_hash', 'type', 'code', 'token', 'q'].map((name) => `${name}=${secret}`).join('&')
      const askWithSecret = () => Promise.all(pages.map((path) => ask(`${path}?${query}`)))
      await askWithSecret()
      // After 30 seconds, the next request renders the page again.
      await new Promise((resolve) => setTimeout(resolve, 31_000))
      await askWithSecret()
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      for (const path of pages) {
        for (const headers of forms) {
          const { text, headers: sent } = await ask(path, { headers, redirect: 'follow' })
          const all = text + JSON.stringify([...sent])
          hold(!all.includes(secret), `${path} tells it to whoever sends ${JSON.stringify(headers)}`)
        }
      }
      return `${pages.length} pages in ${forms.length} forms, none`
    },
  },
  {
    name: 'secrets in scripts and pages',
    run: async ({ ask }) => {
      const html = (await ask('/')).text
      const scripts = [...new Set(html.match(/\/_next\/static\/chunks\/[\w./~-]+\.js/g) ?? [])].slice(0, 60)
      for (const path of [
        '/',
        ...scripts,
        '/builds/latest.json',
        '/.env',
        '/.git/config',
        '/supabase/config.toml',
        '/_next/../.env',
        '/package.json',
      ]) {
        const { text } = await ask(path)
        hold(
          !/sb_secret_|service_role|postgres(ql)?:\/\/|BEGIN [A-Z ]*PRIVATE KEY|jwt_secret/.test(text),
          `${path} reveals a secret`,
        )
      }
      return `${scripts.length} scripts, none`
    },
  },
  {
    name: "others' follows, webhooks and emails, through every function and with made-up tokens",
    run: async ({ call, post, victim, attacker }) => {
      await call('/rest/v1/rpc/follow_post', { as: victim, json: { post_id: post.id, wanted: 'all' } })
      const token = `p.${victim.id}.${post.id}.set.${'0'.repeat(40)}`
      const own = { my_notices: {}, my_follows: {}, my_notice_settings: {}, unread_notices: {} }
      const closed = {
        admin_followers: { post_ids: [post.id] },
        admin_mails: {},
        follow_by_mail: { post_id: post.id, address: victim.email },
        silence_address: { address: victim.email, reason: 'bounce' },
        prepare_mail: { job: victim.id },
        admin_webhooks: {},
        admin_deliveries: { webhook_id: 1 },
        admin_add_webhook: { address: 'https://127.0.0.1/', shape: 'json', kinds: ['post.created'] },
        admin_renew_webhook_secret: { webhook_id: 1 },
        admin_replay_delivery: { delivery_id: 1 },
        prepare_delivery: { job: victim.id },
        make_token: { kind: 'p', id: victim.id, post: post.id, right_to: 'set' },
      }
      const empty = {
        mail_settings: { token },
        confirm_follow: { token: token.replace('.set.', '.confirm.') },
        set_mail_settings: { token, pace: 'never' },
        followed_feed: { key: victim.id },
      }
      for (const as of [undefined, attacker]) {
        for (const [name, args] of Object.entries({ ...own, ...closed, ...empty })) {
          const { status, text } = await call(`/rest/v1/rpc/${name}`, { as, json: args })
          if (name in closed) hold(status >= 400, `${name} ${status}`)
          if (name in empty) hold(/^(\[\]|false)$/.test(text), `${name} ${text}`)
          hold(!text.includes(victim.email) && !text.includes('Vera Victim'), `${name} reveals the victim`)
        }
      }
      const settings = await call('/rest/v1/rpc/my_notice_settings', { as: victim, json: {} })
      hold(settings.text.includes('at-once'), `the settings are ${settings.text}`)
      return 'refused or empty'
    },
  },
  {
    name: "whether an address has an account, from the answer's words",
    run: async ({ call, victim }) => {
      const answers = await Promise.all(
        [victim.email, 'nobody@example.com'].map((email) =>
          call('/auth/v1/token?grant_type=password', { json: { email, password: 'wrong password' } }),
        ),
      )
      const [known, unknown] = answers.map(({ status, text }) => `${status} ${text}`)
      hold(known === unknown, `${known} and ${unknown}`)
      return 'the same answer'
    },
  },
  {
    name: 'a deleted post, through every route',
    run: async ({ victim, call, ask }) => {
      const { id, path } = await createPost(call, victim, `Deleted ${victim.id.slice(0, 8)}`)
      hold((await ask(path)).status === 200, 'the page of a new post is not there')
      hold(
        (await call('/rest/v1/rpc/delete_post', { as: victim, json: { post_id: id } })).status < 300,
        'not deleted',
      )
      hold(rows(await call(`/rest/v1/posts?id=eq.${id}&select=id`)).length === 0, 'the row is read')
      const slug = path.split('/').at(-1)!
      for (const place of [
        `/api/search?q=${slug}&after=`,
        `/search?q=${victim.id.slice(0, 8)}`,
        `/api/similar?title=Deleted+${victim.id.slice(0, 8)}`,
      ]) {
        hold(!(await ask(place)).text.includes(slug), `${place} shows it`)
      }
      return 'hidden'
    },
  },
]
