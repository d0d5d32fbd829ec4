import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { moveOldData } from '../../supabase/local/old-data'

let temporary: string
let from: string
let to: string
beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'signpost-old-'))
  ;[from, to] = [join(temporary, 'supabase/.temp/local'), join(temporary, '.signpost')]
  vi.spyOn(console, 'log').mockReturnValue()
})
afterEach(() => {
  rmSync(temporary, { recursive: true })
  vi.restoreAllMocks()
})

function fill(folder: string, pid?: number): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'keys.json'), '{}')
  if (pid) writeFileSync(join(folder, 'running.json'), JSON.stringify({ pid }))
}

test('moves old data once and says so', () => {
  fill(from, 2 ** 22 + 1)
  moveOldData(from, to)
  moveOldData(from, to)
  expect(existsSync(from)).toBe(false)
  expect(readdirSync(to)).toEqual(['keys.json', 'running.json'])
  expect(console.log).toHaveBeenCalledTimes(1)
})

test('makes nothing where nothing is', () => {
  moveOldData(from, to)
  expect(existsSync(to)).toBe(false)
})

test('leaves both alone when there is data in the new place', () => {
  fill(from)
  fill(to)
  moveOldData(from, to)
  expect(existsSync(from)).toBe(true)
  expect(console.log).not.toHaveBeenCalled()
})

test('moves nothing away under a backend that runs', () => {
  fill(from, process.pid)
  expect(() => moveOldData(from, to)).toThrow('An earlier version of the local Supabase is running')
  expect(existsSync(from)).toBe(true)
})
