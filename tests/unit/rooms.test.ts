import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, parse } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { componentRooms, rooms, top } from '../../oxlint.config'
import { circlesIn, readImports } from '../support/import-graph'

const root = join(import.meta.dirname, '../..')
const imports = (module: string) => `import { thing } from '${module}'\nexport const other = thing\n`

// Every arrow between the rooms, each with a file that breaks it: where it stands, what it says.
const breaches: [why: string, file: string, text: string][] = [
  ['lib from components', 'lib/text/a.ts', imports('@/components/ui/icon')],
  ['lib from components, relatively', 'lib/text/b.ts', imports('../../components/ui/icon')],
  ['lib from app', 'lib/queries/a.ts', imports('../../app/fonts')],
  ['lib from the local backend', 'lib/queries/b.ts', imports('../../supabase/local/backend')],
  ['the top of lib from a room', 'lib/a.ts', imports('./session/viewer')],
  ['supabase from session', 'lib/supabase/a.ts', imports('../session/cookie')],
  ['text from post', 'lib/text/c.ts', imports('@/lib/post/states')],
  ['post from schemas', 'lib/post/a.ts', imports('../schemas/post')],
  ['session from queries', 'lib/session/a.ts', imports('../queries/posts')],
  [
    'session from queries, later',
    'lib/session/b.ts',
    `export const later = () => import('../queries/posts')\n`,
  ],
  ['queries from publish', 'lib/queries/c.ts', imports('../publish/xml')],
  ['queries from actions', 'lib/queries/d.ts', imports('@/lib/actions/posts')],
  ['publish from actions', 'lib/publish/a.ts', imports('../actions/posts')],
  ['publish passed on from actions', 'lib/publish/b.ts', `export { thing } from '../actions/posts'\n`],
  ['schemas from the environment', 'lib/schemas/a.ts', imports('@/lib/env')],
  ['schemas from the database', 'lib/schemas/b.ts', imports('../supabase/database.types')],
  ['schemas from react', 'lib/schemas/c.ts', imports('react')],
  ['schemas from next', 'lib/schemas/d.ts', imports('next/headers')],
  ['queries from the jobs', 'lib/queries/h.ts', imports('../jobs/work')],
  ['actions from the mails', 'lib/actions/b.ts', imports('../mail/write-mail')],
  ['app from the jobs', 'app/search/g.tsx', imports('@/lib/jobs/work')],
  ['components from the mails', 'components/post/g.tsx', imports('@/lib/mail/write-mail')],
  ['mails from the jobs', 'lib/mail/a.ts', imports('../jobs/work')],
  ['mails from the database', 'lib/mail/b.ts', imports('postgres')],
  ['publish from the database', 'lib/publish/e.ts', imports('postgres')],
  ['publish from the job engine', 'lib/publish/f.ts', imports('pg-boss')],
  ['webhooks from the jobs', 'lib/webhook/a.ts', imports('../jobs/work')],
  ['webhooks from the database', 'lib/webhook/b.ts', imports('postgres')],
  ['actions from the webhooks', 'lib/actions/c.ts', imports('../webhook/send-body')],
  ['jobs from addresses of the network', 'lib/jobs/c.ts', imports('ipaddr.js')],
  ['jobs from a mail server', 'lib/jobs/a.ts', imports('nodemailer')],
  ['jobs from queries', 'lib/jobs/b.ts', imports('../queries/posts')],
  ['queries from the secret key', 'lib/queries/f.ts', imports('../supabase/secret')],
  ['publish from the secret key, by alias', 'lib/publish/c.ts', imports('@/lib/supabase/secret')],
  ['app from the secret key', 'app/search/f.tsx', imports('@/lib/supabase/secret')],
  ['actions from the browser', 'lib/actions/a.ts', imports('../browser/call-action')],
  ['queries from the browser', 'lib/queries/e.ts', imports('@/lib/session/browser/store')],
  ['session from its browser half', 'lib/session/c.ts', imports('./browser/store')],
  ['the browser from the environment', 'lib/browser/a.ts', imports('../env')],
  ['the browser from queries', 'lib/browser/b.ts', imports('../queries/posts')],
  ['the browser from cookies of a request', 'lib/browser/c.ts', imports('next/headers')],
  ['the session in the browser from the viewer', 'lib/session/browser/a.ts', imports('../viewer')],
  ['the session in the browser from a client', 'lib/session/browser/b.ts', imports('../../supabase/server')],
  ['the session in the browser from queries', 'lib/session/browser/c.ts', imports('@/lib/queries/posts')],
  ['components from app', 'components/post/a.tsx', imports('@/app/fonts')],
  ['components from a client', 'components/post/b.tsx', imports('../../lib/supabase/public')],
  ['components from a client, by alias', 'components/post/c.tsx', imports('@/lib/supabase/server')],
  ['components from Supabase', 'components/post/d.tsx', imports('@supabase/supabase-js')],
  ['components from tests', 'components/post/e.tsx', imports('../../tests/support/board')],
  ['app from an action', 'app/search/a.tsx', imports('../../lib/actions/posts')],
  ['app from an action, by alias', 'app/search/b.tsx', imports('@/lib/actions/posts')],
  ['app from a client', 'app/search/c.tsx', imports('../../lib/supabase/public')],
  ['app from zod', 'app/search/d.tsx', imports('zod')],
  ['the environment in app', 'app/search/e.tsx', 'export const name = process.env.SITE_NAME\n'],
  ['the environment in components', 'components/ui/a.tsx', 'export const name = process.env.SITE_NAME\n'],
  ['the environment in lib', 'lib/post/b.ts', 'export const name = process.env.SITE_NAME\n'],
  ['a circle', 'components/ui/b.tsx', imports('./b-twin')],
  [
    'the session in the browser from the viewer, by alias',
    'lib/session/browser/d.ts',
    imports('@/lib/session/viewer'),
  ],
  ['the browser from the environment, with its ending', 'lib/browser/d.ts', imports('@/lib/env.ts')],
  ['the server from a decoder', 'lib/publish/h.ts', imports('sharp')],
  ['the browser from sharp', 'lib/browser/e.ts', imports('sharp')],
  ['the browser from files', 'lib/browser/f.ts', imports('node:fs/promises')],
  ['the browser from files, by their short name', 'lib/browser/g.ts', imports('fs')],
  ['the browser client from a client of the server', 'lib/supabase/browser.ts', imports('./server')],
  ['queries from the secret key, with its ending', 'lib/queries/g.ts', imports('../supabase/secret.ts')],
  ['publish from the secret key, with its ending', 'lib/publish/d.ts', imports('@/lib/supabase/secret.ts')],
  ['components from the secret key', 'components/post/f.tsx', imports('@/lib/supabase/secret.ts')],
  [
    'the environment, taken out',
    'lib/post/c.ts',
    'const { env } = process\nexport const name = env.SITE_NAME\n',
  ],
  [
    'the environment of the global',
    'lib/post/d.ts',
    'export const name = globalThis.process.env.SITE_NAME\n',
  ],
  ['the environment of the module', 'lib/post/e.ts', imports('node:process')],
  [
    'the environment of the module, whole',
    'lib/post/f.ts',
    `import process from 'process'\nexport const name = process.env.SITE_NAME\n`,
  ],
  ['a new room from actions', 'lib/newroom/a.ts', imports('../actions/votes')],
  ['a new room from components', 'lib/newroom/b.ts', imports('@/components/ui/icon')],
  ['a room from a new one', 'lib/text/d.ts', imports('../newroom/fine')],
  ['lib from the middleware', 'lib/queries/h.ts', imports('@/middleware')],
  ['components from the instrumentation', 'components/post/g.tsx', imports('@/instrumentation')],
  ['lib from the configuration', 'lib/publish/e.ts', imports('../../next.config.mjs')],
  ['text from queries by their folder', 'lib/text/e.ts', imports('../queries')],
  ['text from queries by their folder, by alias', 'lib/text/f.ts', imports('@/lib/queries')],
  [
    'text from a type of session',
    'lib/text/g.ts',
    `export type Viewer = import('../session/viewer').Viewer\n`,
  ],
  ['queries from actions, in a roundabout way', 'lib/queries/i.ts', imports('./../actions/posts')],
  [
    'schemas from components, by way of text',
    'lib/schemas/e.ts',
    imports('../text/../../components/ui/icon'),
  ],
  [
    'text from queries, required',
    'lib/text/h.ts',
    `export const later = () => require('../queries/posts')\n`,
  ],
  [
    'text from queries, by a template',
    'lib/text/i.ts',
    'export const later = () => import(`../queries/posts`)\n',
  ],
  ['text from queries, all of it', 'lib/text/j.ts', `export * from '../queries/posts'\n`],
  ['text from queries, for its effect', 'lib/text/k.ts', `import '../queries/posts'\n`],
  [
    'text from queries, the old way',
    'lib/text/l.ts',
    `import posts = require('../queries/posts')\nexport const all = posts\n`,
  ],
  ['text from the type of queries', 'lib/text/m.ts', `export type All = typeof import('../queries/posts')\n`],
  ['the middleware from the secret key', 'middleware.ts', imports('./lib/supabase/secret')],
  [
    'the environment of the other global',
    'lib/post/g.ts',
    'export const name = global.process.env.SITE_NAME\n',
  ],
  ['the environment by brackets', 'lib/post/h.ts', `export const name = globalThis['process']['env']\n`],
  ['the environment out of the global', 'lib/post/i.ts', 'export const { process } = globalThis\n'],
  [
    'the environment of a required module',
    'lib/post/j.ts',
    `export const { env } = require('node:process')\n`,
  ],
  ['the local backend from app', 'supabase/local/a.ts', imports('../../app/fonts')],
  ['a command from components', 'supabase/commands/a.ts', imports('../../components/ui/icon')],
  ['a command from tests', 'supabase/commands/b.ts', imports('../../tests/support/board')],
  ['app from the database', 'app/search/g.tsx', imports('postgres')],
  ['components from the database', 'components/post/h.tsx', imports('postgres')],
  ['lib from the database', 'lib/queries/j.ts', imports('postgres')],
  ['ui from a noun', 'components/ui/d.tsx', imports('../post/post-card')],
  ['ui from an action', 'components/ui/e.tsx', imports('@/lib/actions/posts')],
  ['ui from the session', 'components/ui/f.tsx', imports('@/lib/session/browser/draft')],
  ['ui from a type of a noun', 'components/ui/g.tsx', `export type { Post } from '@/lib/queries/posts'\n`],
  ['state from a noun', 'components/state/a.tsx', imports('../post/post-card')],
  ['a noun from the team', 'components/post/j.tsx', imports('../team/acts')],
  [
    'a noun from the team, later',
    'components/comment/a.tsx',
    `export const later = () => import('../team/team-panel')\n`,
  ],
  [
    'votes from moderation, by alias',
    'components/vote/a.tsx',
    imports('@/components/moderation/hide-dialog'),
  ],
  ['signing in from the account', 'components/auth/a.tsx', imports('../account/profile-form')],
  ['the account from the team', 'components/account/a.tsx', imports('../team/acts')],
  ['the team from the inbox', 'components/team/a.tsx', imports('../inbox/inbox-acts')],
  ['the inbox from the dashboard', 'components/inbox/a.tsx', imports('../dashboard/state-menu')],
  ['the dashboard from the shell', 'components/dashboard/a.tsx', imports('../shell/logo')],
  [
    'the team from a type of the dashboard',
    'components/team/b.ts',
    `export type { A } from '../dashboard/b'\n`,
  ],
  ['a new room of components from a noun', 'components/newroom/a.tsx', imports('../post/post-card')],
  ['a noun from a new room', 'components/post/k.tsx', imports('../newroom/fine')],
  ['a component without a name of its own', 'components/post/i.tsx', 'export default () => null\n'],
  ['zod beside its door, in an action', 'lib/actions/b.ts', imports('zod')],
  ['zod beside its door, in a schema', 'lib/schemas/f.ts', imports('zod')],
  ['tests from the bench', 'tests/support/a.ts', imports('../../bench/load/wrk.ts')],
]

