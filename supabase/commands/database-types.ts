import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { format, resolveConfig } from 'prettier'
import { projectRoot } from '../local/backend.ts'

export const typesFile = join(projectRoot, 'lib/supabase/database.types.ts')
/** The official Supabase CLI. */
export const supabaseCommand = join(projectRoot, 'node_modules/supabase/dist/supabase.js')

/** The TypeScript types of the database as it is, made by the official Supabase CLI and formatted like our code. */
export async function generateTypes(databaseUrl: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [supabaseCommand, 'gen', 'types', '--lang', 'typescript', '--remote', databaseUrl],
    { cwd: projectRoot, maxBuffer: 64 * 1024 * 1024, env: { ...process.env, PGSSLMODE: 'disable' } },
  )
  // Notices of the CLI may stand before the code.
  const code = stdout.slice(Math.max(0, stdout.indexOf('export type Json')))
  return format(code, { ...(await resolveConfig(typesFile)), parser: 'typescript' })
}
