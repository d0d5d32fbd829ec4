import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, parse } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { componentRooms, rooms, top } from '../../oxlint.config'
import { circlesIn, readImports } from '../support/import-graph'

const root = join(import.meta.dirname, '../..')
const imports = (module: string) => `import { thing } from '${module}'\nexport const other = thing\n`

// Every forbidden import between folders: a file that breaks the rule, and the error.
const breaches: [file: string, text: string][] = [
  ['lib/text/a.ts', imports('@/components/ui/icon')],
  ['lib/text/b.ts', imports('../../components/ui/icon')],
  ['lib/queries/a.ts', imports('../../app/fonts')],
  ['lib/queries/b.ts', imports('../../supabase/local/backend')],
  ['lib/a.ts', imports('./session/viewer')],
  ['lib/supabase/a.ts', imports('../session/cookie')],
  ['lib/text/c.ts', imports('@/lib/post/states')],
  ['lib/post/a.ts', imports('../schemas/post')],
  ['lib/session/a.ts', imports('../queries/posts')],
  ['lib/session/b.ts', `export const later = () => import('../queries/posts')\n`],
  ['lib/queries/c.ts', imports('../publish/xml')],
  ['lib/queries/d.ts', imports('@/lib/actions/posts')],
  ['lib/publish/a.ts', imports('../actions/posts')],
  ['lib/publish/b.ts', `export { thing } from '../actions/posts'\n`],
  ['lib/schemas/a.ts', imports('@/lib/env')],
  ['lib/schemas/b.ts', imports('../supabase/database.types')],
  ['lib/schemas/c.ts', imports('react')],
  ['lib/schemas/d.ts', imports('next/headers')],
  ['lib/queries/h.ts', imports('../jobs/work')],
  ['lib/actions/b.ts', imports('../mail/write-mail')],
  ['app/search/g.tsx', imports('@/lib/jobs/work')],
  ['components/post/g.tsx', imports('@/lib/mail/write-mail')],
  ['lib/mail/a.ts', imports('../jobs/work')],
  ['lib/mail/b.ts', imports('postgres')],
  ['lib/publish/e.ts', imports('postgres')],
  ['lib/publish/f.ts', imports('pg-boss')],
  ['lib/webhook/a.ts', imports('../jobs/work')],
  ['lib/webhook/b.ts', imports('postgres')],
  ['lib/actions/c.ts', imports('../webhook/send-body')],
  ['lib/jobs/c.ts', imports('ipaddr.js')],
  ['lib/jobs/a.ts', imports('nodemailer')],
  ['lib/jobs/b.ts', imports('../queries/posts')],
  ['lib/queries/f.ts', imports('../supabase/secret')],
  ['lib/publish/c.ts', imports('@/lib/supabase/secret')],
  ['app/search/f.tsx', imports('@/lib/supabase/secret')],
  ['lib/actions/a.ts', imports('../browser/call-action')],
  ['lib/queries/e.ts', imports('@/lib/session/browser/store')],
  ['lib/session/c.ts', imports('./browser/store')],
  ['lib/browser/a.ts', imports('../env')],
  ['lib/browser/b.ts', imports('../queries/posts')],
  ['lib/browser/c.ts', imports('next/headers')],
  ['lib/session/browser/a.ts', imports('../viewer')],
  ['lib/session/browser/b.ts', imports('../../supabase/server')],
  ['lib/session/browser/c.ts', imports('@/lib/queries/posts')],
  ['components/post/a.tsx', imports('@/app/fonts')],
  ['components/post/b.tsx', imports('../../lib/supabase/public')],
  ['components/post/c.tsx', imports('@/lib/supabase/server')],
  ['components/post/d.tsx', imports('@supabase/supabase-js')],
  ['components/post/e.tsx', imports('../../tests/support/board')],
  ['app/search/a.tsx', imports('../../lib/actions/posts')],
  ['app/search/b.tsx', imports('@/lib/actions/posts')],
  ['app/search/c.tsx', imports('../../lib/supabase/public')],
  ['app/search/d.tsx', imports('zod')],
  ['app/search/e.tsx', 'export const name = process.env.SITE_NAME\n'],
  ['components/ui/a.tsx', 'export const name = process.env.SITE_NAME\n'],
  ['lib/post/b.ts', 'export const name = process.env.SITE_NAME\n'],
  ['components/ui/b.tsx', imports('./b-twin')],
  ['lib/session/browser/d.ts', imports('@/lib/session/viewer')],
  ['lib/browser/d.ts', imports('@/lib/env.ts')],
  ['lib/browser/e.ts', imports('sharp')],
  ['lib/publish/h.ts', imports('sharp')],
  ['lib/browser/f.ts', imports('node:fs/promises')],
  ['lib/browser/g.ts', imports('fs')],
  ['lib/supabase/browser.ts', imports('./server')],
  ['lib/queries/g.ts', imports('../supabase/secret.ts')],
  ['lib/publish/d.ts', imports('@/lib/supabase/secret.ts')],
  ['components/post/f.tsx', imports('@/lib/supabase/secret.ts')],
  ['lib/post/c.ts', 'const { env } = process\nexport const name = env.SITE_NAME\n'],
  ['lib/post/d.ts', 'export const name = globalThis.process.env.SITE_NAME\n'],
  ['lib/post/e.ts', imports('node:process')],
  ['lib/post/f.ts', `import process from 'process'\nexport const name = process.env.SITE_NAME\n`],
  ['lib/newroom/a.ts', imports('../actions/votes')],
  ['lib/newroom/b.ts', imports('@/components/ui/icon')],
  ['lib/text/d.ts', imports('../newroom/fine')],
  ['lib/queries/h.ts', imports('@/middleware')],
  ['components/post/g.tsx', imports('@/instrumentation')],
  ['lib/publish/e.ts', imports('../../next.config.mjs')],
  ['lib/text/e.ts', imports('../queries')],
  ['lib/text/f.ts', imports('@/lib/queries')],
  ['lib/text/g.ts', `export type Viewer = import('../session/viewer').Viewer\n`],
  ['lib/queries/i.ts', imports('./../actions/posts')],
  ['lib/schemas/e.ts', imports('../text/../../components/ui/icon')],
  ['lib/text/h.ts', `export const later = () => require('../queries/posts')\n`],
  ['lib/text/i.ts', 'export const later = () => import(`../queries/posts`)\n'],
  ['lib/text/j.ts', `export * from '../queries/posts'\n`],
  ['lib/text/k.ts', `import '../queries/posts'\n`],
  ['lib/text/l.ts', `import posts = require('../queries/posts')\nexport const all = posts\n`],
  ['lib/text/m.ts', `export type All = typeof import('../queries/posts')\n`],
  ['middleware.ts', imports('./lib/supabase/secret')],
  ['lib/post/g.ts', 'export const name = global.process.env.SITE_NAME\n'],
  ['lib/post/h.ts', `export const name = globalThis['process']['env']\n`],
  ['lib/post/i.ts', 'export const { process } = globalThis\n'],
  ['lib/post/j.ts', `export const { env } = require('node:process')\n`],
  ['supabase/local/a.ts', imports('../../app/fonts')],
  ['supabase/commands/a.ts', imports('../../components/ui/icon')],
  ['supabase/commands/b.ts', imports('../../tests/support/board')],
  ['app/search/g.tsx', imports('postgres')],
  ['components/post/h.tsx', imports('postgres')],
  ['lib/queries/j.ts', imports('postgres')],
  ['components/ui/d.tsx', imports('../post/post-card')],
  ['components/ui/e.tsx', imports('@/lib/actions/posts')],
  ['components/ui/f.tsx', imports('@/lib/session/browser/draft')],
  ['components/ui/g.tsx', `export type { Post } from '@/lib/queries/posts'\n`],
  ['components/state/a.tsx', imports('../post/post-card')],
  ['components/post/j.tsx', imports('../team/acts')],
  ['components/comment/a.tsx', `export const later = () => import('../team/team-panel')\n`],
  ['components/vote/a.tsx', imports('@/components/moderation/hide-dialog')],
  ['components/auth/a.tsx', imports('../account/profile-form')],
  ['components/account/a.tsx', imports('../team/acts')],
  ['components/team/a.tsx', imports('../inbox/inbox-acts')],
  ['components/inbox/a.tsx', imports('../dashboard/state-menu')],
  ['components/dashboard/a.tsx', imports('../shell/logo')],
  ['components/team/b.ts', `export type { A } from '../dashboard/b'\n`],
  ['components/newroom/a.tsx', imports('../post/post-card')],
  ['components/post/k.tsx', imports('../newroom/fine')],
  ['components/post/i.tsx', 'export default () => null\n'],
  ['lib/actions/b.ts', imports('zod')],
  ['lib/schemas/f.ts', imports('zod')],
  ['tests/support/a.ts', imports('../../bench/load/wrk.ts')],
]

