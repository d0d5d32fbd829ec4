import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { expect, test } from 'vitest'
import { beginBeside } from '../support/database.ts'
import { anonClient, createMember, createPost, type Member, sql } from '../support/database.ts'

const merging = `hashtextextended('merging posts', 0)`
const personal = ({ id }: Member) => `hashtextextended('${id}', 1)`

/** Runs as the person in the session they signed in with, and resolves once it waits or is done. */
const beginAs = ({ accessToken }: Member, run: (as: TransactionSql) => Promise<unknown>) =>
  beginBeside(async (as) => {
    const claims = Buffer.from(accessToken.split('.')[1]!, 'base64url').toString()
    await as`select set_config('request.jwt.claims', ${claims}, true),
      set_config('request.jwt.claim.sub', ${(JSON.parse(claims) as { sub: string }).sub}, true)`
    await as`set local role authenticated`
    return run(as)
  })

/** Holds a lock until everyone who started in the meantime waits for it. */
const whileLocked = <T>(key: string, run: () => Promise<T>): Promise<T> =>
  sql.begin(async (as) => {
    await as.unsafe(`select pg_advisory_xact_lock(${key})`)
    return run()
  }) as Promise<T>

const leave = (person: Member, removeContent: boolean) =>
  beginAs(person, (as) => as`select public.delete_account(${removeContent})`)

const isGone = async ({ id }: Member) => {
  const [row] = await sql`
    select exists (select from auth.users where id = ${id})
      or exists (select from public.profiles where id = ${id})
      or exists (select from auth.sessions where user_id = ${id}) as is_here`
  return !row!.is_here
}

/** Someone without an account whom the team voted for by email address. */
async function voteByAddress(address: string, ...posts: { id: number }[]): Promise<void> {
  const moderator = await createMember({ moderator: true })
  for (const { id } of posts) {
    const why = 'Asked in a call'
    await moderator.client.rpc('admin_give_vote_by_address', { post_id: id, address, why }).throwOnError()
  }
}

test('someone who deletes everything while confirming a new address that has votes is gone', async () => {
  const [person, post] = [await createMember(), await createPost()]
  const address = `${randomUUID()}@example.com`
  await voteByAddress(address, post)
  await createPost({ authorId: person.id })
  const [leaving, confirming] = await whileLocked(merging, async () => [
    await leave(person, true),
    await beginBeside((as) => as`update auth.users set email = ${address} where id = ${person.id}`),
  ])
  await Promise.all([leaving!.done, confirming!.done])
  expect(await isGone(person)).toBe(true)
  expect((await sql`select votes_total from public.posts where id = ${post.id}`)[0]!.votes_total).toBe(1)
})

test.each([true, false])(
  'someone who deletes the account in two windows at once is gone (with content first: %s)',
  async (first) => {
    const person = await createMember()
    await createPost({ authorId: person.id })
    const [one, two] = await whileLocked(merging, async () => [
      await leave(person, first),
      await leave(person, !first),
    ])
    await one!.done
    await two!.done.catch((error: { code: string }) => expect(error.code).toBe('42501'))
    expect(await isGone(person)).toBe(true)
  },
)

test('an admin who deletes the account while another changes their role is gone', async () => {
  const [leaver, other] = [await createMember({ admin: true }), await createMember({ admin: true })]
  const [leaving, changing] = await whileLocked(personal(leaver), async () => [
    await leave(leaver, false),
    await beginAs(other, (as) => as`select public.set_role(${leaver.id}, 'moderator')`),
  ])
  await leaving!.done
  await changing!.done.catch((error: { hint: string }) => expect(error.hint).toBe('role_no_account'))
  expect(await isGone(leaver)).toBe(true)
  expect([...(await sql`select from public.roles where user_id = ${leaver.id}`)]).toEqual([])
})

test('someone who posts while deleting the account is told that they are signed out', async () => {
  const person = await createMember()
  const post = [person.id, randomUUID()] as const
  const [leaving, posting] = await whileLocked(personal(person), async () => [
    await leave(person, false),
    await beginAs(
      person,
      (as) => as`select public.create_post('new-features', ${`Of ${post[0]}`}, '', ${post[1]})`,
    ),
  ])
  await leaving!.done
  await expect(posting!.done).rejects.toMatchObject({ code: '42501', hint: 'signed_out' })
})

test('accounts that confirm addresses with votes on the same posts at once each get their own votes', async () => {
  const posts = [await createPost(), await createPost(), await createPost()]
  const people = []
  for (let count = 0; count < 6; count++) {
    const email = `${randomUUID()}@example.com`
    await voteByAddress(email, ...(count % 2 ? posts : posts.toReversed()))
    const { data } = await anonClient().auth.signUp({ email, password: 'correct horse battery' })
    people.push(data.user!.id)
  }
  const confirmed = people.map((id) =>
    sql`update auth.users set email_confirmed_at = now() where id = ${id}`.then(() => null),
  )
  await Promise.all(confirmed)
  const votes = await sql`
    select count(*)::int as count from public.votes v where v.user_id = any (${people}) and v.counts`
  expect(votes[0]!.count).toBe(people.length * posts.length)
  for (const { id } of posts) {
    expect((await sql`select votes_total from public.posts where id = ${id}`)[0]!.votes_total).toBe(
      people.length,
    )
  }
  expect([...(await sql`select from private.find_miscounts()`)]).toEqual([])
})

test('nothing posted during the deletion of an account with its content stays', async () => {
  const category = 'new-features'
  for (let round = 0; round < 4; round++) {
    const [person, post] = [await createMember(), await createPost()]
    const write = (number: number) => [
      person.client.rpc('create_post', {
        category,
        title: `Of a leaver ${person.id} ${number}`,
        details: '',
        sent_key: randomUUID(),
      }),
      person.client.from('comments').insert({ post_id: post.id, body: `Of a leaver ${person.id}` }),
      person.client.rpc('set_vote', { post_id: post.id, wanted: true }),
    ]
    const written = [0, 1].flatMap(write)
    const left = person.client.rpc('delete_account', { remove_content: true }).then((answer) => answer)
    const answers = await Promise.all([...written, left, ...[2, 3].flatMap(write)])
    const codes = answers.map(({ error }) => error?.code).filter((code) => code && code !== 'PT429')
    expect((await left).error).toBeNull()
    expect(new Set(codes).difference(new Set(['42501', '23503', 'P0002', 'PGRST301']))).toEqual(new Set())
    expect(await isGone(person)).toBe(true)
    const stays = await sql`
      select title as text from public.posts where title like ${`Of a leaver ${person.id}%`}
      union all select body from public.comments where body like ${`Of a leaver ${person.id}%`}`
    expect([...stays]).toEqual([])
    const [row] = await sql`
      select votes_total, comments_total from public.posts where id = ${post.id}`
    expect(row).toEqual({ votes_total: 0, comments_total: 0 })
  }
})
