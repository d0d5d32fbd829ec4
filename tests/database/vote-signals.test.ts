import { describe, expect, test } from 'vitest'
import {
  actingAs,
  anonClient,
  createAccounts,
  createMember,
  createPost,
  type Member,
  refusal,
  serverClient,
  sql,
} from '../support/database.ts'

const [admin, moderator, member] = await Promise.all([
  createMember({ name: 'Ada', admin: true }),
  createMember({ name: 'Mo', moderator: true }),
  createMember({ name: 'Kim' }),
])

type Signals = {
  votes: number
  signals: { kind: string; votes: number }[]
  set_aside: number
  same_posts_total: number
  same_posts: { id: number }[]
  same_comments: { body: string; copies: number; people: number }[]
}

const signalsOf = async (post: { id: number }) =>
  (await moderator.call('admin_signals', { of_post: post.id })) as unknown as Signals
const kindsOf = async (post: { id: number }) =>
  (await signalsOf(post)).signals.map(({ kind, votes }) => `${kind} ${votes}`)

/** People with a vote each, this many hours ago and apart, with accounts this many days old. */
async function votesFrom(post: { id: number }, count: number, more: { hours?: number; days?: number } = {}) {
  const { hours = 0, days = 100 } = more
  const people = (await createAccounts(count)).map(({ id }) => id)
  await sql`update public.profiles set created_at = now() - make_interval(days => ${days}) where id = any (${people})`
  await sql`
    insert into public.votes (user_id, post_id, created_at)
    select p, ${post.id}, now() - ${hours}::int * n * interval '1 hour'
    from unnest(${people}::uuid[]) with ordinality as t (p, n)`
  return people
}
const aside = (post: { id: number }, more: { wanted?: boolean; signal?: string; person_ids?: string[] }) =>
  moderator.client.rpc('set_votes_aside', { of_post: post.id, wanted: true, ...more })
const standing = async ({ id }: { id: number }) =>
  (await sql`select votes_total, trend from public.posts where id = ${id}`)[0] as {
    votes_total: number
    trend: number
  }
const miscounts = async ({ id }: { id: number }) =>
  (await sql`select from private.find_miscounts() where kind = 'votes of a post' and id = ${id}`).count
const note = (voter: string, of_post: number, address: string) =>
  serverClient().rpc('note_vote_network', { voter, of_post, address }).throwOnError()

describe('signals of votes', () => {
  test('are a burst, new accounts and one network, and none for an ordinary post', async () => {
    const post = await createPost()
    await votesFrom(post, 20, { hours: 5 })
    expect(await kindsOf(post)).toEqual([])
    await votesFrom(post, 9)
    expect(await kindsOf(post)).toEqual([])
    await votesFrom(post, 1)
    expect(await kindsOf(post)).toEqual(['burst 10'])

    const crowd = await createPost()
    await votesFrom(crowd, 5, { hours: 5 })
    const young = await votesFrom(crowd, 4, { days: 0 })
    expect(await kindsOf(crowd)).toEqual([])
    young.push(...(await votesFrom(crowd, 1, { days: 0 })))
    expect(await kindsOf(crowd)).toEqual(['young 5'])
    // IPv6 neighbors, and IPv4 written as IPv6, are one network each; without an address nothing is stored.
    for (const [index, person] of young.entries()) await note(person, crowd.id, `2001:db8:1:2::${index + 1}`)
    await note(member.id, crowd.id, '192.0.2.1')
    expect(await kindsOf(crowd)).toEqual(['network 5', 'young 5'])
    const kept = await sql`select length(network) as n from private.vote_networks where post_id = ${crowd.id}`
    expect(kept.map(({ n }) => n)).toEqual([32, 32, 32, 32, 32])
    await sql`update private.vote_networks set noted_at = now() - interval '31 days' where post_id = ${crowd.id}`
    expect(await kindsOf(crowd)).toEqual(['young 5'])
    await sql`select private.forget_networks()`
    expect(await sql`select from private.vote_networks where post_id = ${crowd.id}`).toHaveLength(0)
  })

  test('leave out imported people and the team', async () => {
    const post = await createPost()
    const people = await votesFrom(post, 12, { days: 0 })
    expect(await kindsOf(post)).toEqual(['burst 12', 'young 12'])
    await sql`update public.profiles set placeholder = true where id = any (${people.slice(3)})`
    expect(await signalsOf(post)).toMatchObject({ votes: 3, signals: [] })
  })

  test('include posts with the same text, and repeated comments', async () => {
    const details = `Buy cheap watches at ${crypto.randomUUID()}`
    const [post, twin, hidden] = [
      await createPost({ details }),
      await createPost({ details }),
      await createPost({ details }),
    ]
    await moderator.call('hide_posts', { post_ids: [hidden.id], reason: 'spam' })
    const body = `The very best watches ${crypto.randomUUID()}`
    for (const [where, who] of [
      [post, member],
      [twin, admin],
    ] as const) {
      await who.client.from('comments').insert({ post_id: where.id, body }).throwOnError()
    }
    await member.client.from('comments').insert({ post_id: post.id, body: 'Me too' }).throwOnError()
    expect(await signalsOf(post)).toMatchObject({
      same_posts_total: 1,
      same_posts: [{ id: twin.id }],
      same_comments: [{ body, copies: 2, people: 2 }],
    })
    expect(await signalsOf(await createPost())).toMatchObject({ same_posts: [], same_comments: [] })
    const [copy] = await sql`select id from public.comments where post_id = ${twin.id} and body = ${body}`
    await admin.call('delete_comment', { comment_id: Number(copy!.id) })
    expect(await signalsOf(post)).toMatchObject({ same_comments: [] })
  })
})

