import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '../../supabase/local/backend.ts'
import { onEnd } from './clean-up.ts'

/** Runs a program of node_modules to its end, with its output in ours, and gives its exit code. */
export function run(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  console.log(`\n▸ ${command} ${args.join(' ')}`)
  const child = spawn(join(projectRoot, 'node_modules/.bin', command), args, {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  onEnd(() => void child.kill())
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)))
}
