import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, parse } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { componentRooms, rooms, top } from '../lint/room-order'
import { circlesIn, readImports } from '../support/import-graph'
import { allowed, breaches, imports, silent, spoken } from '../support/room-imports'

const root = join(import.meta.dirname, '../..')
let folder: string
let found: Map<string, string[]>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signpost-rooms-'))
  for (const file of [
    'oxlint.config.ts',
    'tests/lint/rooms.ts',
    'tests/lint/room-order.ts',
    'tsconfig.json',
    'package.json',
  ]) {
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
