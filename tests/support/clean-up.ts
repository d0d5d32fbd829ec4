import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const steps: (() => Promise<unknown> | void)[] = []

/** Registers something to end with the run. The last registered ends first. */
export function onEnd(step: () => Promise<unknown> | void): void {
  steps.push(step)
}

export async function cleanUp(): Promise<void> {
  for (const step of steps.splice(0).toReversed()) await step()
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void cleanUp().finally(() => process.exit(130)))
}

/** A folder that is deleted at the end of the run. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-test-'))
  // Registered first, so that it runs last, however the process ends.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