// What stands beside them and is right.
const allowed: [file: string, text: string][] = [
  ['components/ui/b-twin.tsx', `export const thing = 1\nexport type { other } from './b'\n`],
  ['lib/schemas/zod.ts', imports('zod')],
  ['lib/supabase/secret.ts', imports('./bounded-fetch')],
  ['lib/session/nested/fine.ts', `${imports('../viewer')}export { more } from '../../post/states.ts'\n`],
  ['lib/browser/fine.ts', `export type { ActionResult } from '../schemas/action-result'\n`],
  ['lib/post/fine.ts', `export type { Database } from '../supabase/database.types.ts'\n`],
  ['supabase/commands/fine.ts', `${imports('../local/backend.ts')}export { env } from '../../lib/env.ts'\n`],
  ['components/ui/fine.tsx', imports('@/lib/text/initials')],
  ['instrumentation-client.ts', imports('./components/shell/progress-bar')],
  ['next.config.mjs', imports('./lib/post/states.ts')],
  ['lib/env.ts', 'export const name = process.env.SITE_NAME\n'],
  [
    'lib/schemas/fine.ts',
    `import { z } from './zod'\nimport { thing } from '../post/states'\nexport const all = [z, thing]\n`,
  ],
  [
    'lib/session/browser/fine.ts',
    `import { thing } from '../../browser/create-store'\nimport { is } from '../cookie'\nimport type { Viewer } from '../viewer'\nexport const all = [thing, is] as unknown as Viewer\n`,
  ],
  [
    'lib/actions/fine.ts',
    `import { thing } from '../queries/posts'\nimport { z } from '../schemas/post'\nexport const all = [thing, z]\n`,
  ],
  ['lib/session/fine.ts', imports('../supabase/secret')],
  ['app/search/fine.tsx', imports('@/components/ui/icon')],
  ['components/post/fine.tsx', imports('@/lib/queries/posts')],
  ['components/team/fine.tsx', imports('../post/delete-posts')],
  ['components/dashboard/fine.tsx', imports('@/components/team/acts')],
  ['components/shell/fine.tsx', `export const later = () => import('../account/account-menu')\n`],
  ['bench/load/fine.ts', imports('../../tests/support/ask.ts')],
]

