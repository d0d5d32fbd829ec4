import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import compile from 'icu-minify/compile'
import { expect, test } from 'vitest'
import english from '../../messages/en.json'
import { checkMessages, textsOf } from '@/lib/words/catalog'
import { languages } from '@/lib/words/languages'
import { isCore, type PageKind, pageParts } from '@/lib/words/parts'
import { atOnce, readImports } from '../support/import-graph'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const texts = textsOf(english)
const others = Object.keys(languages).filter((language) => language !== 'en')
const graph = await readImports(root, ['app', 'components', 'lib'], atOnce)

/** Keys as written in a file; one built from parts is a pattern. */
const keysIn = (file: string) =>
  [...read(file).matchAll(/['`]((?:[a-z]\w*)(?:\.(?:\w+|\$\{[^}]*\}))+)['`]/g)].map(([, key]) => key!)
const asPattern = (key: string) =>
  new RegExp(`^${key.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '\\w+')}$`)

test('no message of any language is malformed', checkMessages)

test('every message is used', () => {
  const used = [...graph.keys(), 'lib/image/rewrite-picture.mjs'].flatMap(keysIn)
  const exact = new Set(used)
  const patterns = [...exact].filter((key) => key.includes('$')).map(asPattern)
  const unused = Object.keys(texts).filter((key) => !exact.has(key) && !patterns.some((one) => one.test(key)))
  expect(unused).toEqual([])
})

/** The keys in the scripts that some files of app/ need at once. */
function keysOfScripts(files: string[]): string[] {
  const seen = new Map<string, boolean>()
  function visit(file: string, isOfClient: boolean) {
    const text = read(file)
    if (text.startsWith("'use server'")) return
    const inClient = isOfClient || text.startsWith("'use client'")
    if (seen.get(file) || (seen.has(file) && !inClient)) return
    seen.set(file, inClient)
    for (const next of graph.get(file) ?? []) visit(next, inClient)
  }
  for (const file of files) visit(file, false)
  return [...seen].flatMap(([file, inClient]) => (inClient ? keysIn(file) : [])).filter((key) => key in texts)
}

test('messages needed by the scripts of visitors’ pages are sent with the page', () => {
  const shared = [...graph.keys()].filter((file) => /^app\/(layout|error|not-found)\.tsx$/.test(file))
  expect(keysOfScripts(shared).filter((key) => !isCore(key))).toEqual([])
  const pages = [...graph.keys()].filter((file) =>
    /^app\/(roadmap|lists|more|people|search|changelog|\[category\])\/.*page\.tsx$/.test(file),
  )
  const missing = pages.flatMap((file) => {
    const kind = /<PageWords of="(\w+)">/.exec(read(file))?.[1] as PageKind
    const isSent = (key: string) => isCore(key) || pageParts[kind](key)
    return keysOfScripts([file]).flatMap((key) => (isSent(key) ? [] : `${file}: ${key}`))
  })
  expect(missing).toEqual([])
  expect(pages.length).toBeGreaterThan(10)
})

test('a page is sent no message that its scripts don’t need', () => {
  const kinds = Object.keys(pageParts) as PageKind[]
  const used = (kind: PageKind) =>
    keysOfScripts([...graph.keys()].filter((file) => read(file).includes(`<PageWords of="${kind}">`)))
  const idle = kinds.flatMap((kind) => {
    const needed = new Set(used(kind))
    const sent = Object.keys(texts).filter(pageParts[kind])
    // Their keys are built.
    const isBuilt = (key: string) => key.startsWith('changelog.reactions.')
    return sent.filter((key) => !needed.has(key) && !isBuilt(key)).map((key) => `${kind}: ${key}`)
  })
  expect(idle).toEqual([])
})

test('every database error for people has a hint with a message', () => {
  const statements = globSync('supabase/schemas/*/*.sql', { cwd: root })
    .flatMap((file) => read(file).split(';'))
    .filter((statement) => /errcode = '(PT4(03|09|29)|23514)'/.test(statement))
    // The auth service hides it behind an error of its own, which has its message.
    .filter((statement) => !statement.includes('An account keeps its last sign-in method'))
  expect(statements.length).toBeGreaterThan(5)
  const codes = statements.map((statement) =>
    [...statement.matchAll(/'(\w+)'/g)].map(([, word]) => `database.${word}`),
  )
  expect(codes.filter((words) => !words.some((word) => word in texts))).toEqual([])
})

/** The names of arguments and tags in a compiled message. */
function namesIn(nodes: unknown, names = new Set<string>()): Set<string> {
  for (const node of Array.isArray(nodes) ? nodes : []) {
    if (!Array.isArray(node)) continue
    const [name, ...rest] = node as [string, ...unknown[]]
    names.add(name)
    for (const part of rest) {
      if (Array.isArray(part)) namesIn([part], names)
      else if (typeof part === 'object' && part) for (const form of Object.values(part)) namesIn(form, names)
    }
  }
  return names
}
const shapeOf = (text: string) => [...namesIn(compile(text))].toSorted().join()

test.each(others)('%s has the same keys and placeholders as English', async (language) => {
  const { default: tree } = await languages[language]!.load()
  const own = textsOf(tree)
  expect(Object.keys(own).toSorted()).toEqual(Object.keys(texts).toSorted())
  const different = Object.keys(own).filter((key) => shapeOf(own[key]!) !== shapeOf(texts[key]!))
  expect(different).toEqual([])
})
