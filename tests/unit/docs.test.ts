import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../supabase/local/backend'

const texts = ['*.md', 'docs/**/*.md', '.github/**/*.{md,yml}', 'supabase/*.md', '.env.example', 'Dockerfile']
// Their first comment says how they are run.
const programs = ['supabase/{commands,local}/*.ts', 'tests/{attack,load,mutation,run}/*.ts', 'tests/run.ts']
const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

/** Every line of the files, with the file's name before it. */
function linesOf(patterns: string[]): string[] {
  return globSync(patterns, { cwd: projectRoot }).flatMap((file) =>
    readFileSync(join(projectRoot, file), 'utf8')
      .split('\n')
      .map((line) => `${file}: ${line}`),
  )
}

const documented = [...linesOf(texts), ...linesOf(programs).filter((line) => /: \s*(\/\/|\/?\*)/.test(line))]

test('every command goes through npm, which brings the Node that understands TypeScript', () => {
  expect(documented.length).toBeGreaterThan(500)
  expect(documented.filter((line) => /\bnode\s[^`|]*\.ts\b/.test(line))).toEqual([])
})

test('every npm command that is written about exists', () => {
  const unknown = documented.filter((line) =>
    [...line.matchAll(/npm run ([\w:-]*\w)/g)].some(([, name]) => !Object.hasOwn(scripts, name!)),
  )
  expect(unknown).toEqual([])
})

test('README names every command', () => {
  const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8')
  const missing = Object.keys(scripts).filter(
    (name) => !new RegExp(`npm (run )?${name}(?![\\w:-])`).test(readme),
  )
  expect(missing).toEqual([])
})
