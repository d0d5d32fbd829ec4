import { expect, test } from 'vitest'
import { anonClient, createMember, createPost, type Member, refusal, sql } from '../support/database.ts'

const anon = anonClient()

const [admin, moderator, author, newcomer] = await Promise.all([
  createMember({ name: 'Ada', admin: true }),
  createMember({ name: 'Mo', moderator: true }),
  createMember({ name: 'Author' }),
  createMember({ name: 'Newcomer' }),
])
const trusted = await Promise.all(['Uma', 'Vic', 'Wes'].map((name) => createMember({ name })))
for (const { id } of trusted) {
  await sql`update public.profiles set created_at = now() - interval '8 days' where id = ${id}`
  await createPost({ authorId: id })
}

const report = (who: Member, thing: { of_post?: number; of_comment?: number }, reason = 'spam') =>
  who.client.rpc('report', { reason, ...thing })
const isThere = async (id: number) => (await anon.from('posts').select('id').eq('id', id)).data!.length === 1
const outcomes = async (who: Member) => (await who.call('my_reports', {})).map(({ outcome }) => outcome)
const queued = async (id: number) =>
  (await moderator.call('admin_reports', { max_rows: 200 })).find(
    ({ post_id, comment_id }) => post_id === id || comment_id === id,
  )

async function commentOf({ id }: { id: string }, post: { id: number }) {
  const [row] = await sql<{ id: string }[]>`
    insert into public.comments (post_id, author_id, body) values (${post.id}, ${id}, 'Said') returning id`
  return Number(row!.id)
}

test('visitors can’t report, members once, and no one their own content', async () => {
  const post = await createPost({ authorId: author.id })
  const statement = `select public.report('spam', ${post.id})`
  expect(await refusal('anon', statement)).toBe('42501')
  expect(await refusal(author, statement)).toBe('22023')
  expect(await refusal(newcomer, `select public.report('', ${post.id})`)).toBe('23514')
  expect(await refusal(newcomer, `select public.report('spam')`)).toBe('22023')
  expect(await refusal(newcomer, `select public.report('spam', 2147483647)`)).toBe('P0002')
  for (let time = 0; time < 2; time++) expect((await report(newcomer, { of_post: post.id })).error).toBeNull()
  const [counted] = await sql`select count(*)::int as n from private.reports where post_id = ${post.id}`
  expect(counted!.n).toBe(1)
  expect((await newcomer.client.rpc('export_account')).data).toMatchObject({
    reports: [{ post_id: post.id, reason: 'spam' }],
  })
})

test('the queue says whose author came with an import', async () => {
  const [imported] = await sql<{ id: string }[]>`
    insert into public.profiles (name, placeholder) values ('Imported', true) returning id`
  for (const [{ id }, has] of [
    [imported!, false],
    [author, true],
  ] as const) {
    const post = await createPost({ authorId: id })
    await report(newcomer, { of_post: post.id })
    expect(await queued(post.id)).toMatchObject({ author_has_account: has })
  }
})

test('approval has one of four modes', async () => {
  expect(await refusal(admin, `select public.set_moderation_settings('some')`)).toBe('23514')
})

test('three trusted members hide a post until it is reviewed; others don’t', async () => {
  const post = await createPost({ authorId: author.id })
  for (const who of [newcomer, ...trusted.slice(0, 2)]) await report(who, { of_post: post.id })
  expect(await isThere(post.id)).toBe(true)
  expect(await queued(post.id)).toMatchObject({ cause: null, author_name: 'Author' })
  const { data: last } = await report(trusted[2]!, { of_post: post.id })
  expect(last).toMatchObject([{ id: post.id, was_hidden: true }])
  expect(await isThere(post.id)).toBe(false)
  expect(await queued(post.id)).toMatchObject({ cause: 'reports' })

  const before = (await trusted[0]!.client.rpc('unread_notices').single()).data!.notices
  expect((await moderator.client.rpc('dismiss_reports', { post_ids: [post.id] })).data).toMatchObject([
    { id: post.id },
  ])
  expect(await isThere(post.id)).toBe(true)
  expect(await queued(post.id)).toBeUndefined()
  expect((await outcomes(trusted[0]!))[0]).toBe('dismissed')
  expect((await trusted[0]!.client.rpc('unread_notices').single()).data!.notices).toBe(before + 1)
  await trusted[0]!.call('read_reports')
  expect((await trusted[0]!.client.rpc('unread_notices').single()).data!.notices).toBe(before)
  // Nothing that was decided starts again.
  await report(trusted[0]!, { of_post: post.id })
  expect(await queued(post.id)).toBeUndefined()
})

test('reports don’t hide the team’s content', async () => {
  const post = await createPost({ authorId: admin.id })
  for (const who of trusted) await report(who, { of_post: post.id })
  expect(await isThere(post.id)).toBe(true)
})

test('the team hides a reported comment, and its reporter is notified', async () => {
  const post = await createPost()
  const id = await commentOf(author, post)
  await report(newcomer, { of_comment: id }, 'rude')
  expect(await queued(id)).toMatchObject({
    reports: [{ reporter: 'Newcomer', reason: 'rude', is_trusted: false }],
  })
  await moderator.call('hide_comments', { comment_ids: [id], reason: 'rude' })
  expect(await queued(id)).toBeUndefined()
  expect((await outcomes(newcomer))[0]).toBe('hidden')
  const told = await newcomer.call('my_reports', { max_rows: 1 })
  expect(told).toMatchObject([{ is_comment: true, is_read: false }])
})

