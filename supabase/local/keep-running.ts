import { setTimeout as sleep } from 'node:timers/promises'

/** A running program. `ended` resolves when it ends. */
export type Run = { ended: Promise<unknown>; stop: () => Promise<void> }

/** A program that is restarted whenever it ends by itself. `start` brings a stopped one back. */
export type Kept = { start: () => Promise<void>; stop: () => Promise<void> }

const shortestPause = 100
const longestPause = 5_000
/** After a run this long, the pause before the next start is short again. All in milliseconds. */
const goodRun = 10_000

/**
 * Starts a program and keeps it running. If it ends by itself, logs a line and restarts it, with pauses that grow while
 * it keeps ending. Logs once why it can't be restarted. Rejects if the first start does.
 * @param open starts the program. Resolves when it is ready; cleans up before it rejects
 */
export async function keepRunning(name: string, open: () => Promise<Run>): Promise<Kept> {
  let current: Run | null = null
  let stopping = new AbortController()
  let restart = Promise.resolve()
  let pause = shortestPause

  async function start(): Promise<void> {
    stopping = new AbortController()
    watch(await open())
  }

  function watch(run: Run): void {
    current = run
    const since = Date.now()
    void run.ended.then(() => {
      if (stopping.signal.aborted) return
      console.error(`${name} stopped unexpectedly. Restarting it.`)
      if (Date.now() - since > goodRun) pause = shortestPause
      restart = startAgain(stopping.signal)
    })
  }

  async function startAgain(signal: AbortSignal): Promise<void> {
    let said = ''
    while (!signal.aborted) {
      await sleep(pause, null, { signal }).catch(() => {})
      pause = Math.min(pause * 2, longestPause)
      const run = signal.aborted ? null : await open().catch(say)
      if (run) return watch(run)
    }
    function say({ message }: Error): null {
      if (message !== said) console.error(message)
      said = message
      return null
    }
  }

  await start()
  return {
    start,
    stop: async () => {
      stopping.abort()
      await restart
      await current?.stop()
    },
  }
}
