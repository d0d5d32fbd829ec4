import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../supabase/local/backend'

const texts = [
  '{README,CONTRIBUTING,SECURITY}.md',
  '{bench,docs,supabase}/**/*.md',
  '.github/**/*.{md,yml}',
  '.env.example',
  'Dockerfile',
]
// Their first comment says how they are run.
const programs = ['supabase/{commands,local}/*.ts', 'bench/**/*.ts', 'tests/run/*.ts', 'tests/run.ts']
const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8')
const commandsOf = (folder: string) => {
  const { scripts } = JSON.parse(read(join(folder, 'package.json'))) as { scripts: Record<string, string> }
  return Object.keys(scripts)
}
const [commands, benchCommands] = [commandsOf('.'), commandsOf('bench')]

/** Every line of the files, with the file's name before it. */
function linesOf(patterns: string[]): string[] {
  return globSync(patterns, { cwd: projectRoot }).flatMap((file) =>
    read(file)
      .split('\n')
      .map((line) => `${file}: ${line}`),
  )
}

/** What versions before this one had is not asked for. */
const [, unreleased = ''] = read('CHANGELOG.md').split(/^## /m)
const documented = [
  ...linesOf(texts),
  ...unreleased.split('\n'),
  ...linesOf(programs).filter((line) => /: \s*(\/\/|\/?\*)/.test(line)),
]

test('every command goes through npm, which brings the Node that understands TypeScript', () => {
  expect(documented.length).toBeGreaterThan(500)
  expect(documented.filter((line) => /\bnode\s[^`|]*\.ts\b/.test(line))).toEqual([])
})

// A line that speaks of a command of bench/ names the folder.
test('every npm command that is written about exists', () => {
  const unknown = documented.filter((line) => {
    const known = line.includes('bench/') ? [...commands, ...benchCommands] : commands
    return [...line.matchAll(/npm run ([\w:-]*\w)/g)].some(([, name]) => !known.includes(name!))
  })
  expect(unknown).toEqual([])
})

test.each([
  ['README.md', commands],
  ['bench/README.md', benchCommands],
])('%s names every command', (file, names) => {
  const readme = read(file)
  const missing = names.filter((name) => !new RegExp(`npm (run )?${name}(?![\\w:-])`).test(readme))
  expect(missing).toEqual([])
})