test('undoing “keep” reopens reports and hides the content again, without notifications', async () => {
  const post = await createPost({ authorId: author.id })
  for (const who of trusted) await report(who, { of_post: post.id })
  await moderator.call('dismiss_reports', { post_ids: [post.id] })
  expect(await isThere(post.id)).toBe(true)
  const data = await moderator.call('reopen_reports', { post_ids: [post.id] })
  expect(data).toMatchObject([{ id: post.id }])
  expect(await isThere(post.id)).toBe(false)
  const waits = await queued(post.id)
  expect(waits).toMatchObject({ cause: 'reports' })
  expect(waits!.reports).toHaveLength(3)
  const told = await sql`select from private.reports where post_id = ${post.id} and settled_at is not null`
  expect(told).toHaveLength(0)
  // Nothing is dismissed any more.
  expect((await moderator.client.rpc('reopen_reports', { post_ids: [post.id] })).data).toEqual([])
  const log = await sql`select action from public.audit_log where post_id = ${post.id} order by id`
  expect(log.map(({ action }) => action)).toEqual(['report.dismiss', 'report.reopen'])
})

test('unhiding right away reopens the reports; unhiding later keeps the content and notifies reporters', async () => {
  const post = await createPost({ authorId: author.id })
  const id = await commentOf(author, post)
  const hide = () =>
    moderator.client.rpc('hide_comments', { comment_ids: [id], reason: 'rude' }).throwOnError()
  const show = () => moderator.client.rpc('show_comments', { comment_ids: [id] }).throwOnError()
  const outcomeOf = async () =>
    (await sql`select outcome, read_at from private.reports where comment_id = ${id}`)[0]
  await report(newcomer, { of_comment: id })
  await hide()
  expect(await outcomeOf()).toMatchObject({ outcome: 'hidden' })
  await show()
  expect(await outcomeOf()).toEqual({ outcome: null, read_at: null })
  expect(await queued(id)).toMatchObject({ cause: null })
  await hide()
  await newcomer.call('read_reports')
  await sql`update private.hidings set hidden_at = now() - interval '1 hour' where comment_id = ${id}`
  await show()
  expect(await outcomeOf()).toEqual({ outcome: 'dismissed', read_at: null })
})

test('blocking someone closes reports of their content, and reporters are notified', async () => {
  const person = await createMember()
  const [hidden, seen] = [
    await createPost({ authorId: person.id }),
    await createPost({ authorId: person.id }),
  ]
  for (const who of trusted) await report(who, { of_post: hidden.id })
  await report(newcomer, { of_post: seen.id })
  const blockedBy = (hides: boolean) =>
    moderator.client.rpc('block_people', { person_ids: [person.id], reason: 'spam', hides }).throwOnError()
  // What is still visible there isn’t forgotten.
  await blockedBy(false)
  expect(await queued(seen.id)).toMatchObject({ cause: null })
  await blockedBy(true)
  for (const post of [hidden, seen]) expect(await queued(post.id)).toBeUndefined()
  expect((await outcomes(newcomer))[0]).toBe('hidden')
  expect((await outcomes(trusted[0]!))[0]).toBe('hidden')
  await moderator.call('unblock_people', { person_ids: [person.id] })
  for (const post of [hidden, seen]) expect(await isThere(post.id)).toBe(true)
})

test('a reporter is told about a deletion until it is undone', async () => {
  const post = await createPost({ authorId: author.id })
  const id = await commentOf(admin, post)
  await report(newcomer, { of_post: post.id })
  await report(newcomer, { of_comment: id })
  const settled = async () =>
    (
      await sql`select outcome from private.reports where post_id = ${post.id} or comment_id = ${id} order by id`
    ).map(({ outcome }) => outcome)
  await author.call('delete_post', { post_id: post.id })
  expect(await settled()).toEqual(['removed', 'removed'])
  await author.call('restore_posts', { post_ids: [post.id] })
  expect(await settled()).toEqual([null, null])
  await sql`delete from public.posts where id = ${post.id}`
  expect(await settled()).toEqual(['removed', 'removed'])
  const data = await newcomer.call('my_reports', { max_rows: 2 })
  expect(data).toMatchObject([
    { outcome: 'removed', title: null },
    { outcome: 'removed', title: null },
  ])
  await sql`
    update private.reports set settled_at = now() - interval '91 days' where post_id = ${post.id} or comment_id = ${id}`
  await sql`select private.tidy_reports()`
  expect(await settled()).toEqual([])
})

test('reports of a merged post can be reviewed', async () => {
  const [post, into] = [await createPost(), await createPost()]
  await report(newcomer, { of_post: post.id })
  await moderator.call('merge_posts', { post_ids: [post.id], into_id: into.id })
  expect((await outcomes(newcomer))[0]).toBe('dismissed')
})

test('reports are removed with their reporter; deleted content has an outcome', async () => {
  const post = await createPost()
  const id = await commentOf(author, post)
  const leaver = await createMember()
  await report(leaver, { of_comment: id })
  await report(leaver, { of_post: post.id })
  await author.call('delete_comment', { comment_id: id })
  const left = () => sql`select outcome from private.reports where reporter_id = ${leaver.id} order by id`
  expect([...(await left())]).toEqual([{ outcome: 'removed' }, { outcome: null }])
  await leaver.call('delete_account', { remove_content: false })
  expect([...(await left())]).toEqual([])
})
