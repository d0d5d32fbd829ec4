import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  actingAs,
  anonClient,
  call,
  createMember,
  createPost,
  type Member,
  refusal,
  sql,
} from '../support/database.ts'

const [admin, moderator, member] = await Promise.all([
  createMember({ admin: true }),
  createMember({ moderator: true }),
  createMember(),
])

type Plan = { assignee?: string | null; quarter?: string | null }
const plan = async (who: Member, post_ids: number[], wanted: Plan, seen?: Plan) =>
  await who.call('admin_set_plan', { post_ids, plan: wanted, seen })
const planOf = async (id: number) =>
  (await sql`select assignee_id as assignee, quarter from public.post_triage where post_id = ${id}`)[0]
const setText = (id: number, wanted: string, seen = 'null') =>
  `select * from public.admin_set_plan(array[${id}], '${wanted}', ${seen})`

describe('a plan', () => {
  test('sets assignee and expected quarter, and marks the post as reviewed', async () => {
    const [one, two] = [(await createPost()).id, (await createPost()).id]
    const done = await plan(moderator, [two, one, -1], { assignee: admin.id, quarter: '2027-Q1' })
    const none = { assignee: null, quarter: null }
    expect(done).toMatchObject([
      { post_id: -1, outcome: 'missing' },
      { post_id: one, outcome: 'done', before: none, category_slug: 'new-features' },
      { post_id: two, outcome: 'done', before: none },
    ])
    expect(await planOf(one)).toEqual({ assignee: admin.id, quarter: '2027-Q1' })
    const [looked] = await sql`select looked_by from public.post_triage where post_id = ${one}`
    expect(looked).toEqual({ looked_by: moderator.id })
    // Fields that are left out stay unchanged.
    expect(await plan(admin, [one], { quarter: null })).toMatchObject([
      { outcome: 'done', before: { quarter: '2027-Q1' } },
    ])
    expect(await planOf(one)).toEqual({ assignee: admin.id, quarter: null })
    expect(await plan(admin, [one], { quarter: null })).toMatchObject([{ outcome: 'unchanged' }])
    const log = await sql`
      select actor_id, before, after from public.audit_log
      where post_id = ${one} and action = 'post.plan' order by id`
    expect([...log]).toEqual([
      { actor_id: moderator.id, before: none, after: { assignee: admin.id, quarter: '2027-Q1' } },
      { actor_id: admin.id, before: { quarter: '2027-Q1' }, after: { quarter: null } },
    ])
  })

  test('can be undone where no one has changed it since', async () => {
    const { id } = await createPost()
    await plan(admin, [id], { assignee: admin.id })
    await plan(moderator, [id], { assignee: moderator.id })
    expect(await plan(admin, [id], { assignee: null }, { assignee: admin.id })).toMatchObject([
      { outcome: 'conflict' },
    ])
    expect(await plan(moderator, [id], { assignee: null }, { assignee: moderator.id })).toMatchObject([
      { outcome: 'done' },
    ])
    expect(await planOf(id)).toEqual({ assignee: null, quarter: null })
  })

  test('accepts a team member and a quarter', async () => {
    const { id } = await createPost()
    expect(await refusal(admin, setText(id, `{"assignee": "${member.id}"}`))).toBe('23514')
    for (const wrong of [
      '{}',
      '[]',
      'null',
      '{"assignee": "me"}',
      '{"quarter": "2027-Q5"}',
      '{"quarter": "Q1 2027"}',
      '{"quarter": "2027-Q1", "state": "planned"}',
    ])
      expect(await refusal(admin, setText(id, wrong)), wrong).toBe('22023')
    expect(await refusal(admin, setText(id, '{"quarter": null}', `'{}'`))).toBe('22023')
  })

  test('is unassigned once the person has left the team or deleted the account', async () => {
    const [leaver, goner] = [await createMember({ moderator: true }), await createMember({ moderator: true })]
    const [one, two] = [(await createPost()).id, (await createPost()).id]
    await plan(admin, [one], { assignee: leaver.id, quarter: '2027-Q2' })
    await plan(admin, [two], { assignee: goner.id })
    const exported = await leaver.call('export_account')
    expect(exported).toMatchObject({ assigned_posts: [one] })
    await admin.call('set_role', { person_id: leaver.id })
    await sql`delete from auth.users where id = ${goner.id}`
    expect(await planOf(one)).toEqual({ assignee: null, quarter: '2027-Q2' })
    expect(await planOf(two)).toEqual({ assignee: null, quarter: null })
  })

  test('can be found: one’s own, someone’s, no one’s', async () => {
    const text = `w${randomUUID().slice(0, 8)}`
    const [mine, free] = [
      (await createPost({ title: `${text} a` })).id,
      (await createPost({ title: `${text} b` })).id,
    ]
    await plan(admin, [mine], { assignee: moderator.id, quarter: '2027-Q3' })
    const found = async (who: Member, assignee: string) => {
      const filter = { assignee, text }
      const data = await who.call('admin_posts', { filter })
      const counted = await who.one('admin_posts_total', { filter })
      expect(counted.total).toBe(data.length)
      return data.map(({ id }) => id)
    }
    expect(await found(moderator, 'me')).toEqual([mine])
    expect(await found(admin, 'me')).toEqual([])
    expect(await found(admin, moderator.id)).toEqual([mine])
    expect(await found(admin, 'none')).toEqual([free])
    expect((await call(admin.client, 'admin_posts', { filter: { assignee: 'you' } })).error?.code).toBe(
      '22023',
    )
    const columns = await admin.call('admin_columns', { post_ids: [mine] })
    expect(columns).toMatchObject([{ assignee_name: expect.any(String), quarter: '2027-Q3' }])
    const triage = await admin.call('admin_triage', { post_ids: [mine, free] })
    expect(triage).toMatchObject([
      { plan: { assignee: moderator.id, quarter: '2027-Q3' } },
      { plan: { assignee: null, quarter: null } },
    ])
  })
})

