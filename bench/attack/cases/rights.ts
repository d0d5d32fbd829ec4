import { type Attack, hold } from '../case.ts'
import type { Answer } from '../../../tests/support/action.ts'
import { createPost } from '../target.ts'

const isRefused = ({ status }: Answer) => status >= 400 && status < 500
const rows = ({ text }: Answer) => JSON.parse(text) as Record<string, unknown>[]

export const rightAttacks: Attack[] = [
  {
    name: "other people's rows, as a visitor and as a member",
    run: async ({ attacker, victim, post, call }) => {
      const comment = await call('/rest/v1/comments?select=id', {
        as: victim,
        json: { post_id: post.id, body: 'Mine' },
        headers: { prefer: 'return=representation' },
      })
      const [{ id: commentId }] = rows(comment) as [{ id: number }]
      const targets = [
        { path: `/rest/v1/posts?id=eq.${post.id}`, change: { title: 'Taken over' } },
        { path: `/rest/v1/comments?id=eq.${commentId}`, change: { body: 'Taken over' } },
        { path: `/rest/v1/profiles?id=eq.${victim.id}`, change: { name: 'Taken over' } },
      ]
      for (const as of [undefined, attacker]) {
        for (const { path, change } of targets) {
          await call(path, { as, method: 'PATCH', json: change })
          await call(path, { as, method: 'DELETE' })
        }
        for (const [name, args] of Object.entries({
          edit_post: { post_id: post.id, title: 'Taken over', details: '' },
          delete_post: { post_id: post.id },
          delete_posts: { post_ids: [post.id] },
          delete_comment: { comment_id: commentId },
          admin_set_state: { post_ids: [post.id], new_state: 'completed', seen: null },
        })) {
          await call(`/rest/v1/rpc/${name}`, { as, json: args })
        }
      }
      const [kept] = rows(await call(`/rest/v1/posts?id=eq.${post.id}&select=title,state`))
      hold(
        kept?.title === 'A post of somebody else' && kept.state === 'proposed',
        `the post is ${JSON.stringify(kept)}`,
      )
      const [said] = rows(await call('/rest/v1/rpc/list_comments', { json: { of_post: post.id } }))
      hold(said?.body === 'Mine', `the comment is ${JSON.stringify(said)}`)
      const [person] = rows(await call(`/rest/v1/profiles?id=eq.${victim.id}&select=name`))
      hold(person?.name === 'Vera Victim', `the name is ${JSON.stringify(person)}`)
      return 'unchanged'
    },
  },
  {
    name: 'author, state, counts and dates sent along',
    run: async ({ attacker, victim, call }) => {
      const [category] = rows(await call('/rest/v1/categories?select=id&limit=1'))
      const extras = {
        author_id: victim.id,
        state: 'completed',
        votes_total: 1000,
        comments_total: 1000,
        created_at: '2001-01-01',
        slug: 'chosen',
        deleted_at: '2001-01-01',
      }
      for (const [name, value] of Object.entries(extras)) {
        const answer = await call('/rest/v1/posts', {
          as: attacker,
          json: { category_id: category!.id, title: `Sent along ${name}`, details: '', [name]: value },
        })
        hold(isRefused(answer), `${name} was taken (${answer.status})`)
      }
      return 'refused'
    },
  },
  {
    name: 'becoming an admin through metadata, a row or a call',
    run: async ({ attacker, call }) => {
      const metadata = { role: 'admin', is_admin: true, is_team: true, roles: ['admin'] }
      await call('/auth/v1/user', { as: attacker, method: 'PUT', json: { data: metadata } })
      await call('/auth/v1/user', {
        as: attacker,
        method: 'PUT',
        json: { app_metadata: metadata, role: 'service_role' },
      })
      const row = await call('/rest/v1/roles', {
        as: attacker,
        json: { user_id: attacker.id, role: 'admin' },
      })
      hold(isRefused(row), `the row was taken (${row.status})`)
      const badge = await call(`/rest/v1/profiles?id=eq.${attacker.id}`, {
        as: attacker,
        method: 'PATCH',
        json: { is_team: true },
      })
      hold(isRefused(badge), `the badge was taken (${badge.status})`)
      const viewer = await call('/rest/v1/rpc/get_viewer', { as: attacker, json: {} })
      hold(!/admin/.test(viewer.text.replace(attacker.email, '')), viewer.text)
      const total = await call('/rest/v1/rpc/admin_posts_total', { as: attacker, json: {} })
      hold(isRefused(total), 'admin_posts_total answers')
      return 'still a member'
    },
  },
  {
    name: 'merging posts, undoing merges and deciding duplicates',
    run: async ({ attacker, victim, post, call }) => {
      const other = await createPost(call, victim, `Not merged ${victim.id.slice(0, 8)}`)
      const calls: Record<string, object> = {
        merge_posts: { post_ids: [post.id], into_id: other.id },
        merge_preview: { post_ids: [post.id], into_id: other.id },
        unmerge_posts: { post_ids: [post.id] },
        suggest_merges: {},
        set_different: { post_id: post.id, other_id: other.id, wanted: true },
      }
      for (const as of [undefined, attacker, victim]) {
        for (const [name, json] of Object.entries(calls)) {
          hold(isRefused(await call(`/rest/v1/rpc/${name}`, { as, json })), `${name} answers`)
        }
      }
      const forged = { post_id: post.id, into_id: other.id, stays_id: other.id, title: 'Forged' }
      hold(isRefused(await call('/rest/v1/post_merges', { as: attacker, json: forged })), 'a row was taken')
      const moved = { as: attacker, method: 'PATCH', json: { merge_id: 1 } }
      hold(isRefused(await call('/rest/v1/comments?id=gt.0', moved)), 'a comment was moved')
      return 'refused'
    },
  },
  {
    name: 'settings of the site, its categories and its numbers',
    run: async ({ attacker, victim, call }) => {
      const calls: Record<string, object> = {
        admin_save_site: { settings: { name: 'Taken over', marketing_url: 'https://example.com' } },
        admin_set_logo: { path: null, width: null, height: null },
        admin_save_category: {
          category_id: null,
          new_slug: 'taken-over',
          new_name: 'Taken over',
          new_description: '',
          new_prompt: '',
          new_details_prompt: '',
        },
        admin_archive_category: { category_id: 1, wanted: true },
        admin_order_categories: { category_ids: [] },
        admin_insights: {},
        admin_refresh_insights: {},
      }
      for (const as of [undefined, attacker, victim]) {
        for (const [name, json] of Object.entries(calls)) {
          hold(isRefused(await call(`/rest/v1/rpc/${name}`, { as, json })), `${name} answers`)
        }
        for (const table of ['site_settings', 'state_texts', 'category_addresses']) {
          const taken = { as, method: 'PATCH', json: { name: 'Taken over' } }
          hold(isRefused(await call(`/rest/v1/${table}?name=is.null`, taken)), `${table} was changed`)
        }
      }
      return 'refused'
    },
  },
  {
    name: 'private columns and schemas',
    run: async ({ attacker, call }) => {
      for (const as of [undefined, attacker]) {
        for (const path of [
          '/rest/v1/profiles?select=email',
          '/rest/v1/profiles?select=*,users(*)',
          '/rest/v1/users?select=email',
          '/rest/v1/sessions?select=*',
          '/rest/v1/attempts?select=*',
          '/rest/v1/posts?select=sent_key',
          '/rest/v1/rpc/is_admin',
        ]) {
          hold(isRefused(await call(path, { as })), `${path} answers`)
        }
        for (const schema of ['auth', 'private', 'storage', 'pg_catalog', 'information_schema']) {
          const answer = await call('/rest/v1/users?select=*', { as, headers: { 'accept-profile': schema } })
          hold(isRefused(answer), `the schema ${schema} answers`)
        }
      }
      const votes = rows(
        await call('/rest/v1/votes?select=*', { as: attacker }).catch(() => ({ text: '[]' }) as Answer),
      )
      hold(
        !Array.isArray(votes) || votes.every(({ user_id }) => user_id === attacker.id),
        "others' votes are readable",
      )
      return 'refused'
    },
  },
  {
    name: 'nested selects and everything at once',
    run: async ({ attacker, call }) => {
      const nest = (depth: number): string => (depth === 0 ? 'id' : `*,posts(*,comments(${nest(depth - 1)}))`)
      const back = 'id,comments(id,posts(id,comments(id,posts(id,comments(id)))))'
      const times: number[] = []
      for (const as of [undefined, attacker]) {
        for (const path of [
          `/rest/v1/posts?select=${back}`,
          '/rest/v1/posts?select=id,few:comments_post_id_fkey(id)',
          '/rest/v1/posts?select=id,...comments(id)',
          '/rest/v1/posts?select=id,profiles!comments(id)',
          '/rest/v1/posts?select=id,comments!inner(count)',
          '/rest/v1/posts?select=id,details',
          '/rest/v1/comments?select=id,body',
          `/rest/v1/comments?select=${nest(3)}`,
          '/rest/v1/posts?select=*,comments(*,profiles!comments_author_id_fkey(*,posts(*,comments(*))))',
          '/rest/v1/posts?select=id&details=like.*a*b*c*d*e*f*',
        ]) {
          hold(isRefused(await call(path, { as })), `${path} is answered`)
        }
        for (const path of [
          '/rest/v1/comments?select=id,posts(id,title,categories(*))&limit=100000',
          '/rest/v1/posts?select=id,title,slug,categories(*)&limit=100000',
          '/rest/v1/posts?select=id&title=like.*a*b*c*d*e*f*',
        ]) {
          const answer = await call(path, { as })
          times.push(answer.time)
          hold(answer.time < 9_000, `${Math.round(answer.time)} ms for ${path}`)
          hold(answer.text.length < 1_000_000, `${answer.text.length} characters for ${path}`)
        }
      }
      return `at most ${Math.round(Math.max(...times))} ms`
    },
  },
  {
    name: 'a hundred votes at once, and votes for others',
    run: async ({ attacker, victim, post, call }) => {
      const wish = { post_id: post.id, wanted: true }
      await Promise.all(
        Array.from({ length: 100 }, () => call('/rest/v1/rpc/set_vote', { as: attacker, json: wish })),
      )
      await call('/rest/v1/votes', { as: attacker, json: { post_id: post.id, user_id: victim.id } })
      const [counted] = rows(await call(`/rest/v1/posts?id=eq.${post.id}&select=votes_total`))
      const total = Number(counted!.votes_total)
      hold(total === 1 || total === 2, `${total} votes`)
      return `${total} counted, the attacker's once`
    },
  },
]
