import { describe, expect, test } from 'vitest'
import { miscounts, totals } from '../support/counts.ts'
import { anonClient, createMember, createPost, refusal, sql } from '../support/database.ts'
import {
  admin,
  blocked,
  change,
  give,
  known,
  member,
  moderator,
  newAddress,
  take,
  vote,
  voters,
  votesOf,
} from '../support/address-votes.ts'

const merge = (post: number, into_id: number) =>
  admin.client.rpc('merge_posts', { post_ids: [post], into_id }).throwOnError()
const unmerge = (post: number) => admin.client.rpc('unmerge_posts', { post_ids: [post] }).throwOnError()

describe('a vote for an address', () => {
  test('counts once however the address is written, and can be removed', async () => {
    const { id } = await createPost()
    const address = newAddress()
    const first = await give(moderator, id, ` ${address.toUpperCase()} `)
    expect(first).toMatchObject({ given: true, votes_total: 1, category_slug: 'new-features', on_post: id })
    expect(await give(admin, id, address)).toMatchObject({ given: false, person_id: first.person_id })
    expect(await voters(id)).toMatchObject([
      { id: first.person_id, address, given_by: 'Mo', why: 'Asked on the phone', is_set_aside: false },
    ])
    expect(await moderator.call('admin_voter_addresses', { people: [first.person_id, member.id] })).toEqual([
      { person_id: first.person_id, address },
    ])
    expect(await totals(id)).toMatchObject({ votes_total: 1, votes: 1 })
    expect(await take(id, first.person_id)).toMatchObject({ taken: true, votes_total: 0 })
    expect(await known(address)).toBe(0)
    expect(await sql`select from public.profiles where id = ${first.person_id}`).toHaveLength(0)
    const log =
      await sql`select action, before, after from public.audit_log where post_id = ${id} order by id`
    expect(log.map(({ action }) => action as string)).toEqual(['vote.give', 'vote.take'])
    expect(JSON.stringify(log)).not.toContain(address)
    expect(await give(admin, id, address)).toMatchObject({ given: true, votes_total: 1 })
  })

  test('counts once when added many times at once', async () => {
    const [one, other] = [(await createPost()).id, (await createPost()).id]
    const address = newAddress()
    const given = await Promise.all(
      [one, other, one, other, one, other].map((post, i) => give(i % 2 ? admin : moderator, post, address)),
    )
    expect(new Set(given.map(({ person_id }) => person_id)).size).toBe(1)
    expect(given.filter((answer) => answer.given)).toHaveLength(2)
    expect(await totals(one)).toMatchObject({ votes_total: 1, votes: 1 })
    expect(await totals(other)).toMatchObject({ votes_total: 1, votes: 1 })
  })

  test('returns from a merge to whoever owns it by then', async () => {
    const address = newAddress()
    const voter = await createMember()
    const [stays, merged, other] = [(await createPost()).id, (await createPost()).id, (await createPost()).id]
    // The person voted for one, the address for the other two: while they are merged, that is one vote.
    await vote(voter, merged)
    const { person_id } = await give(admin, stays, address)
    await give(admin, other, address)
    await merge(merged, stays)
    await merge(other, stays)
    expect(await totals(stays)).toMatchObject({ votes_total: 2, votes: 2 })
    await change(voter, address)
    expect(await totals(stays)).toMatchObject({ votes_total: 1, votes: 1 })
    expect([...(await miscounts([stays, merged, other]))]).toEqual([])
    await unmerge(merged)
    await unmerge(other)
    expect(await votesOf(voter.id)).toEqual([stays, merged, other].toSorted((a, b) => a - b))
    expect(await votesOf(person_id)).toEqual([])
    for (const id of [stays, merged, other])
      expect(await totals(id)).toMatchObject({ votes_total: 1, votes: 1 })
    expect([...(await miscounts([stays, merged, other]))]).toEqual([])
  })

  test('counts once together with the account’s vote on the same merged post', async () => {
    const address = newAddress()
    const voter = await createMember()
    const [stays, merged] = [(await createPost()).id, (await createPost()).id]
    await vote(voter, merged)
    await give(admin, merged, address)
    await merge(merged, stays)
    await change(voter, address)
    expect(await totals(stays)).toMatchObject({ votes_total: 1, votes: 1 })
    await unmerge(merged)
    expect(await votesOf(voter.id)).toEqual([merged])
    expect([...(await miscounts([stays, merged]))]).toEqual([])
  })

  test('on a merged post is removed with its hidden copies, and the address with them', async () => {
    const address = newAddress()
    const [stays, merged] = [(await createPost()).id, (await createPost()).id]
    const { person_id } = await give(admin, stays, address)
    await give(admin, merged, address)
    await merge(merged, stays)
    expect(await give(admin, merged, address)).toMatchObject({ given: false, on_post: stays })
    expect(await totals(stays)).toMatchObject({ votes_total: 1, votes: 1 })
    expect(await take(stays, person_id)).toMatchObject({ taken: true, votes_total: 0 })
    expect(await known(address)).toBe(0)
    await unmerge(merged)
    expect([...(await miscounts([stays, merged]))]).toEqual([])
  })

  test('stays excluded, and doesn’t count for a blocked account', async () => {
    const { id } = await createPost()
    const [kept, barred] = [newAddress(), newAddress()]
    const { person_id } = await give(admin, id, kept)
    await give(admin, id, barred)
    const aside = { of_post: id, wanted: true, person_ids: [person_id] }
    await admin.call('set_votes_aside', aside)
    expect(await totals(id)).toMatchObject({ votes_total: 1, votes: 1 })
    const [voter, banned] = [await createMember(), await createMember()]
    await admin.call('block_people', { person_ids: [banned.id], reason: 'spam' })
    await change(voter, kept)
    await change(banned, barred)
    expect(await totals(id)).toMatchObject({ votes_total: 0, votes: 0 })
    expect([...(await miscounts([id]))]).toEqual([])
    await admin.call('unblock_people', { person_ids: [banned.id] })
    await admin.call('set_votes_aside', { of_post: id, wanted: false, person_ids: [voter.id] })
    expect(await totals(id)).toMatchObject({ votes_total: 2, votes: 2 })
  })

  test('is excluded once for a vote that the account had removed', async () => {
    const { id } = await createPost()
    const [voter, address] = [await createMember(), newAddress()]
    await vote(voter, id)
    const of = { of_post: id, person_ids: [voter.id] }
    await admin.call('set_votes_aside', { ...of, wanted: true })
    await voter.call('set_vote', { post_id: id, wanted: false })
    await give(admin, id, address)
    await change(voter, address)
    expect(await voters(id)).toMatchObject([{ id: voter.id, is_set_aside: true }])
    expect(await sql`select from private.withdrawn_votes where user_id = ${voter.id}`).toHaveLength(0)
  })

  test('is part of no signal for new accounts or bursts', async () => {
    const { id } = await createPost()
    const addresses = Array.from({ length: 12 }, newAddress)
    for (const address of addresses) await give(admin, id, address)
    for (const address of addresses)
      await sql`
        insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
        values (gen_random_uuid(), ${address}, now(), '{"name": "Newcomer"}')`
    const listed = await voters(id)
    expect(listed).toHaveLength(12)
    expect(listed.filter(({ is_young, in_burst }) => is_young || in_burst)).toEqual([])
    const data = await admin.call('admin_signals', { of_post: id })
    expect(data).toMatchObject({ signals: [] })
  })

  test('belongs to no one who could be blocked', async () => {
    const { id } = await createPost()
    const { person_id } = await give(admin, id, newAddress())
    const blocking = `select public.block_people(array['${person_id}']::uuid[], 'spam')`
    expect(await refusal(admin, blocking)).toBe('23514')
    expect(await totals(id)).toMatchObject({ votes_total: 1, votes: 1 })
  })

  test('and its address go with the last post for good, and stay while that can be restored', async () => {
    const address = newAddress()
    const [one, other] = [(await createPost()).id, (await createPost()).id]
    await give(admin, one, address)
    await give(admin, other, address)
    await sql`delete from public.posts where id = ${one}`
    await sql`update public.posts set deleted_at = now() where id = ${other}`
    expect(await known(address)).toBe(1)
    expect(await voters(other)).toEqual([])
    await sql`delete from public.posts where id = ${other}`
    expect(await known(address)).toBe(0)
  })

  test('needs an address, a reason and an existing post', async () => {
    const { id } = await createPost()
    const text = (address: string, why: string, post = id) =>
      `select * from public.admin_give_vote_by_address(${post}, ${address}, ${why})`
    for (const address of [
      'null',
      `''`,
      `'nobody'`,
      `'a@b'`,
      `'a b@example.com'`,
      `'${'a'.repeat(250)}@example.com'`,
    ])
      expect(await refusal(admin, text(address, `'x'`))).toBe('23514')
    for (const why of ['null', `' '`, `'${'x'.repeat(201)}'`])
      expect(await refusal(admin, text(`'${newAddress()}'`, why))).toBe('23514')
    await sql`update public.posts set deleted_at = now() where id = ${id}`
    expect(await refusal(admin, text(`'${newAddress()}'`, `'x'`))).toBe('P0002')
  })

  test('can only be read by the team', async () => {
    const { id } = await createPost({ authorId: member.id })
    const address = newAddress()
    const { person_id } = await give(admin, id, address)
    expect(await admin.call('admin_people', { query: address })).toEqual([])
    for (const client of [anonClient(), member.client, blocked.client]) {
      const seen = await Promise.all([
        client.from('profiles').select().eq('id', person_id),
        client.from('votes').select().eq('post_id', id),
        client.from('posts').select().eq('id', id),
      ])
      expect(JSON.stringify(seen)).not.toContain(address)
    }
    const data = await member.call('export_account')
    expect(JSON.stringify(data)).not.toContain(address)
  })
})
