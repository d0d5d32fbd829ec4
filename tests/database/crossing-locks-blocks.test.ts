import { expect, test } from 'vitest'
import { actingAs, createMember, createPost, type Member, sql } from '../support/database.ts'
import { type Run, waiting, whileHeld } from '../support/locks.ts'

const [admin, moderator] = await Promise.all([
  createMember({ admin: true }),
  createMember({ moderator: true }),
])

test('no one escapes a block by removing votes at the same time', async () => {
  const spammer = await createMember()
  const post = await createPost()
  await spammer.call('set_vote', { post_id: post.id, wanted: true })
  const [block, vote] = await whileHeld<{ done: Promise<unknown> }[]>(post, 'update', async () => [
    await waiting(moderator, (as) => as`select public.block_people(array[${spammer.id}::uuid], 'spam')`),
    await waiting(spammer, (as) => as`select * from public.set_vote(${post.id}, false)`),
  ])
  await block!.done
  await expect(vote!.done).rejects.toMatchObject({ code: 'PT403' })
  const votes = await sql`select counts from public.votes where post_id = ${post.id}`
  expect([...votes]).toEqual([{ counts: false }])
})

test('a block that is extended doesn’t end at the same time', async () => {
  const person = await createMember()
  await sql`
    insert into private.blocks (person_id, reason, ends_at) values (${person.id}, 'spam', now() - interval '1 second')`
  const begun = Promise.withResolvers<number>()
  let ending: Promise<unknown> = Promise.resolve()
  await actingAs(
    moderator,
    async (as) => {
      await as`select public.block_people(array[${person.id}::uuid], 'spam again')`
      let isDone = false
      ending = sql.begin(async (worker) => {
        begun.resolve((await worker`select pg_backend_pid() as id`)[0]!.id as number)
        await worker`select private.end_blocks()`
        isDone = true
      })
      const id = await begun.promise
      // Nothing is left to end if another test has ended it before.
      await expect
        .poll(
          async () =>
            isDone || (await sql`select cardinality(pg_blocking_pids(${id})) > 0 as waits`)[0]!.waits,
        )
        .toBe(true)
    },
    { keep: true },
  )
  await ending
  const [row] = await sql`select reason from private.blocks where person_id = ${person.id}`
  expect(row).toEqual({ reason: 'spam again' })
})

test('someone being blocked gets no role, and someone getting a role isn’t blocked', async () => {
  const [person, second] = [await createMember(), await createMember()]
  const blockOf =
    (who: Member): Run =>
    (as) =>
      as`select public.block_people(array[${who.id}::uuid], 'spam')`
  const roleOf =
    (who: Member): Run =>
    (as) =>
      as`select public.set_role(${who.id}, 'moderator')`
  let late: { done: Promise<unknown> } | undefined
  const then = async (first: Member, run: Run, who: Member, next: Run) => {
    await actingAs(first, async (as) => (await run(as), (late = await waiting(who, next))), { keep: true })
    return late!.done
  }
  await expect(then(moderator, blockOf(person), admin, roleOf(person))).rejects.toMatchObject({
    hint: 'role_blocked',
  })
  await expect(then(admin, roleOf(second), moderator, blockOf(second))).rejects.toMatchObject({
    hint: 'block_team',
  })
})

test('a reporter being blocked is refused and holds up no one', async () => {
  const [first, post] = [await createPost(), await createPost()]
  const reporter = await createMember()
  for (const { id } of [first, post]) await reporter.call('set_vote', { post_id: id, wanted: true })
  const [block, report] = await whileHeld<{ done: Promise<unknown> }[]>(first, 'update', async () => [
    await waiting(moderator, (as) => as`select public.block_people(array[${reporter.id}::uuid], 'spam')`),
    await waiting(reporter, (as) => as`select public.report('spam', ${post.id})`),
  ])
  await block!.done
  await expect(report!.done).rejects.toMatchObject({ code: 'PT403' })
})
