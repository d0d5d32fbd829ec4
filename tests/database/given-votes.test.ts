import { describe, expect, test } from 'vitest'
import { miscounts, totals } from '../support/counts.ts'
import { createMember, createPost, type Member, refusal, sql } from '../support/database.ts'

const [admin, moderator, member, blocked] = await Promise.all([
  createMember({ name: 'Ada', admin: true }),
  createMember({ name: 'Mo', moderator: true }),
  createMember({ name: 'Kim' }),
  createMember(),
])
await admin.call('block_people', { person_ids: [blocked.id], reason: 'spam' })

const give = async (who: Member, post_id: number, person: { id: string }, why = 'Asked on the phone') =>
  await who.one('admin_give_vote', { post_id, person_id: person.id, why })
const take = async (who: Member, post_id: number, person: { id: string }) =>
  await who.one('admin_take_vote', { post_id, person_id: person.id })
/** The votes that the team added, as the list of all votes shows them. */
const given = async (who: Member, of_post: number) =>
  (await who.call('admin_voters', { of_post })).filter(({ why }) => why !== null)
const marks = (post: number) => sql`
  select user_id, given_by, why from private.given_votes where post_id = ${post} order by created_at`
const givenText = (post: number, person: string, why = 'x') =>
  `select * from public.admin_give_vote(${post}, '${person}', '${why}')`

describe('a vote on someone’s behalf', () => {
  test('is the person’s one vote, marked and logged, and can be removed', async () => {
    const { id } = await createPost()
    expect(await give(moderator, id, member, '  Asked   at the fair ')).toEqual({
      given: true,
      votes_total: 1,
      category_slug: 'new-features',
      on_post: id,
    })
    expect(await give(admin, id, member)).toMatchObject({ given: false, votes_total: 1 })
    expect(await given(admin, id)).toMatchObject([
      { id: member.id, name: 'Kim', address: null, given_by: 'Mo', why: 'Asked at the fair' },
    ])
    const own = await member.call('votes_on', { post_ids: [id] })
    expect(JSON.stringify(own)).toContain(String(id))
    expect(await take(admin, id, member)).toMatchObject({ taken: true, votes_total: 0 })
    expect(await take(admin, id, member)).toMatchObject({ taken: false, votes_total: 0 })
    expect([...(await marks(id))]).toEqual([])
    const log = await sql`
      select actor_id, action, before, after from public.audit_log where post_id = ${id} order by id`
    const said = { user_id: member.id, why: 'Asked at the fair' }
    expect([...log]).toEqual([
      { actor_id: moderator.id, action: 'vote.give', before: null, after: said },
      { actor_id: admin.id, action: 'vote.take', before: said, after: null },
    ])
    expect([...(await miscounts([id]))]).toEqual([])
  })

  test('doesn’t replace a vote that the person cast', async () => {
    const { id } = await createPost()
    await member.call('set_vote', { post_id: id, wanted: true })
    expect(await give(admin, id, member)).toMatchObject({ given: false, votes_total: 1 })
    expect(await given(admin, id)).toEqual([])
    expect(await take(admin, id, member)).toMatchObject({ taken: false, votes_total: 1 })
  })

  test('can be removed by its person with the button, and is then cast by them', async () => {
    const { id } = await createPost()
    await give(admin, id, member)
    const vote = (wanted: boolean) =>
      member.client.rpc('set_vote', { post_id: id, wanted }).single().throwOnError()
    expect((await vote(false)).data).toMatchObject({ voted: false, votes_total: 0 })
    expect([...(await marks(id))]).toEqual([])
    expect((await vote(true)).data).toMatchObject({ voted: true, votes_total: 1 })
    expect(await take(admin, id, member)).toMatchObject({ taken: false, votes_total: 1 })
  })

  test('added and cast at the same moment is one vote', async () => {
    const { id } = await createPost()
    const people = await Promise.all([createMember(), createMember(), createMember()])
    await Promise.all(
      people.flatMap((person) => [
        give(admin, id, person),
        person.client.rpc('set_vote', { post_id: id, wanted: true }).throwOnError(),
        give(moderator, id, person),
      ]),
    )
    expect(await totals(id)).toMatchObject({ votes_total: 3, votes: 3 })
  })

  test('moves with a merge and returns, once per person', async () => {
    const [stays, merged] = [(await createPost()).id, (await createPost()).id]
    const other = await createMember()
    await give(admin, merged, member)
    await give(admin, merged, other)
    await give(moderator, stays, other)
    await admin.call('merge_posts', { post_ids: [merged], into_id: stays })
    expect(await totals(stays)).toMatchObject({ votes_total: 2, votes: 2 })
    expect(await given(admin, stays)).toHaveLength(2)
    // For a merged post, it goes to the one that remains.
    expect(await give(admin, merged, member)).toMatchObject({ given: false, on_post: stays })
    await admin.call('unmerge_posts', { post_ids: [merged] })
    expect(await totals(merged)).toMatchObject({ votes_total: 2, votes: 2 })
    expect(await marks(merged)).toHaveLength(2)
    expect(await take(admin, merged, member)).toMatchObject({ taken: true, votes_total: 1 })
    expect([...(await miscounts([stays, merged]))]).toEqual([])
  })

  test('ends with its person’s account, and loses the name of a deleted giver', async () => {
    const { id } = await createPost()
    const [giver, voter, goner] = [
      await createMember({ moderator: true }),
      await createMember(),
      await createMember(),
    ]
    await give(giver, id, voter, 'By mail')
    await give(giver, id, goner)
    const exported = await giver.call('export_account')
    expect(exported).toMatchObject({ given_votes: [{ post_id: id, why: 'By mail' }, { post_id: id }] })
    expect(JSON.stringify(await voter.call('export_account'))).not.toContain('By mail')
    await sql`delete from auth.users where id in (${giver.id}, ${goner.id})`
    expect([...(await marks(id))]).toEqual([{ user_id: voter.id, given_by: null, why: 'By mail' }])
    expect(await totals(id)).toMatchObject({ votes_total: 1, votes: 1 })
  })

  test('doesn’t count while its person is blocked', async () => {
    const { id } = await createPost()
    const person = await createMember()
    await give(admin, id, person)
    await admin.call('block_people', { person_ids: [person.id], reason: 'spam' })
    expect(await totals(id)).toMatchObject({ votes_total: 0 })
    expect(await given(admin, id)).toHaveLength(1)
    await admin.call('unblock_people', { person_ids: [person.id] })
    expect(await totals(id)).toMatchObject({ votes_total: 1, votes: 1 })
  })

  test('is for another person with an account who isn’t blocked, with a reason, on an existing post', async () => {
    const { id } = await createPost()
    const [placeholder] = await sql<{ id: string }[]>`
      insert into public.profiles (name, placeholder) values ('Imported', true) returning id`
    for (const person of [admin.id, blocked.id, placeholder!.id, '00000000-0000-4000-8000-000000000001'])
      expect(await refusal(admin, givenText(id, person))).toBe('23514')
    for (const why of [' ', 'x'.repeat(201)])
      expect(await refusal(admin, givenText(id, member.id, why))).toBe('23514')
    expect(await refusal(admin, `select * from public.admin_give_vote(${id}, '${member.id}', null)`)).toBe(
      '23514',
    )
    await sql`update public.posts set deleted_at = now() where id = ${id}`
    expect(await refusal(admin, givenText(id, member.id))).toBe('P0002')
    expect(await refusal(admin, `select * from public.admin_take_vote(${id}, '${member.id}')`)).toBe('P0002')
    expect(await given(admin, id)).toEqual([])
  })
})
