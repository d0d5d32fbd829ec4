import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeContract } from '../../lib/api/contract.ts'

const folder = mkdtempSync(join(tmpdir(), 'signpost-types-'))
afterAll(() => rmSync(folder, { recursive: true }))

beforeAll(async () => {
  const types = await openapiTS(JSON.parse(JSON.stringify(writeContract())) as OpenAPI3)
  writeFileSync(join(folder, 'signpost.d.ts'), astToString(types))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
})

const docs = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')
const documented = /```ts\n([\s\S]*?)```/.exec(docs)![1]!

/** What the compiler says of a program that uses the types. */
function compile(program: string): string {
  const file = join(folder, 'example.ts')
  writeFileSync(file, `declare const process: { env: Record<string, string> }\n${program}`)
  const compiler = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc')
  const options =
    '--noEmit --strict --allowImportingTsExtensions --target es2022 --module nodenext --lib es2022,dom'
  try {
    execFileSync(process.execPath, [compiler, ...options.split(' '), file], { cwd: folder })
    return ''
  } catch (error) {
    return String((error as { stdout: Buffer }).stdout)
  }
}

test('the example of the documentation fits the types of the contract', () => {
  expect(compile(documented)).toBe('')
})

test('what the contract lacks is an error of those types', () => {
  expect(compile(documented.replace('post.title', 'post.headline'))).toContain("'headline' does not exist")
  expect(compile(documented.replace("'candidate'", "'canceled'"))).toContain('"canceled"')
  expect(compile(documented.replace('/posts/{id}/state', '/posts/{id}/status'))).toContain('status')
})
