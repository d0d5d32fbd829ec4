import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

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
]

// What stands beside them and is right.
const allowed: [file: string, text: string][] = [
  ['components/ui/b-twin.tsx', `export const thing = 1\nexport type { other } from './b'\n`],
  ['lib/env.ts', 'export const name = process.env.SITE_NAME\n'],
  [
    'lib/schemas/fine.ts',
    `import { z } from 'zod'\nimport { thing } from '../post/states'\nexport const all = [z, thing]\n`,
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
]

let folder: string
let found: Map<string, string[]>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signpost-rooms-'))
  for (const file of ['oxlint.config.ts', 'tsconfig.json', 'package.json']) {
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

const guards = /no-restricted-imports|no-process-env|no-cycle/

test.each(breaches)('the lint refuses %s', (_, file) => {
  expect(found.get(file)?.join() ?? '').toMatch(guards)
})

test.each(allowed.filter(([file]) => !file.includes('twin')))('the lint lets %s pass', (file) => {
  expect(found.get(file)?.join() ?? '').not.toMatch(guards)
})
