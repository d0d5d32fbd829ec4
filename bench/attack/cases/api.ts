import { randomBytes } from 'node:crypto'
import type { Answer } from '../../../tests/support/action.ts'
import { type Attack, hold } from '../case.ts'

const isRefused = ({ status }: Answer) => status >= 400 && status < 500
const guess = () => `sp_${randomBytes(24).toString('hex').slice(0, 43)}000000`
const hostileKeys = [guess(), 'sp_', "sp_' or true --", 'null', 'service_role', `sp_${'x'.repeat(5_000)}`]

type Contract = { paths: Record<string, Record<string, { security: object[] }>> }

export const apiAttacks: Attack[] = [
  {
    name: 'made-up API keys, at the site and at the database',
    run: async ({ ask, call, post }) => {
      for (const key of hostileKeys) {
        const answer = await ask('/api/v1/me', { headers: { authorization: `Bearer ${key}` } })
        hold(answer.status === 401, `the site took ${key.slice(0, 20)} (${answer.status})`)
        hold(key.length < 6 || !answer.text.includes(key), 'the answer repeats the key')
        for (const path of ['/rest/v1/rpc/get_viewer', `/rest/v1/posts?id=eq.${post.id}&select=id`]) {
          const straight = await call(path, { headers: { 'x-signpost-key': key } })
          hold(isRefused(straight), `the database took ${key.slice(0, 20)} (${straight.status})`)
        }
        const begun = await call('/rest/v1/rpc/begin_api_request', { json: { token: key } })
        hold(isRefused(begun), `a request began with ${key.slice(0, 20)}`)
      }
      return 'refused'
    },
  },
  {
    name: 'API keys for someone outside the team',
    run: async ({ call, attacker }) => {
      for (const as of [undefined, attacker]) {
        for (const [name, json] of Object.entries({
          make_api_key: { name: 'mine', scopes: ['admin'] },
          list_api_keys: {},
          end_api_key: { key_id: 1 },
          count_api_network: { address: '10.0.0.1' },
        })) {
          const answer = await call(`/rest/v1/rpc/${name}`, { as, json })
          hold(isRefused(answer), `${name} answered ${answer.status}`)
        }
        const rows = await call('/rest/v1/api_keys', { as, headers: { 'accept-profile': 'private' } })
        hold(isRefused(rows), `the table of keys answered ${rows.status}`)
      }
      return 'refused'
    },
  },
  {
    name: 'every endpoint of the API without a key, and with a session',
    run: async ({ ask, attacker }) => {
      const { paths } = JSON.parse((await ask('/api/v1/openapi.json')).text) as Contract
      let closed = 0
      for (const [path, operations] of Object.entries(paths)) {
        for (const [method, { security }] of Object.entries(operations)) {
          if (security.some((way) => Object.keys(way).length === 0)) continue
          const place = `/api/v1${path.replace('{id}', '1').replace('{person_id}', attacker.id)}`
          for (const token of [undefined, attacker.token]) {
            const { status } = await ask(place, {
              method: method.toUpperCase(),
              headers: {
                'content-type': 'application/json',
                ...(token && { authorization: `Bearer ${token}` }),
              },
              ...(method !== 'get' && { body: '{}' }),
            })
            hold(status === 401, `${method} ${path} answered ${status}`)
          }
          closed++
        }
      }
      hold(closed > 20, `only ${closed} endpoints need a key`)
      return `${closed} endpoints refused`
    },
  },
  {
    name: 'writes to the API from pages of other sites',
    run: async ({ ask }) => {
      for (const path of ['/api/v1/posts', '/api/mcp']) {
        const { status, headers } = await ask(path, {
          method: 'POST',
          headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
          body: '{}',
        })
        hold(status === 403 || status === 401, `${path} answered ${status}`)
        hold(headers.get('access-control-allow-credentials') === null, 'credentials are allowed')
      }
      return 'refused'
    },
  },
  {
    name: 'malformed bodies, cursors and ids for the API',
    run: async ({ ask }) => {
      const deep = '['.repeat(50_000) + ']'.repeat(50_000)
      const bodies = ['{', deep, '"text"', 'null', '{"__proto__": {"isAdmin": true}}', 'x'.repeat(300_000)]
      for (const body of bodies) {
        for (const path of ['/api/v1/posts', '/api/mcp']) {
          const headers = { 'content-type': 'application/json', authorization: `Bearer ${guess()}` }
          const { status } = await ask(path, { method: 'POST', headers, body })
          hold(status >= 400 && status < 500, `${path} answered ${status} to ${body.slice(0, 20)}`)
        }
      }
      for (const path of [
        '/posts/0',
        '/posts/1e999',
        '/posts/99999999999999999999',
        '/posts/1%00',
        "/posts/1'",
        '/posts?limit=1000000',
        '/posts?after=%00',
        '/posts?order=constructor',
        '/search?q=%F0%9F%92%A9%00',
        '/similar?title=%00',
        '/comments/1/replies?after=[]',
        '/../../viewer',
      ]) {
        const { status } = await ask(`/api/v1${path}`)
        hold(status < 500, `${path} answered ${status}`)
      }
      return 'refused'
    },
  },
  {
    name: 'changelog drafts, through the API and at the database',
    run: async ({ ask, call, attacker }) => {
      const ids = Array.from({ length: 50 }, (_, index) => index + 1)
      const shown = JSON.parse((await ask('/api/v1/changelog?limit=50')).text) as { items: { id: number }[] }
      const published = new Set(shown.items.map(({ id }) => id))
      for (const as of [undefined, attacker]) {
        const { text } = await call('/rest/v1/rpc/api_entries', { as, json: { entry_ids: ids } })
        const told = JSON.parse(text) as { id: number }[]
        hold(
          told.every(({ id }) => published.has(id)),
          'an entry is told that is not published',
        )
        for (const [name, json] of Object.entries({
          admin_entries: {},
          admin_entry: { entry_id: 1 },
          admin_save_entry: { entry_id: null, new_title: 'Mine', new_body: '' },
          admin_publish_entry: { entry_id: 1 },
          admin_take_back_entry: { entry_id: 1 },
          admin_delete_entry: { entry_id: 1 },
        })) {
          const { status } = await call(`/rest/v1/rpc/${name}`, { as, json })
          hold(status === 401 || status === 403, `${name} answered ${status}`)
        }
        const rows = await call('/rest/v1/changelog_entries?state=neq.published&select=id', { as })
        hold(rows.text === '[]', 'the table shows drafts')
      }
      return 'refused'
    },
  },
  {
    name: 'many calls in one MCP message',
    run: async ({ ask }) => {
      const one = (id: number) => ({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'list_posts', arguments: {} },
      })
      const { status, text } = await ask('/api/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify(Array.from({ length: 500 }, (_, id) => one(id))),
      })
      hold(status >= 400 && status < 500 && !text.includes('"result"'), `answered ${status}`)
      return 'refused'
    },
  },
  {
    name: 'MCP without a key',
    run: async ({ ask }) => {
      for (const [name, input] of Object.entries({ list_inbox: {}, add_note: { post: 1, body: 'x' } })) {
        const { text } = await ask('/api/mcp', {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
          body: JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name, arguments: input },
          }),
        })
        hold(/isError":true/.test(text), `${name} answered ${text.slice(0, 100)}`)
      }
      return 'refused'
    },
  },
]
