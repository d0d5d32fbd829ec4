import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withMemoryLimit } from '../../supabase/commands/run-site.ts'
import { projectRoot } from '../../supabase/local/backend.ts'

test('every way to start the site sets the same limit', () => {
  for (const file of ['Dockerfile', 'deploy/systemd/signpost@.service']) {
    expect(readFileSync(join(projectRoot, file), 'utf8'), file).toContain(
      `NODE_OPTIONS=${withMemoryLimit()}\n`,
    )
  }
})

test('keeps other options, and a limit that somebody chose', () => {
  expect(withMemoryLimit('--enable-source-maps')).toBe('--enable-source-maps --max-old-space-size=384')
  expect(withMemoryLimit('--max_old_space_size=2048')).toBe('--max_old_space_size=2048')
})
