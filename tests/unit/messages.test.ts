import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import compile from 'icu-minify/compile'
import { expect, test } from 'vitest'
import english from '../../messages/en.json'
import { textsOf } from '@/lib/words/catalog'
import { languages } from '@/lib/words/languages'
import { isCore } from '@/lib/words/parts'
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

test('every message is used', () => {
  const used = [...graph.keys(), 'lib/image/rewrite-picture.mjs'].flatMap(keysIn)
  const exact = new Set(used)
  const patterns = [...exact].filter((key) => key.includes('$')).map(asPattern)
  const unused = Object.keys(texts).filter((key) => !exact.has(key) && !patterns.some((one) => one.test(key)))
  expect(unused).toEqual([])
})

test('messages needed by the scripts of visitors’ pages are sent with the page', () => {
  const seen = new Map<string, boolean>()
  function visit(file: string, isOfClient: boolean) {
    const text = read(file)
    if (text.startsWith("'use server'")) return
    const inClient = isOfClient || text.startsWith("'use client'")
    if (seen.get(file) || (seen.has(file) && !inClient)) return
    seen.set(file, inClient)
    for (const next of graph.get(file) ?? []) visit(next, inClient)
  }
  const pages =
    /^app\/((layout|error|not-found)\.tsx|(roadmap|lists|more|search|changelog|\[category\])\/.*page\.tsx)$/
  for (const file of graph.keys()) if (pages.test(file)) visit(file, false)
  const scripts = [...seen].filter(([, inClient]) => inClient).map(([file]) => file)
  // They are also used by code that loads later or runs on the server.
  const elsewhere = /^(post\.states|session)\./
  const missing = scripts
    .flatMap(keysIn)
    .filter((key) => key in texts && !isCore(key) && !elsewhere.test(key))
  expect(missing).toEqual([])
})

test('every database error for people has a hint with a message', () => {
  const statements = globSync('supabase/schemas/*/*.sql', { cwd: root })
    .flatMap((file) => read(file).split(';'))
    .filter((statement) => /errcode = 'PT4(03|09|29)'|errcode = '23514', hint/.test(statement))
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
  expect(Object.keys(own).filter((key) => !(key in texts))).toEqual([])
  const different = Object.keys(own).filter((key) => shapeOf(own[key]!) !== shapeOf(texts[key]!))
  expect(different).toEqual([])
})
