import type { ChildProcess } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endChild, signalGroup, spawnNode, waitUntil } from './processes.ts'

const root = new URL('../../', import.meta.url)
const lite = new URL('node_modules/@supabase/lite/dist/cli/index.js', root)

/** The running Supabase API. `start` brings an ended one back at the same address. */
export type Api = {
  stop: () => Promise<void>
  start: () => Promise<void>
  /** Takes connections and answers none, until it goes on. */
  pause: () => void
  goOn: () => void
}

/** Starts the API that the configuration describes; resolves once it answers. */
export async function startApi(facts: { config: string; folder: string; url: string }): Promise<Api> {
  const { config, folder, url } = facts
  let child: ChildProcess
  const start = async () => {
    child = spawnNode(lite, ['start', '--no-admin', '--config', config], liteOptions(folder))
    await waitUntil('The start of the local Supabase API', () => {
      if (child.exitCode !== null) throw new Error(`The local Supabase API ended:\n${endOfLog(folder)}`)
      return answers(url)
    })
  }
  await start()
  return {
    start,
    stop: () => endChild(child),
    pause: () => signalGroup(child.pid!, 'SIGSTOP'),
    goOn: () => signalGroup(child.pid!, 'SIGCONT'),
  }
}

/** Runs one command of the API's program to its end; throws the log's end when it fails. */
export async function runLite(args: string[], folder: string): Promise<void> {
  const child = spawnNode(lite, args, liteOptions(folder))
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) {
    throw new Error(`A migration failed:\n${endOfLog(folder)}`)
  }
}

/** Whether an API works at the address; false as well when nobody is there. */
export async function answers(url: string): Promise<boolean> {
  const response = await fetch(`${url}/auth/v1/health`, { signal: AbortSignal.timeout(2_000) }).catch(
    () => null,
  )
  return response !== null && response.status < 500
}

const endOfLog = (folder: string) => readFileSync(join(folder, 'api.log'), 'utf8').slice(-1500)

function liteOptions(folder: string) {
  const log = openSync(join(folder, 'api.log'), 'a')
  return {
    cwd: root,
    env: {
      ...process.env,
      LITE_TELEMETRY: '0',
      EXPERIMENTAL_STORAGE: '1',
      // The mailbox of this machine has a certificate that only it knows.
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      NODE_NO_WARNINGS: '1',
    },
    stdio: ['ignore', log, log] as ['ignore', number, number],
  }
}
