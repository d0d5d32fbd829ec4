import { describe, expect, test } from 'vitest'
import { totals } from '../support/counts.ts'
import { createMember, createPost, refusal, sql } from '../support/database.ts'
import {
  admin,
  blocked,
  change,
  give,
  known,
  member,
  newAddress,
  take,
  vote,
  voters,
  votesOf,
} from '../support/address-votes.ts'

/** An account whose address isn’t confirmed yet. */
async function signUp(address: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into auth.users (id, email) values (gen_random_uuid(), ${address}) returning id`
  return row!.id
}

describe('a vote for an address', () => {
  test('belongs to the account that has confirmed the address', async () => {
    const { id } = await createPost()
    expect(await give(admin, id, member.email)).toMatchObject({ given: true, person_id: member.id })
    expect(await known(member.email)).toBe(0)
    expect(await voters(id)).toMatchObject([{ id: member.id, name: 'Kim', address: null }])
    const asking = { post_id: id, address: admin.email, why: 'x' }
    expect((await admin.client.rpc('admin_give_vote_by_address', asking)).error?.message).toContain('button')
    const refused = { ...asking, address: blocked.email }
    expect((await admin.client.rpc('admin_give_vote_by_address', refused)).error?.message).toContain(
      'blocked',
    )
  })

  test('moves to an account once its address is confirmed, and not before', async () => {
    const { id } = await createPost()
    const address = newAddress()
    const { person_id } = await give(admin, id, address, 'At the fair')
    const account = await signUp(address)
    expect(await votesOf(account)).toEqual([])
    await sql`update auth.users set email_confirmed_at = now() where id = ${account}`
    expect(await votesOf(account)).toEqual([id])
    expect(await votesOf(person_id)).toEqual([])
    expect(await known(address)).toBe(0)
    expect(await totals(id)).toMatchObject({ votes_total: 1, votes: 1 })
    expect(await voters(id)).toMatchObject([
      { id: account, address: null, given_by: 'Ada', why: 'At the fair' },
    ])
    expect(await take(id, account)).toMatchObject({ taken: true, votes_total: 0 })
  })

  test('merges with a vote the account already has, and moves when its address changes', async () => {
    const [both, one] = [(await createPost()).id, (await createPost()).id]
    const [voter, address] = [await createMember(), newAddress()]
    await vote(voter, both)
    await give(admin, both, address)
    await give(admin, one, address)
    expect(await totals(both)).toMatchObject({ votes_total: 2, votes: 2 })
    await change(voter, address)
    expect(await votesOf(voter.id)).toEqual([both, one].toSorted((a, b) => a - b))
    expect(await totals(both)).toMatchObject({ votes_total: 1, votes: 1 })
    expect(await totals(one)).toMatchObject({ votes_total: 1, votes: 1 })
    expect(await voters(both)).toMatchObject([{ given_by: null }])
    const data = await voter.call('export_account')
    expect(data).toMatchObject({ votes_given_by_the_team: [{ post_id: one }] })
    for (const secret of ['Ada', 'Asked on the phone', admin.id])
      expect(JSON.stringify(data)).not.toContain(secret)
  })

  test('doesn’t go to an account whose address isn’t confirmed', async () => {
    const { id } = await createPost()
    const address = newAddress()
    const squatter = await signUp(address)
    const direct = `select * from public.admin_give_vote(${id}, '${squatter}', 'x')`
    expect(await refusal(admin, direct)).toBe('23514')
    const found = (only_of?: string) =>
      admin.client.rpc('admin_people', { query: address, only_of }).throwOnError()
    expect((await found()).data).toMatchObject([{ id: squatter }])
    expect((await found('confirmed')).data).toEqual([])
    const { person_id } = await give(admin, id, address)
    expect(person_id).not.toBe(squatter)
    expect(await votesOf(squatter)).toEqual([])
    await sql`update auth.users set email_confirmed_at = now() where id = ${squatter}`
    expect((await found('confirmed')).data).toMatchObject([{ id: squatter }])
    expect(await votesOf(squatter)).toEqual([id])
  })

  test('added while the address is being confirmed belongs to the account', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await createPost()
      const address = newAddress()
      const account = await signUp(address)
      await Promise.all([
        give(admin, id, address),
        sql`update auth.users set email_confirmed_at = now() where id = ${account}`,
      ])
      expect(await votesOf(account)).toEqual([id])
      expect(await totals(id)).toMatchObject({ votes_total: 1, votes: 1 })
    }
  })

  test('also moves if the account existed before the address', async () => {
    const { id } = await createPost()
    const address = newAddress()
    const { person_id } = await give(admin, id, address)
    // As a board import writes it: without triggers.
    const account = await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      const [row] = await tx<{ id: string }[]>`
        insert into auth.users (id, email, email_confirmed_at)
        values (gen_random_uuid(), ${address}, now()) returning id`
      await tx`insert into public.profiles (id, name) values (${row!.id}, 'Newcomer')`
      return row!.id
    })
    await sql`select private.hand_over_all_votes()`
    expect(await votesOf(account)).toEqual([id])
    expect(await votesOf(person_id)).toEqual([])
    expect(await totals(id)).toMatchObject({ votes_total: 1, votes: 1 })
  })
})
