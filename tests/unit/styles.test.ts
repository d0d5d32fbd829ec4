import { compile } from '@tailwindcss/node'
import { Scanner } from '@tailwindcss/oxide'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../supabase/local/backend.ts'
import { atOnce, readImports } from '../support/import-graph.ts'

/** The pages whose first view needs no stylesheet but globals.css. */
const isPublic = (file: string) =>
  /^app\/((\[category\]|changelog|lists|more|people|roadmap|search)\/.*|[^/]+)$/.test(file) &&
  file !== 'app/global-error.tsx'

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8')
const folders = ['app', 'components']
const graph = await readImports(projectRoot, folders, atOnce)

function reachedFrom(roots: string[]): Set<string> {
  const reached = new Set(roots)
  for (const file of reached) for (const next of graph.get(file) ?? []) reached.add(next)
  return reached
}

async function openSheet(name: string) {
  const base = join(projectRoot, 'app')
  const sheet = await compile(readFileSync(join(base, name), 'utf8'), { base, onDependency: () => {} })
  return { sheet, names: new Scanner({ sources: sheet.sources }).scan() }
}

const namesIn = (files: Iterable<string>) =>
  new Scanner({ sources: [] }).scanFiles(
    [...files].map((file) => ({ content: read(file), extension: file.split('.').pop()! })),
  )

test.each([
  ['globals.css', (page: string) => isPublic(page)],
  ['more.css', () => true],
])('%s has every class of what it is loaded with', async (name, isMeant) => {
  const { sheet, names } = await openSheet(name)
  const pages = [...graph.keys()].filter((file) => file.startsWith('app/') && isMeant(file))
  expect(pages.length).toBeGreaterThan(10)
  let built = sheet.build(names)
  const missing = namesIn(reachedFrom(pages)).filter((candidate) => {
    const before = built
    built = sheet.build([candidate])
    return built !== before
  })
  expect(missing).toEqual([])
})

test('every other page has more.css', () => {
  const others = [...graph.keys()].filter((file) => file.endsWith('/page.tsx') && !isPublic(file))
  const has = (file: string) => read(file).includes("import '@/app/more.css'")
  expect(others.filter((page) => !has(page))).toEqual([])
  expect(others.length).toBeGreaterThan(10)
})

test('a component that is loaded later comes with more.css', () => {
  const late = [...graph.keys()].flatMap((file) =>
    [...read(file).matchAll(/((?:lazyPart|partLoader)\(\s*\(\) =>\s*)?import\('(\.[^']*)'\)/g)].flatMap(
      ([, load, target]) =>
        load || !graph.has(`${join(dirname(file), target!)}.tsx`) ? [] : `${file} loads ${target}`,
    ),
  )
  expect(late).toEqual([])
})
