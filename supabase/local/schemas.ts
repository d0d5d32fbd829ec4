import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../schemas/', import.meta.url))

/** The files of supabase/schemas in reading order, which is that of schema_paths in config.toml. */
const listSchemas = (): string[] => globSync('*/*.sql', { cwd: folder }).toSorted()

/** supabase/schemas as one script. Bodies of functions name what later files make. */
export function readSchemas(): string {
  const files = listSchemas().map((file) => `-- ${file}\n${readFileSync(join(folder, file), 'utf8')}`)
  return `set check_function_bodies = off;\n\n${files.join('\n')}`
}

/** Makes a project in the folder whose only migration is that script (`project` of BackendOptions). */
export function makeSchemasProject(project: string): string {
  const migrations = join(project, 'supabase/migrations')
  mkdirSync(migrations, { recursive: true })
  writeFileSync(join(migrations, '20000101000000_schemas.sql'), readSchemas())
  return project
}