// Words outside messages/, in each way that markup and toasts can hold them.
const spoken: [file: string, text: string][] = [
  'export const A = () => <p>Votes</p>\n',
  'export const A = () => <p>votes</p>\n',
  `export const A = ({ x }: { x: boolean }) => <p>{x ? 'on' : 'off'}</p>\n`,
  `export const A = ({ x }: { x: boolean }) => <>{x && 'voted'}</>\n`,
  'export const A = ({ n }: { n: number }) => <p>{`${n} votes`}</p>\n',
  `export const A = ({ n }: { n: number }) => <p>{n + ' votes'}</p>\n`,
  `export const A = ({ x }: { x: boolean }) => <p title={x ? 'Foo' : 'Bar'} />\n`,
  `export const A = ({ x }: { x: string }) => <p title={x || 'none'} />\n`,
  'export const A = ({ n }: { n: number }) => <p aria-label={`page ${n}`} />\n',
  `export const a = { label: 'Undo', run: () => 1 }\n`,
  `export const a = { name: 'Changelog', path: '/changelog' }\n`,
  `export const a = (toast: (title: string) => void, x: boolean) => toast(x ? 'saved' : 'lost')\n`,
  `export const a = () => new Response('Sign in to download your data.')\n`,
  'export const a = (n: number) => `Not sent: ${n}`\n',
]
  .map((text, index): [string, string] => [`components/post/words-${index}.tsx`, text])
  .concat([
    ['lib/publish/words.ts', `export const a = () => new Response('Sign in to download your data.')\n`],
    ['lib/jobs/words.ts', 'export const a = (n: number) => `Not sent: ${n}`\n'],
  ])

