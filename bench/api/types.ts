import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

// npm run api-types -- http://127.0.0.1:3000: makes the types of a running site's contract with openapi-typescript, and
// checks the TypeScript example of docs/api.md against them.
const site = process.argv[2] ?? 'http://127.0.0.1:3000'
const require = createRequire(import.meta.url)
const program = (name: string, path: string) => join(dirname(require.resolve(`${name}/package.json`)), path)
const docs = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'signpost-types-'))
const run = (...args: string[]) =>
  execFileSync(process.execPath, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
try {
  const contract = await fetch(`${site}/api/v1/openapi.json`)
  if (!contract.ok) throw new Error(`${site} answers ${contract.status} for its contract.`)
  writeFileSync(join(folder, 'openapi.json'), await contract.text())
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(
    join(folder, 'example.ts'),
    `declare const process: { env: Record<string, string> }\n${/```ts\n([\s\S]*?)```/.exec(docs)![1]}`,
  )
  run(program('openapi-typescript', 'bin/cli.js'), 'openapi.json', '-o', 'signpost.d.ts')
  const options = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom']
  run(program('typescript', 'bin/tsc'), '--noEmit', '--allowImportingTsExtensions', ...options, 'example.ts')
  console.log('The example fits the types of the contract.')
} finally {
  rmSync(folder, { recursive: true })
}
