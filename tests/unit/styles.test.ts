import { compile, optimize } from '@tailwindcss/node'
import { Scanner } from '@tailwindcss/oxide'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../supabase/local/backend.ts'
import { atOnce, readImports } from '../support/import-graph.ts'

/** The pages whose first view needs no stylesheet but globals.css and that of their kind (app/_kinds). */
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

/**
 * The selectors of a sheet and of what it imports, with nesting resolved: without Tailwind's own, and without those for
 * what texts, forms and comments only have later. */
async function selectorsIn(name: string): Promise<Set<string>> {
  const text = read(name).replaceAll(
    /@import '(?:tailwindcss|\.\/_styles\/(?:check|composer-tools|own-comment|submit-button)).*/g,
    '',
  )
  const sheet = await compile(text, { base: dirname(join(projectRoot, name)), onDependency: () => {} })
  const flat = optimize(sheet.build([])).code.replaceAll(/\/\*[^]*?\*\//g, '')
  const heads = [...flat.matchAll(/(?<=[{};]|^)([^@{};]+)\{/g)].map(([, head]) => head!.trim())
  return new Set(heads.flatMap((head) => partsOf(head)))
}

/** The parts between commas outside of brackets. */
function partsOf(list: string): string[] {
  const inner = /\([^()]*\)/
  const held: string[] = []
  let rest = list
  for (let found = inner.exec(rest); found; found = inner.exec(rest))
    rest = rest.replace(found[0], `\0${held.push(found[0]) - 1}\0`)
  const restore = (part: string): string =>
    part.replaceAll(/\0(\d+)\0/g, (_, index: string) => restore(held[Number(index)]!))
  return rest.split(',').map((part) => restore(part).trim())
}

/** The classes, ids and attributes without which a selector matches nothing. */
function needs(selector: string): string[] {
  let rest = selector.replaceAll(/html(?:\[[^\]]*\]|:(?:is|not)\([^()]*\))/g, '')
  for (let before = ''; before !== rest;) {
    before = rest
    rest = rest.replaceAll(/:not\([^()]*\)|:is\([^()]*,[^()]*\)|(?<!:(?:not|is|has))\([^()]*\)/g, '')
  }
  return [...rest.matchAll(/[.#]([a-z][\w-]*)|\[([a-z][\w-]*(?:="[^"]*")?)/g)].map(
    ([whole, name, attribute]) => (name ? whole : attribute!),
  )
}

/** What code brings of that: `.class`, `#id` and `attribute="value"`. */
function broughtBy(code: string): (need: string) => boolean {
  const classes = code.matchAll(
    /class(?:Name)?=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})|Class\(([^)]*)\)|Class = ([^\n]*)/g,
  )
  const names = new Set([...classes].flatMap(([found]) => found.match(/[\w-]+/g) ?? []))
  return (need) =>
    need.startsWith('.')
      ? names.has(need.slice(1))
      : code.includes(need.startsWith('#') ? `id="${need.slice(1)}"` : need)
}

const publicPages = [...graph.keys()].filter((file) => file.endsWith('/page.tsx') && isPublic(file))

test.each(publicPages)('%s has the sheets with the rules for its elements', async (page) => {
  const files = reachedFrom([page, 'app/layout.tsx'])
  // The header has a search on these pages only.
  if (!/^app\/(roadmap|search)\//.test(page)) files.delete('components/shell/search-box.tsx')
  const isBrought = broughtBy([...files].map(read).join('\n'))
  const sheets = [...read(page).matchAll(/^import '@\/(app\/.*\.css)'/gm)].map(([, sheet]) => sheet!)
  const loaded = await Promise.all(['app/globals.css', ...sheets].map(selectorsIn))
  const has = new Set(loaded.flatMap((selectors) => [...selectors]))
  const missing = [...(await selectorsIn('app/more.css'))].filter((selector) => {
    const needed = needs(selector)
    return needed.length > 0 && !has.has(selector) && needed.every(isBrought)
  })
  expect(missing).toEqual([])
})