let folder: string
let found: Map<string, string[]>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signpost-rooms-'))
  for (const file of ['oxlint.config.ts', 'tests/lint/rooms.ts', 'tsconfig.json', 'package.json']) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await cp(join(root, file), join(folder, file))
  }
  for (const [file, text] of [...breaches.map(([, ...planted]) => planted), ...allowed] as [
    string,
    string,
  ][]) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  const output = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [join(root, 'node_modules/oxlint/bin/oxlint'), '--format', 'json', '.'],
      { cwd: folder, maxBuffer: 10_000_000 },
      (_, stdout) => resolve(stdout),
    )
  })
  const { diagnostics } = JSON.parse(output) as { diagnostics: { filename: string; code: string }[] }
  found = Map.groupBy(diagnostics, ({ filename }) => filename)
    .entries()
    .reduce(
      (all, [file, list]) =>
        all.set(
          file,
          list.map(({ code }) => code),
        ),
      new Map<string, string[]>(),
    )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the rooms of lib/ are those that the lint knows, and above them stand three files', async () => {
  const entries = await readdir(join(root, 'lib'), { withFileTypes: true })
  const placed = entries.map((entry) => ({
    isRoom: entry.isDirectory(),
    at: `lib/${parse(entry.name).name}`,
  }))
  const names = (isRoom: boolean) => placed.filter((entry) => entry.isRoom === isRoom).map(({ at }) => at)
  expect(names(true).toSorted()).toEqual(rooms.toSorted())
  expect(names(false).toSorted()).toEqual(top.toSorted())
})

