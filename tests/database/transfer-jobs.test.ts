import { describe, expect, test } from 'vitest'
import { sql } from '../support/database.ts'
import {
  admin,
  other,
  partsOf,
  postsOf,
  read,
  refused,
  start,
  table,
  upload,
  useTransfers,
  work,
} from '../support/transfers.ts'

useTransfers()

describe('an import', () => {
  test('runs alone, and not twice', async () => {
    const [one, two] = [await upload(table(2)), await upload(table(2))]
    await work()
    await start(one)
    expect(await refused(() => start(two))).toMatchObject({ hint: 'import_busy' })
    expect(await refused(() => admin.call('admin_undo_import', { run_id: one }))).toMatchObject({
      hint: 'import_not_undoable',
    })
    await Promise.all([work(), work(), work()])
    expect(await postsOf(one)).toHaveLength(2)
    await start(two)
    await work()
    expect(await read(two)).toMatchObject({ state: 'done', posts: 2 })
    await Promise.allSettled([1, 2].map(() => admin.call('admin_undo_import', { run_id: two })))
    await Promise.all([work(), work()])
    expect(await read(two)).toMatchObject({ state: 'undone', outcome: { removed: 2 } })
  })

  test('that is still being worked on keeps its progress', async () => {
    const id = await upload(table(2))
    await work()
    await start(id)
    const [run] = await sql`select attempts from private.import_runs where id = ${id}`
    await sql`select private.hold_import(${id}, ${run!.attempts}, 0.25)`
    expect(await read(id)).toMatchObject({ state: 'running', done: 0.25 })
    await sql`select private.hold_import(${id}, ${run!.attempts})`
    expect(await read(id)).toMatchObject({ state: 'running', done: 0.25 })
    await work()
  })

  test('continues after its worker is gone, and what that worker writes later is refused', async () => {
    // Enough batches that the takeover below arrives in time.
    const size = 600
    const id = await upload(table(size))
    await work()
    await start(id)
    let asked = 0
    // Like a worker that hangs until another one takes over.
    await work({
      isOver: () => {
        if (++asked === 3)
          void sql`update private.import_runs set attempts = attempts + 1 where id = ${id}`.execute()
        return false
      },
    })
    const half = await postsOf(id)
    expect(half.length).toBeGreaterThan(0)
    expect(half.length).toBeLessThan(size)
    expect(await read(id)).toMatchObject({ state: 'running' })
    await sql`update private.import_runs set held_until = now() where id = ${id}`
    await work({ isOver: () => asked++ > 6 })
    await work()
    expect(await read(id)).toMatchObject({
      state: 'done',
      posts: size,
      outcome: { counts: { added: size, present: 0 } },
    })
    expect(await sql`select from private.find_miscounts()`).toHaveLength(0)
  })

  test('fails after three workers ended while working on it, and can be undone', async () => {
    const id = await upload(table(2))
    await work()
    await start(id)
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await sql`select from private.claim_import()`).toHaveLength(1)
      expect(await sql`select from private.claim_import()`).toHaveLength(0)
      await sql`update private.import_runs set held_until = now() where id = ${id}`
    }
    await work()
    expect(await read(id)).toMatchObject({ state: 'failed', problem: 'worker_gone' })
    expect(await partsOf(id)).toHaveLength(0)
    await admin.call('admin_undo_import', { run_id: id })
    await work()
    expect(await read(id)).toMatchObject({ state: 'undone' })
  })

  test('stops when an admin asks', async () => {
    const id = await upload(table(300))
    await work()
    await start(id)
    let isStopped = false
    await work({
      isOver: () => {
        if (!isStopped) void other.call('admin_stop_import', { run_id: id })
        isStopped = true
        return false
      },
    })
    await expect.poll(() => read(id)).toMatchObject({ state: 'failed', problem: 'stopped' })
    const before = (await postsOf(id)).length
    await work()
    expect(await postsOf(id)).toHaveLength(before)
  })
})