describe('excluded votes', () => {
  test('don’t count, are excluded with one action, and return exactly', async () => {
    const post = await createPost()
    await votesFrom(post, 10, { hours: 9 })
    const burst = await votesFrom(post, 12)
    const before = await standing(post)
    const { data } = await aside(post, { signal: 'burst' })
    expect(data).toMatchObject([{ people: burst.toSorted(), votes_total: 10, category_slug: 'new-features' }])
    expect(await standing(post)).toMatchObject({ votes_total: 10 })
    expect(await miscounts(post)).toBe(0)
    expect(await signalsOf(post)).toMatchObject({ signals: [], set_aside: 12 })
    // Excluding twice is once, and an unknown signal has no votes.
    expect((await aside(post, { person_ids: burst })).data).toMatchObject([{ people: [], votes_total: 10 }])
    expect((await aside(post, { signal: 'burst' })).data).toMatchObject([{ people: [] }])
    const one = { wanted: false, person_ids: [burst[0]!] }
    expect((await aside(post, one)).data).toMatchObject([{ people: [burst[0]], votes_total: 11 }])
    expect((await aside(post, { wanted: false, person_ids: burst })).data).toMatchObject([
      { votes_total: 22 },
    ])
    const after = await standing(post)
    expect(after.votes_total).toBe(before.votes_total)
    // PostgreSQL writes fifteen digits, however large the number is: the fourth digit behind the point is rounded.
    expect(after.trend / before.trend).toBeCloseTo(1, 12)
    expect(await miscounts(post)).toBe(0)
    const log =
      await sql`select actor_name, action, after ->> 'votes' as n from public.audit_log where post_id = ${post.id} order by id`
    expect(log.map(({ actor_name, action, n }) => `${actor_name} ${action} ${n}`)).toEqual([
      'Mo vote.aside 12',
      'Mo vote.count 1',
      'Mo vote.count 11',
    ])
  })

  test('stay excluded when removed and cast again, also across a merge, until the team counts them', async () => {
    const [post, into] = [await createPost(), await createPost()]
    const vote = (who: Member, of: { id: number }, wanted: boolean) =>
      who.client.rpc('set_vote', { post_id: of.id, wanted }).throwOnError()
    await vote(member, post, true)
    await aside(post, { person_ids: [member.id] })
    for (const wanted of [false, true, false]) await vote(member, post, wanted)
    expect(await standing(post)).toMatchObject({ votes_total: 0 })
    await admin.call('merge_posts', { post_ids: [post.id], into_id: into.id })
    await vote(member, into, true)
    expect(await standing(into)).toMatchObject({ votes_total: 0 })
    await vote(member, into, false)
    await admin.call('unmerge_posts', { post_ids: [post.id] })
    await vote(member, into, true)
    expect(await standing(into)).toMatchObject({ votes_total: 0 })
    for (const of of [post, into]) await aside(of, { wanted: false, person_ids: [member.id] })
    expect(await standing(into)).toMatchObject({ votes_total: 1 })
    for (const wanted of [false, true]) await vote(member, into, wanted)
    expect(await standing(into)).toMatchObject({ votes_total: 1 })
    expect((await miscounts(post)) + (await miscounts(into))).toBe(0)
  })

  test('are in the person’s export, and are removed with the account', async () => {
    const leaver = await createMember()
    const posts = [await createPost(), await createPost()]
    for (const post of posts) {
      await leaver.call('set_vote', { post_id: post.id, wanted: true })
      await note(leaver.id, post.id, '192.0.2.7')
      await aside(post, { person_ids: [leaver.id] })
    }
    await leaver.call('set_vote', { post_id: posts[0]!.id, wanted: false })
    expect((await leaver.client.rpc('export_account')).data).toMatchObject({
      votes_set_aside: posts.map(({ id }) => id),
      vote_networks: [{ post_id: posts[1]!.id, salted_hash: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    })
    await leaver.call('delete_account', { remove_content: true })
    for (const table of ['vote_networks', 'withdrawn_votes']) {
      expect(await sql`select from ${sql(`private.${table}`)} where user_id = ${leaver.id}`).toHaveLength(0)
    }
    for (const post of posts) {
      expect(await standing(post)).toMatchObject({ votes_total: 0 })
      expect(await miscounts(post)).toBe(0)
    }
  })

  test('are refused for deleted posts, unknown signals and too many people', async () => {
    const post = await createPost()
    await moderator.call('hide_posts', { post_ids: [post.id], reason: 'spam' })
    const gone = `select public.set_votes_aside(${post.id}, true, null, '{}')`
    expect(await refusal(moderator, gone)).toBe('P0002')
    expect((await moderator.client.rpc('admin_signals', { of_post: post.id })).data).toBeNull()
    expect((await moderator.client.rpc('admin_voters', { of_post: post.id })).data).toEqual([])
    for (const given of [
      'null',
      `'other'`,
      `'young', '{}'`,
      `null, array_fill('${member.id}'::uuid, array[5001])`,
    ]) {
      expect(await refusal(moderator, `select public.set_votes_aside(1, true, ${given})`)).toBe('22023')
    }
    expect(await refusal(moderator, `select public.set_votes_aside(1, false, 'young')`)).toBe('22023')
  })
})

test('voters are listed page by page, with the signals of each vote', async () => {
  const post = await createPost()
  const people = await votesFrom(post, 3, { hours: 5 })
  await member.call('set_vote', { post_id: post.id, wanted: true })
  await aside(post, { person_ids: [people[0]!] })
  const list = async (more: { after_cursor?: string; only_aside?: boolean; only_counted?: boolean } = {}) =>
    await moderator.call('admin_voters', { of_post: post.id, max_rows: 2, ...more })
  const first = await list()
  expect(first).toMatchObject([
    { id: member.id, name: 'Kim', is_young: true, is_set_aside: false, in_burst: false, network_votes: 0 },
    { id: people[0], is_young: false, is_set_aside: true },
  ])
  expect(await list({ after_cursor: first[1]!.row_cursor })).toMatchObject([
    { id: people[1] },
    { id: people[2] },
  ])
  expect(await list({ only_aside: true })).toMatchObject([{ id: people[0] }])
  expect(await list({ only_counted: true })).toMatchObject([{ id: member.id }, { id: people[1] }])
  expect(
    (await moderator.client.rpc('admin_voters', { of_post: post.id, after_cursor: 'x' })).error,
  ).toMatchObject({
    code: '22023',
  })
  // Everyone else reads the same about votes as before.
  expect((await anonClient().from('votes').select('user_id').eq('post_id', post.id)).data ?? []).toEqual([])
  const own = await actingAs(member, (as) => as`select user_id from public.votes where post_id = ${post.id}`)
  expect(own).toHaveLength(1)
})