test('the rooms of components/ are those that the lint knows', async () => {
  const entries = await readdir(join(root, 'components'), { withFileTypes: true })
  expect(entries.every((entry) => entry.isDirectory())).toBe(true)
  expect(entries.map(({ name }) => `components/${name}`).toSorted()).toEqual(componentRooms.toSorted())
})

const roomOf = (file: string) => file.split('/').slice(0, 2).join('/')

test('no import in components/ leads up, and none in a circle, whenever it is loaded', async () => {
  const graph = await readImports(root, 'components')
  const arrows = [...graph].flatMap(([from, all]) => all.map((to) => ({ from, to })))
  expect(arrows.length).toBeGreaterThan(600)
  const place = (file: string) => componentRooms.indexOf(roomOf(file))
  expect(arrows.filter(({ from, to }) => place(to) > place(from))).toEqual([])
  expect(circlesIn(graph)).toEqual([])
  expect(circlesIn(roomsIn(graph))).toEqual([])
})

/** The arrows between rooms, without those inside of one. */
function roomsIn(graph: Map<string, string[]>): Map<string, string[]> {
  const all = new Map<string, string[]>()
  for (const [from, targets] of graph) {
    const room = roomOf(from)
    const others = targets.map(roomOf).filter((to) => to !== room)
    all.set(room, [...(all.get(room) ?? []), ...others])
  }
  return all
}

