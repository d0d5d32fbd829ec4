import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '../../supabase/local/backend.ts'

type Ended = { code: number | null; signal: string | null; output: string; errors: string }
type Watch = (told: string, kill: () => void) => void

export const importCommand = join(projectRoot, 'supabase/commands/import.ts')

/** Runs the command on the tests' database. `watch` gets its standard error so far and may kill it. */
export function importFile(args: string[], watch?: Watch): Promise<Ended> {
  const env = { DATABASE_URL: process.env.TEST_DATABASE_URL! }
  return runCommand('import', args, env, (_, errors, kill) => watch?.(errors, kill))
}

/** Runs an operator's command. `watch` gets its output so far and may kill it. */
export function runCommand(
  name: string,
  args: string[],
  env: Record<string, string>,
  watch?: (output: string, errors: string, kill: () => void) => void,
): Promise<Ended> {
  const child = spawn(process.execPath, [join(projectRoot, `supabase/commands/${name}.ts`), ...args], {
    env: { ...process.env, ...env },
  })
  let output = ''
  let errors = ''
  const tell = () => watch?.(output, errors, () => child.kill('SIGKILL'))
  child.stdout.on('data', (chunk) => {
    output += chunk
    tell()
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
    tell()
  })
  return new Promise((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal, output, errors })),
  )
}
