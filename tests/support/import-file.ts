import { spawn } from 'node:child_process'

export const importCommand = new URL('../../supabase/commands/import.ts', import.meta.url).pathname

type Ended = { code: number | null; signal: string | null; output: string; errors: string }

/** Runs the command; `watch` sees its standard error so far and may kill it. */
export function importFile(
  args: string[],
  watch?: (errors: string, kill: () => void) => void,
): Promise<Ended> {
  const child = spawn(process.execPath, [importCommand, ...args], {
    env: { ...process.env, DATABASE_URL: process.env.TEST_DATABASE_URL },
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => {
    errors += chunk
    watch?.(errors, () => child.kill('SIGKILL'))
  })
  return new Promise((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal, output, errors })),
  )
}
