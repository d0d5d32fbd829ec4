import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Kept, keepRunning } from './keep-running.ts'
import { appendPrivateFile, withPrivateFiles } from './private-files.ts'
import { endChild, endOf, hasEnded, signalGroup, spawnNode, waitUntil } from './processes.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const apiProcess = join(root, 'supabase/local/api-process.ts')
const lite = join(root, 'node_modules/@supabase/lite/dist/cli/index.js')

/** The running Supabase API. `start` restarts a stopped one at the same address. */
export type Api = Kept & {
  /** Makes it accept connections without answering, until it continues. */
  pause: () => void
  goOn: () => void
}

/** Its configuration file, the folder of its log, its address, and the secrets to keep out of the log. */
type ApiFacts = { config: string; folder: string; url: string; secrets: string[] }

/** Starts the API that the configuration describes; resolves once it answers. */
export async function startApi(facts: ApiFacts): Promise<Api> {
  let child: ChildProcess
  const kept = await keepRunning('The local Supabase API', async () => {
    const started = spawnProgram(apiProcess, [facts.config], facts.folder, facts)
    child = started
    // Wait for its own output too: if the port is taken, another program may answer.
    let isListening = false
    started.stdout!.on('data', (part) => (isListening ||= String(part).includes(facts.url)))
    await waitUntil('The start of the local Supabase API', () => {
      if (hasEnded(started)) throw new Error(`The local Supabase API ended:\n${endOfLog(facts.folder)}`)
      return isListening ? answers(facts.url) : Promise.resolve(false)
    }).catch(async (error) => {
      await endChild(started)
      throw error
    })
    return { ended: endOf(started), stop: () => endChild(started) }
  })
  return {
    ...kept,
    pause: () => signalGroup(child.pid!, 'SIGSTOP'),
    goOn: () => signalGroup(child.pid!, 'SIGCONT'),
  }
}

/** Applies a project's missing migrations. Throws the end of the log if one fails. */
export async function migrate(facts: Omit<ApiFacts, 'url'>, project = root): Promise<void> {
  const child = spawnProgram(lite, ['migration', 'up', '--config', facts.config], project, facts)
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) {
    throw new Error(`A migration failed:\n${endOfLog(facts.folder)}`)
  }
}

/** Whether an API answers at the address. */
export async function answers(url: string): Promise<boolean> {
  const response = await fetch(`${url}/auth/v1/health`, { signal: AbortSignal.timeout(2_000) }).catch(
    () => null,
  )
  return response !== null && response.status < 500
}

const logOf = (folder: string) => join(folder, 'api.log')
const endOfLog = (folder: string) => readFileSync(logOf(folder), 'utf8').slice(-1500)

/** Lite stores objects below its working directory, and looks for migrations there. */
function spawnProgram(
  program: string,
  args: string[],
  cwd: string,
  { folder, secrets }: Pick<ApiFacts, 'folder' | 'secrets'>,
): ChildProcess {
  const child = withPrivateFiles(() =>
    spawnNode(program, args, {
      cwd,
      env: {
        ...process.env,
        LITE_TELEMETRY: '0',
        // Lite creates a folder there.
        HOME: folder,
        USERPROFILE: folder,
        EXPERIMENTAL_STORAGE: '1',
        // The local mailbox has a self-signed certificate.
        NODE_TLS_REJECT_UNAUTHORIZED: '0',
        NODE_NO_WARNINGS: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  appendPrivateFile(logOf(folder), '')
  for (const input of [child.stdout!, child.stderr!]) {
    createInterface({ input }).on('line', (line) => {
      const clean = secrets.reduce((text, secret) => text.replaceAll(secret, '(secret)'), line)
      appendPrivateFile(logOf(folder), `${clean}\n`)
    })
  }
  return child
}
