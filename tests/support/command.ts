import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '../../supabase/local/backend.ts'
import { onEnd } from './clean-up.ts'

type Options = { env?: Record<string, string>; cwd?: string; isQuiet?: boolean }

/** Runs a program of node_modules and returns its exit code. Prints its output, unless quiet. */
export function run(command: string, args: string[], options: Options = {}): Promise<number> {
  const { env, cwd = projectRoot, isQuiet = false } = options
  if (!isQuiet) console.log(`\n▸ ${command} ${args.join(' ')}`)
  const output = isQuiet ? 'ignore' : 'pipe'
  const child = spawn(join(projectRoot, 'node_modules/.bin', command), args, {
    cwd,
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env },
    stdio: ['ignore', output, output],
  })
  // Without a terminal of its own, no program overwrites the lines of one that runs at the same time.
  child.stdout?.pipe(process.stdout, { end: false })
  child.stderr?.pipe(process.stderr, { end: false })
  onEnd(() => void child.kill())
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)))
}
