import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { claimFolder } from '../../supabase/local/claim'

const folder = mkdtempSync(join(tmpdir(), 'signpost-claim-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a folder is one claimant’s until it is given up', () => {
  const giveUp = claimFolder(folder)
  expect(giveUp).not.toBeNull()
  expect(claimFolder(folder)).toBeNull()
  expect(claimFolder(folder)).toBeNull()
  giveUp!()
  giveUp!()
  const again = claimFolder(folder)
  expect(again).not.toBeNull()
  again!()
})

test('a folder that cannot be used is named', () => {
  const used = join(folder, 'used')
  // As it is for another user than whose files these are.
  mkdirSync(join(used, 'claim'), { recursive: true })
  expect(() => claimFolder(used)).toThrow(`The folder ${used} cannot be used`)
})