describe('the expected quarter', () => {
  /** What everyone can read, whether the site shows it or not; rolled back. */
  const publicly = (ids: number[], shows: boolean, prepare = '') =>
    actingAs('anon', async (as) => {
      await as`reset role`
      await as`update public.site_settings set shows_quarters = ${shows}`
      await as.unsafe(prepare)
      await as`set local role anon`
      const rows = await as`select * from public.expected_quarters(${ids}::bigint[]) order by post_id`
      return rows.map(({ post_id, quarter }) => [Number(post_id), quarter])
    })

  test('is public for planned and in-progress posts if the site shows it', async () => {
    const ids = [] as number[]
    for (const state of ['proposed', 'candidate', 'planned', 'in-progress', 'completed']) {
      const { id } = await createPost()
      ids.push(id)
      await sql`update public.posts set state = ${state} where id = ${id}`
    }
    await plan(admin, ids, { quarter: '2027-Q4', assignee: admin.id })
    const [, , planned, progressing] = ids
    expect(await publicly(ids, false)).toEqual([])
    const both = [
      [planned, '2027-Q4'],
      [progressing, '2027-Q4'],
    ]
    expect(await publicly(ids, true)).toEqual(both)
    const hide = `update public.posts set deleted_at = now() where id = ${planned}`
    expect(await publicly(ids, true, hide)).toEqual(both.slice(1))
  })

  test('is off by default, and keeps an admin’s choice', async () => {
    const save = `select public.admin_save_site('{"shows_quarters": true}')`
    const shown = await actingAs(admin, async (as) => {
      await as.unsafe(save)
      const [now] = await as`select shows_quarters from public.site_settings`
      await as`select public.admin_save_site('{"welcome": "Hi"}')`
      const [later] = await as`select shows_quarters from public.site_settings`
      return [now!.shows_quarters, later!.shows_quarters]
    })
    expect(shown).toEqual([true, true])
    const { data } = await anonClient().from('site_settings').select('shows_quarters').single().throwOnError()
    expect(data.shows_quarters).toBe(false)
  })
})
