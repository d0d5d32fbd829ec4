import { callAction } from '../../../tests/support/action.ts'
import { type Attack, hold } from '../case.ts'
import { createPost, type Member, type Target } from '../target.ts'

/** Texts that are expensive to parse, repeated up to a length. */
const bombs = [
  '>',
  '> ',
  '*',
  '* ',
  '1. ',
  '![',
  '[',
  '[](',
  '`',
  '~~',
  '|',
  '<',
  '&#',
  '_a__',
  '> 1. ',
  'http://a.b/',
  '\\',
  '# ',
  '- [ ] ',
]
const fill = (part: string, length: number) => part.repeat(Math.ceil(length / part.length)).slice(0, length)
/** How long an answer may take, in milliseconds. bench/load measures the processor time. */
const patience = 2_000

/** The pages and feeds that show a post. */
async function askForPost({ ask }: Target, post: Target['post'], what: string): Promise<void> {
  const category = post.path.split('/')[1]
  for (const path of [
    post.path,
    `${post.path}/feed.xml`,
    '/feed.xml',
    `/${category}/feed.xml`,
    `/api/comments?post=${post.id}&after=`,
  ]) {
    const { status, time } = await ask(path)
    hold(status < 500, `${path} answers ${status} because of ${what}`)
    hold(time < patience, `${path} takes ${Math.round(time)} ms because of ${what}`)
  }
}

/** Deletes the post, so that a failure here doesn't fail the attacks that follow. */
function remove({ call }: Target, as: Member, { id }: Target['post']): Promise<unknown> {
  return call('/rest/v1/rpc/delete_post', { as, json: { post_id: id } })
}

export const textAttacks: Attack[] = [
  {
    name: 'details that are expensive to parse',
    run: async (target) => {
      const { call } = target
      const as = await target.createMember()
      let saved = 0
      for (const part of bombs) {
        const post = await createPost(call, as, `Bomb of ${part.trim()} signs`).catch(() => null)
        if (!post) break
        try {
          const changed = await call(`/rest/v1/posts?id=eq.${post.id}`, {
            as,
            method: 'PATCH',
            json: { details: fill(part, 10_000) },
          })
          if (changed.status < 300) saved++
          await askForPost(target, post, JSON.stringify(part))
        } finally {
          await remove(target, as, post)
        }
      }
      return `${saved} saved, all shown`
    },
  },
  {
    name: 'comments that are expensive to parse',
    run: async (target) => {
      const { call } = target
      const as = await target.createMember()
      const post = await createPost(call, as, 'Bombs below')
      let saved = 0
      try {
        for (const part of bombs) {
          const body = fill(part, 2_500)
          const made = await call('/rest/v1/comments', { as, json: { post_id: post.id, body } })
          if (made.status < 300) saved++
          await askForPost(target, post, JSON.stringify(part))
        }
      } finally {
        await remove(target, as, post)
      }
      return `${saved} saved, all shown`
    },
  },
  {
    name: 'wasting processor time with previews',
    run: async (target) => {
      const answer = await callAction(target, '/new-features', 'previewMarkdown', ['!['.repeat(5_000)])
      hold(answer.time < 500, `${Math.round(answer.time)} ms for a visitor`)
      return `${answer.status}, ${Math.round(answer.time)} ms`
    },
  },
  {
    name: 'links and pictures that leave the site',
    run: async (target) => {
      const { call, ask } = target
      const as = await target.createMember()
      const { id, path } = await createPost(call, as, 'Links')
      const details = [
        '[one](javascript:alert(1))',
        '[two](https://site.invalid//evil.test)',
        '[three](JaVaScRiPt&colon;alert(1))',
        '[four](data:text/html,x)',
        '[five](//evil.test)',
        '[six](/\\evil.test)',
        '![seven](/../../etc/passwd)',
        '<img src=x onerror=alert(1)>',
        '<script>alert(1)</script>',
      ].join('\n\n')
      await call(`/rest/v1/posts?id=eq.${id}`, { as, method: 'PATCH', json: { details } })
      const html = /<main[\s\S]*<\/main>/.exec((await ask(path)).text)?.[0] ?? ''
      hold(!/href="\s*(javascript|data|vbscript):/i.test(html), 'a link runs a script')
      hold(!/href="([/\\]{2}|\/\\)/.test(html), 'a link of the site leads to another one')
      hold(!/src="[^"]*\.\./.test(html), 'a picture climbs out of its folder')
      hold(!/<img[^>]+onerror=|<script>alert/i.test(html), 'markup got through')
      return 'text'
    },
  },
  {
    name: 'impersonating names and stacked letters',
    run: async ({ attacker, call }) => {
      const taken: string[] = []
      for (const name of [
        'Signpost',
        'Deleted user',
        'S\u0456gnpost',
        'Sign\u{e0100}post',
        '\u13daignpo\ua4e2t',
        'Demo admin',
        'Mallory (team)',
        '\u27e8T\u0435\u0430m\u27e9',
        'Mallory, \u041f\u043e\u0434\u0434\u0435\u0440\u0436\u043a\u0430',
        'Somebody by e-mail',
        'Supp0rt',
        '\u516c\u5f0fMallory',
        'a' + '\u0301'.repeat(60),
        '\u0e01' + '\u0e49'.repeat(16),
        '\u{e0100}\u{e0101}',
        '\u202Eadmin',
        '\u200B\u200B\u200B',
        'x\u0000y',
      ]) {
        const answer = await call(`/rest/v1/profiles?id=eq.${attacker.id}`, {
          as: attacker,
          method: 'PATCH',
          json: { name },
        })
        const kept = (await call(`/rest/v1/profiles?id=eq.${attacker.id}&select=name`)).text
        if (answer.status < 300 && kept.includes(JSON.stringify(name).slice(1, -1)))
          taken.push(JSON.stringify(name).slice(0, 20))
      }
      await call(`/rest/v1/profiles?id=eq.${attacker.id}`, {
        as: attacker,
        method: 'PATCH',
        json: { name: 'Mallory Tester' },
      })
      hold(taken.length === 0, `taken: ${taken.join(', ')}`)
      return 'refused or cleaned'
    },
  },
]