test('a circle is found however its files import each other', async () => {
  const planted = await mkdtemp(join(tmpdir(), 'signpost-circle-'))
  const texts: Record<string, string> = {
    'components/post/a.tsx': imports('../vote/b'),
    'components/vote/b.tsx': `export const later = () =>\n  import('./c').then((file) => file.c)\n`,
    'components/vote/c.ts': `import '@/components/vote/d'\n`,
    'components/vote/d.ts': `export type { A } from '../post/a'\n`,
    'components/vote/e.ts': imports('./d'),
    'components/ui/f.ts': `export { f } from './f'\n`,
  }
  for (const [file, text] of Object.entries(texts)) {
    await mkdir(dirname(join(planted, file)), { recursive: true })
    await writeFile(join(planted, file), text)
  }
  const graph = await readImports(planted, 'components')
  await rm(planted, { recursive: true })
  expect(circlesIn(graph).map((circle) => circle.toSorted())).toEqual([
    ['components/post/a.tsx', 'components/vote/b.tsx', 'components/vote/c.ts', 'components/vote/d.ts'],
    ['components/ui/f.ts'],
  ])
  expect(circlesIn(roomsIn(graph))).toEqual([['components/post', 'components/vote']])
})

const guards = /rooms\(sees\)|no-default-export|no-restricted-(globals|properties)|no-process-env|no-cycle/

const rulesOf = (file: string) => found.get(file)?.join() ?? ''

test('the lint refuses every import that a room does not see', () => {
  expect(breaches.length).toBeGreaterThan(100)
  const missed = breaches.filter(([, file]) => !guards.test(rulesOf(file)))
  expect(missed.map(([why, file]) => `${why}: ${file}`)).toEqual([])
})

test('the lint lets what a room sees pass', () => {
  const refused = allowed.filter(([file]) => !file.includes('twin') && guards.test(rulesOf(file)))
  expect(refused.map(([file]) => `${file}: ${rulesOf(file)}`)).toEqual([])
})
