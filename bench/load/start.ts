import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { endChild, endOf, findFreePort, isRunning, waitUntil } from '../../supabase/local/processes.ts'
import { cleanUp, onEnd, temporaryFolder } from '../../tests/support/clean-up.ts'
import { copySources } from '../../tests/support/project-copy.ts'

// npm run first-start: how long a fresh copy of the project takes until it is ready: npm ci, the first start, and later
// starts.
const later = 3
const folder = join(temporaryFolder(), 'project')
copySources(folder)

// Like a new user's shell: without our Node and our settings.
const port = await findFreePort(23_000)
const address = `http://localhost:${port}/`
const env = {
  PORT: String(port),
  PATH: process.env.PATH!.replaceAll(/[^:]*node_modules[^:]*:/g, ''),
  HOME: process.env.HOME,
} as unknown as NodeJS.ProcessEnv

function npm(...args: string[]) {
  const child = spawn('npm', args, {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onEnd(() => endChild(child))
  child.stdout.pipe(process.stdout, { end: false })
  return child
}

/** Seconds until npm start answers, with the page that waits for the build or with the site, and until it is ready. */
async function start(): Promise<{ answers: number; ready: number }> {
  const since = performance.now()
  const seconds = () => (performance.now() - since) / 1000
  const child = npm('start')
  let output = ''
  const isReady = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (part) => (output += part).includes('Press Ctrl-C to stop.') && resolve())
    child.once('exit', () => reject(new Error('npm start ended before it was ready.')))
  })
  await waitUntil('The first answer', (signal) => fetch(address, { signal }).then(() => true))
  const answers = seconds()
  await isReady
  const ready = seconds()
  await endChild(child)
  // npm ends before the programs it started, and the next start would have to wait for those.
  await waitUntil('The end of the site', async () => !isRunning(-child.pid!))
  return { answers, ready }
}

try {
  const since = performance.now()
  await endOf(npm('ci', '--no-audit', '--no-fund'))
  const install = (performance.now() - since) / 1000
  const first = await start()
  const others: number[] = []
  for (let turn = 0; turn < later; turn++) others.push((await start()).ready)
  const seconds = (value: number) => `${value.toFixed(1)} s`
  console.log(`\nnpm ci ${seconds(install)}`)
  const missed = (isMet: boolean) => (isMet ? '' : ': MISSED')
  console.log(
    `first start: ready after ${seconds(first.ready)} (<= 25 s)${missed(first.ready <= 25)}; the page that waits for the build answers after ${seconds(first.answers)} (<= 8 s)${missed(first.answers <= 8)}`,
  )
  console.log(
    `starts after it (<= 5 s): ${others.map(seconds).join(', ')}${missed(others.every((ready) => ready <= 5))}`,
  )
} finally {
  await cleanUp()
}
process.exit(0)