const silent: [file: string, text: string][] = [
  [
    'lib/jobs/silent.ts',
    `export const a = (x: number) => {\n  if (x) throw new Error('This is for engineers')\n}\n`,
  ],
  [
    'components/post/silent.tsx',
    `export const A = ({ x }: { x: boolean }) => <p className={x ? 'foo bar' : 'baz'} />\n`,
  ],
  [
    'components/post/silent-style.tsx',
    'export const A = ({ x }: { x: string }) => <style>{`p{color:${x}}`}</style>\n',
  ],
]

// Similar imports that are allowed.
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
  for (const [file, text] of [...breaches, ...allowed, ...spoken, ...silent]) {
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

test('the folders of lib/ are those of the lint rule, plus three files', async () => {
  const entries = await readdir(join(root, 'lib'), { withFileTypes: true })
  const placed = entries.map((entry) => ({
    isRoom: entry.isDirectory(),
    at: `lib/${parse(entry.name).name}`,
  }))
  const names = (isRoom: boolean) => placed.filter((entry) => entry.isRoom === isRoom).map(({ at }) => at)
  expect(names(true).toSorted()).toEqual(rooms.toSorted())
  expect(names(false).toSorted()).toEqual(top.toSorted())
})

test('the folders of components/ are those of the lint rule', async () => {
  const entries = await readdir(join(root, 'components'), { withFileTypes: true })
  expect(entries.every((entry) => entry.isDirectory())).toBe(true)
  expect(entries.map(({ name }) => `components/${name}`).toSorted()).toEqual(componentRooms.toSorted())
})

const roomOf = (file: string) => file.split('/').slice(0, 2).join('/')

test('no import in components/ points to a parent folder or forms a cycle, also when lazy', async () => {
  const graph = await readImports(root, ['components'])
  const arrows = [...graph].flatMap(([from, all]) => all.map((to) => ({ from, to })))
  expect(arrows.length).toBeGreaterThan(600)
  const place = (file: string) => componentRooms.indexOf(roomOf(file))
  expect(arrows.filter(({ from, to }) => place(to) > place(from))).toEqual([])
  expect(circlesIn(graph)).toEqual([])
  expect(circlesIn(roomsIn(graph))).toEqual([])
})

/** The imports between folders, without those inside one. */
function roomsIn(graph: Map<string, string[]>): Map<string, string[]> {
  const all = new Map<string, string[]>()
  for (const [from, targets] of graph) {
    const room = roomOf(from)
    const others = targets.map(roomOf).filter((to) => to !== room)
    all.set(room, [...(all.get(room) ?? []), ...others])
  }
  return all
}

test('a cycle is found however its files import each other', async () => {
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
  const graph = await readImports(planted, ['components'])
  await rm(planted, { recursive: true })
  expect(circlesIn(graph).map((circle) => circle.toSorted())).toEqual([
    ['components/post/a.tsx', 'components/vote/b.tsx', 'components/vote/c.ts', 'components/vote/d.ts'],
    ['components/ui/f.ts'],
  ])
  expect(circlesIn(roomsIn(graph))).toEqual([['components/post', 'components/vote']])
})

const guards = /rooms\(sees\)|no-default-export|no-restricted-(globals|properties)|no-process-env|no-cycle/

const rulesOf = (file: string) => found.get(file)?.join() ?? ''

test('the lint rule refuses every forbidden import', () => {
  expect(breaches.length).toBeGreaterThan(100)
  expect(breaches.filter(([file]) => !guards.test(rulesOf(file)))).toEqual([])
})

test('the lint rule accepts allowed imports', () => {
  const refused = allowed.filter(([file]) => !file.includes('twin') && guards.test(rulesOf(file)))
  expect(refused.map(([file]) => `${file}: ${rulesOf(file)}`)).toEqual([])
})

const speaks = (file: string) => rulesOf(file).includes('rooms(words)')

test('the lint rule finds words outside messages/, and nothing else', () => {
  expect(spoken.filter(([file]) => !speaks(file))).toEqual([])
  expect(silent.filter(([file]) => speaks(file))).toEqual([])
})
