import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anonClient, createMember, createPost, type Member, refusal, sql } from '../support/database.ts'

async function customer(company: string | null, value: number | null, plan = 'Team') {
  const member = await createMember()
  await sql`insert into public.person_segments (person_id, plan, company, monthly_value) values (${member.id}, ${plan}, ${company}, ${value})`
  return member
}
const vote = (member: Member, post: number) => member.one('set_vote', { post_id: post, wanted: true })

test('only the team reads customer data, and no client writes it', async () => {
  const member = await customer('Acme', 500)
  const read = async (client: Member['client']) =>
    (await client.from('person_segments').select('company').eq('person_id', member.id)).data
  const moderator = await createMember({ moderator: true })
  expect(await read(moderator.client)).toEqual([{ company: 'Acme' }])
  expect(await read(member.client)).toEqual([])
  expect(await read((await createMember()).client)).toEqual([])
  expect((await anonClient().from('person_segments').select('company')).error?.code).toBe('42501')
  for (const who of ['anon' as const, member, moderator, await createMember({ admin: true })]) {
    for (const statement of [
      `insert into public.person_segments (person_id, company) values ('${member.id}', 'X')`,
      `update public.person_segments set company = 'X'`,
      'delete from public.person_segments',
      `select private.set_segments('${member.id}', '{"company": "X"}')`,
      'select * from private.interest()',
    ])
      expect(await refusal(who, statement), statement).toBe('42501')
  }
  for (const who of ['anon' as const, member])
    expect(await refusal(who, 'select * from public.admin_interest(array[1])')).toBe('42501')
})

test('a company counts once for a post, however many of its people voted, without excluded votes', async () => {
  const moderator = await createMember({ moderator: true })
  const { id } = await createPost()
  const [company, other] = [`Acme ${randomUUID()}`, `Zeta ${randomUUID()}`]
  const people = await Promise.all([
    customer(company, 500),
    customer(company.toUpperCase(), 300),
    customer(other, 70.5, 'Free'),
    customer(null, 20),
    customer(null, 20),
    createMember(),
  ])
  for (const person of people) await vote(person, id)
  const interest = async () => (await moderator.call('admin_interest', { post_ids: [id] }))[0]
  expect(await interest()).toMatchObject({ companies: 2, monthly_value: 610.5, plans: { Team: 4, Free: 1 } })
  await sql`update public.votes set is_set_aside = true where post_id = ${id} and user_id = ${people[2]!.id}`
  expect(await interest()).toMatchObject({ companies: 1, monthly_value: 540 })

  const found = async (filter: object) =>
    (await moderator.call('admin_posts', { filter: filter as never })).map((post) => post.id)
  expect(await found({ company: company.toLowerCase() })).toEqual([id])
  expect(await found({ company: other })).toEqual([])
  expect(await found({ company, plan: 'team' })).toEqual([id])
  expect(await found({ company, plan: 'Free' })).toEqual([])
  expect(await found({ company, value_min: 540 })).toEqual([id])
  expect(await found({ company, value_min: 541 })).toEqual([])
  const [columns] = await moderator.call('admin_columns', { post_ids: [id] })
  expect(columns).toMatchObject({ companies: 1, monthly_value: 540 })
})

test('the list ordered by value continues from page to page', async () => {
  const moderator = await createMember({ moderator: true })
  const tag = randomUUID()
  const posts = await Promise.all(
    [30, 10, 20, 0].map(async (value) => {
      const post = await createPost({ title: `Worth ${value} ${tag}` })
      if (value) await vote(await customer(`C ${randomUUID()}`, value), post.id)
      return { ...post, value }
    }),
  )
  for (const sort of [
    [{ by: 'monthly_value', desc: true }],
    [{ by: 'author' }, { by: 'monthly_value', desc: true }],
    [
      { by: 'companies', desc: true },
      { by: 'monthly_value', desc: true },
    ],
  ]) {
    const seen: number[] = []
    let after: string | undefined
    for (;;) {
      const page = await moderator.call('admin_posts', {
        filter: { text: tag },
        sort: sort as never,
        page_rows: 1,
        after_cursor: after,
      })
      if (page.length === 0) break
      seen.push(page[0]!.id)
      after = page[0]!.row_cursor
    }
    expect(seen).toEqual(posts.toSorted((a, b) => b.value - a.value).map(({ id }) => id))
  }
})

test('they are in the person’s export, and are deleted with the account', async () => {
  const member = await customer('Acme', 12.5)
  await sql`insert into private.own_identities (subject, person_id) values (${randomUUID()}, ${member.id})`
  const data = (await member.client.rpc('export_account').throwOnError()).data as Record<string, unknown>
  expect(data.segments).toMatchObject({ plan: 'Team', company: 'Acme', monthly_value: 12.5 })
  expect(data.own_sign_ins).toHaveLength(1)
  await member.client.rpc('delete_account', { remove_content: false }).throwOnError()
  for (const table of ['public.person_segments', 'private.own_identities'])
    expect(await sql`select from ${sql(table)} where person_id = ${member.id}`).toHaveLength(0)
})

test('where a post was written is recorded once, by its author, for the team', async () => {
  const [author, other, moderator] = [
    await createMember(),
    await createMember(),
    await createMember({ moderator: true }),
  ]
  const { id } = await author.one('create_post', {
    category: 'new-features',
    title: `Where ${randomUUID()}`,
    details: '',
    sent_key: randomUUID(),
  })
  const note = (member: Member) =>
    member.call('note_context', { post_id: id, page: 'https://app.example.com/a', browser: 'Firefox' })
  expect(await note(other)).toBe(false)
  expect(await note(author)).toBe(true)
  expect(await note(author)).toBe(false)
  const read = async (member: Member) =>
    (await member.client.from('post_notes').select('body').eq('post_id', id)).data
  expect(await read(author)).toEqual([])
  expect(await read(moderator)).toEqual([{ body: 'https://app.example.com/a\nFirefox' }])
  expect((await sql`select looked_at from public.post_triage where post_id = ${id}`)[0]!.looked_at).toBeNull()
  const data = (await author.client.rpc('export_account').throwOnError()).data as { sent_contexts: unknown[] }
  expect(data.sent_contexts).toHaveLength(1)
  await moderator.client.from('post_notes').delete().eq('post_id', id)
  expect(await read(moderator)).toEqual([])
  for (const statement of [
    `insert into public.post_notes (post_id, body, is_context) values (${id}, 'x', true)`,
  ])
    expect(await refusal(moderator, statement)).toBe('42501')
})

test('where a post was written is deleted with its author’s account', async () => {
  const [author, moderator] = [await createMember(), await createMember({ moderator: true })]
  const { id } = await author.one('create_post', {
    category: 'new-features',
    title: `Where ${randomUUID()}`,
    details: '',
    sent_key: randomUUID(),
  })
  await author.call('note_context', { post_id: id, page: 'https://app.example.com/kim', browser: 'Firefox' })
  await moderator.client.from('post_notes').insert({ post_id: id, body: 'Ask Kim.' }).throwOnError()
  await author.client.rpc('delete_account', { remove_content: false }).throwOnError()
  const { data } = await moderator.client.from('post_notes').select('body').eq('post_id', id)
  expect(data).toEqual([{ body: 'Ask Kim.' }])
})
