import 'server-only'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Key, Values } from '../words/t.ts'

/** In kilobytes, of data: 70 MB are Node's own. The kernel ends what asks for more, whatever a header said. */
const maxData = 340 * 1024
const maxSeconds = 30

// glibc gives memory back at once, and one thread decodes. Nothing of the site's own environment is a decoder's affair.
const environment = {
  NODE_ENV: 'production',
  UV_THREADPOOL_SIZE: '1',
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const

/** Traced by name in next.config.mjs, for the folder that runs by itself. */
const script = join(process.cwd(), 'lib/image/rewrite-picture.mjs')
// Where it compiles, V8 sets half a gigabyte aside that counts as data: hence --jitless.
const command = `ulimit -d ${maxData}; exec "$0" "$@"`

type Answer<Result> = { result: Result } | { refusal: Key; values?: Values } | { reason: string }

/**
 * Works on a picture in a process of its own (rewrite-picture.mjs), which ends with it.
 * @returns what it made, or why it could not: a refusal as a message, or a reason in a decoder's
 */
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
