import { type Attack, hold } from '../case.ts'

export const leakAttacks: Attack[] = [
  {
    name: 'addresses of people in any page, feed, picture list or JSON',
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
        '/rest/v1/posts?select=*,profiles!posts_author_id_fkey(*)',
        '/rest/v1/comments?select=*&limit=50',
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
        hold(!text.includes(victim.email), `${path} tells the victim's address`)
        hold(!/(admin|member)@example\.com/.test(text), `${path} tells the address of a demo account`)
      }
      return `${answers.length} places, none`
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
          `${path} tells a secret`,
        )
      }
      return `${scripts.length} scripts, none`
    },
  },
  {
    name: 'whether an address has an account, by words',
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
]
