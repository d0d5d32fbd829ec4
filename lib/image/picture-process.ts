import 'server-only'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Key, Values } from '../words/t.ts'

/** In kilobytes; Node itself needs 70 MB. The kernel kills a process that asks for more, whatever the header said. */
const maxData = 340 * 1024
const maxSeconds = 30

// glibc returns memory immediately and decodes with one thread. The decoder gets nothing of our environment.
const environment = {
  NODE_ENV: 'production',
  UV_THREADPOOL_SIZE: '1',
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const

/** Named in next.config.mjs, so that it is traced into the standalone build. */
const script = join(process.cwd(), 'lib/image/rewrite-picture.mjs')
// With its compiler, V8 reserves half a gigabyte that counts as data, hence --jitless.
const command = `ulimit -d ${maxData}; exec "$0" "$@"`

type Answer<Result> = { result: Result } | { refusal: Key; values?: Values } | { reason: string }

/** @returns the result, or why it failed: a message key, or the decoder's reason */
export function runPictureProcess<Result>(task: object): Promise<Answer<Result>> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', command, process.execPath, '--jitless', script], {
      env: environment,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      timeout: maxSeconds * 1000,
      killSignal: 'SIGKILL',
    })
    let hasBegun = false
    child.once('message', () => {
      hasBegun = true
      child.once('message', (answer) => resolve(answer as Answer<Result>))
      child.send(task, () => {})
    })
    child.once('disconnect', () => {
      if (hasBegun) resolve({ reason: 'out of memory or time' })
      else reject(new Error('The image process did not start.'))
    })
    child.once('error', reject)
  })
}
