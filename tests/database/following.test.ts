import { describe, expect, test } from 'vitest'
import { anonClient, createMember, createPost, type Member, serverClient, sql } from '../support/database.ts'
import { agePost, tellAll } from '../support/notices.ts'

const [author, voter, admin] = await Promise.all([
  createMember({ name: 'Author' }),
  createMember({ name: 'Voter' }),
  createMember({ name: 'Admin', admin: true }),
])

const followOf = async (member: Member, post_id: number) => await member.one('my_follow', { post_id })

async function vote(member: Member, post_id: number, wanted = true) {
  await member.call('set_vote', { post_id, wanted })
}

async function comment(member: Member, post_id: number, body: string, more = {}) {
  const sent = { post_id, body, sent_key: crypto.randomUUID(), ...more }
  return (await member.one('create_comment', sent)).id
}

async function setState(
  post_id: number,
  new_state: 'proposed' | 'candidate' | 'planned',
  public_note?: string,
) {
  const call = { post_ids: [post_id], new_state, public_note }
  const data = await admin.call('admin_set_state', call)
  return data[0]!.outcome
}

async function noticesOf(member: Member, post_id: number) {
  const data = await member.call('my_notices', {})
  return data.find((row) => row.post_id === post_id)
}

type Item = { kind: string; reason: string; note: string | null; excerpt: string | null; is_read: boolean }

const itemsOf = async (member: Member, post_id: number) =>
  ((await noticesOf(member, post_id))?.items ?? []) as Item[]

describe('following', () => {
  test('a vote follows state changes, a comment and an own post follow everything, and removing it ends that', async () => {
    const { id } = await createPost({ authorId: author.id })
    expect(await followOf(author, id)).toEqual({ level: 'all', reason: 'post' })
    expect(await followOf(voter, id)).toEqual({ level: null, reason: null })
    await vote(voter, id)
    expect(await followOf(voter, id)).toEqual({ level: 'updates', reason: 'vote' })
    const said = await comment(voter, id, 'And so do I.')
    expect(await followOf(voter, id)).toEqual({ level: 'all', reason: 'comment' })
    await voter.call('delete_comment', { comment_id: said })
    await vote(voter, id, false)
    expect(await followOf(voter, id)).toEqual({ level: null, reason: null })
  })

  test('the button takes precedence, and can be released again', async () => {
    const { id } = await createPost()
    await vote(voter, id)
    const follow = async (wanted?: 'muted' | 'updates' | 'all') =>
      await voter.one('follow_post', { post_id: id, wanted })
    expect(await follow('all')).toEqual({ level: 'all', reason: 'follow' })
    expect(await follow('muted')).toEqual({ level: 'muted', reason: 'follow' })
    expect(await follow()).toEqual({ level: 'updates', reason: 'vote' })
  })

  test('each automatic follow can be turned off', async () => {
    const person = await createMember()
    const { id } = await createPost()
    await vote(person, id)
    await person.call('set_notice_settings', { by_vote: 'muted' })
    expect(await followOf(person, id)).toEqual({ level: null, reason: null })
    await person.call('set_notice_settings', { by_vote: 'all' })
    expect(await followOf(person, id)).toEqual({ level: 'all', reason: 'vote' })
    const data = await person.one('my_notice_settings')
    expect(data).toMatchObject({
      by_vote: 'all',
      by_comment: 'all',
      by_post: 'all',
      mail: 'at-once',
      in_site: true,
    })
  })

  test('the list of followed posts is complete, newest first', async () => {
    const person = await createMember()
    const [older, newer, gone] = [await createPost(), await createPost(), await createPost()]
    await vote(person, older.id)
    await vote(person, gone.id)
    await person.call('follow_post', { post_id: newer.id, wanted: 'muted' })
    await admin.call('delete_posts', { post_ids: [gone.id] })
    const data = await person.call('my_follows', {})
    expect(data.map(({ post_id, level, reason }) => [post_id, level, reason])).toEqual([
      [newer.id, 'muted', 'follow'],
      [older.id, 'updates', 'vote'],
    ])
  })

  test('is refused for visitors, ended sessions and deleted posts', async () => {
    const { id } = await createPost()
    expect((await anonClient().rpc('follow_post', { post_id: id, wanted: 'all' })).error?.code).toBe('42501')
    const gone = await createMember()
    await sql`delete from auth.users where id = ${gone.id}`
    expect((await gone.client.rpc('follow_post', { post_id: id, wanted: 'all' })).error).not.toBeNull()
    await admin.call('delete_posts', { post_ids: [id] })
    const { error } = await voter.client.rpc('follow_post', { post_id: id, wanted: 'all' })
    expect(error?.message).toContain('This post no longer exists.')
  })
})

describe('a notification', () => {
  test('about a state change goes to every follower except the person who made it', async () => {
    const { id } = await createPost({ authorId: author.id })
    await vote(voter, id)
    await vote(admin, id)
    const stranger = await createMember()
    await setState(id, 'planned', 'In spring.')
    await Promise.all([tellAll(1), tellAll(1)])
    expect(await itemsOf(voter, id)).toMatchObject([
      { kind: 'post.state', reason: 'vote', note: 'In spring.' },
    ])
    expect(await itemsOf(author, id)).toMatchObject([{ kind: 'post.state', reason: 'post', is_read: false }])
    expect(await itemsOf(admin, id)).toEqual([])
    expect(await itemsOf(stranger, id)).toEqual([])
    await sql`insert into private.untold (event_id) select max(id) from private.events where post_id = ${id} and kind = 'post.state'`
    await tellAll()
    expect(await itemsOf(voter, id)).toHaveLength(1)
  })

  test('about a comment goes to everyone who follows everything, and says if it is a reply or a mention', async () => {
    const { id } = await createPost({ authorId: author.id })
    const [first, called, namesake] = [
      await createMember(),
      await createMember({ name: 'Ada Lovelace' }),
      await createMember({ name: 'Ada Lovelace' }),
    ]
    await vote(voter, id)
    const said = await comment(first, id, 'The first.')
    await comment(voter, id, 'I agree with @Ada Lovelace', {
      parent_id: said,
      mentions: [called.id, first.id],
    })
    await tellAll()
    expect(await itemsOf(first, id)).toMatchObject([
      { reason: 'reply', excerpt: 'I agree with @Ada Lovelace' },
    ])
    expect(await itemsOf(called, id)).toMatchObject([{ reason: 'mention' }])
    expect(await itemsOf(namesake, id)).toEqual([])
    expect((await itemsOf(author, id)).map(({ reason }) => reason)).toEqual(['post', 'post'])
    expect(await itemsOf(voter, id)).toEqual([])
  })

  test('never comes from a muted post, not even for a mention', async () => {
    const { id } = await createPost()
    const muting = await createMember({ name: 'Quiet' })
    await vote(muting, id)
    await muting.call('follow_post', { post_id: id, wanted: 'muted' })
    await comment(voter, id, 'Hello @Quiet', { mentions: [muting.id] })
    await setState(id, 'planned')
    await tellAll()
    expect(await itemsOf(muting, id)).toEqual([])
  })

  test('isn’t about anything from before the follow', async () => {
    const { id } = await createPost()
    await setState(id, 'planned')
    await vote(voter, id)
    await tellAll()
    expect(await itemsOf(voter, id)).toEqual([])
  })

  test('is counted, read per post and all at once, and later ones stay unread', async () => {
    const person = await createMember()
    const [one, two] = [await createPost(), await createPost()]
    await vote(person, one.id)
    await vote(person, two.id)
    await person.call('follow_post', { post_id: one.id, wanted: 'all' })
    await comment(voter, one.id, 'First')
    await comment(voter, one.id, 'Second')
    await setState(two.id, 'planned')
    await tellAll()
    const unread = async () => await person.one('unread_notices')
    expect(await unread()).toEqual({ notices: 3, posts: 2 })
    const group = (await noticesOf(person, one.id))!
    expect(group).toMatchObject({ unread: 2, comments: 2, changes: 0 })
    await comment(voter, one.id, 'Third')
    await tellAll()
    const seen = { of_post: one.id, up_to: group.newest_event }
    expect(await person.one('read_notices', seen)).toEqual({
      notices: 2,
      posts: 2,
    })
    expect(await person.one('read_notices', {})).toEqual({
      notices: 0,
      posts: 0,
    })
    const page = await person.client.rpc('my_notices', { max_rows: 1 }).throwOnError()
    expect(page.data.map(({ post_id }) => post_id)).toEqual([one.id])
    const next = await person.client
      .rpc('my_notices', { max_rows: 1, before_event: page.data[0]!.newest_event })
      .throwOnError()
    expect(next.data.map(({ post_id }) => post_id)).toEqual([two.id])
  })

  test('is removed when its subject is deleted, before or after it was created', async () => {
    const { id } = await createPost({ authorId: author.id })
    const told = await comment(voter, id, 'Told and deleted')
    await tellAll()
    expect(await itemsOf(author, id)).toHaveLength(1)
    const untold = await comment(voter, id, 'Deleted before it was told')
    for (const comment_id of [told, untold]) await voter.call('delete_comment', { comment_id })
    await tellAll()
    expect(await itemsOf(author, id)).toEqual([])
    await setState(id, 'planned', 'Secret plan')
    await tellAll()
    await admin.call('delete_posts', { post_ids: [id] })
    expect(await noticesOf(author, id)).toBeUndefined()
    await admin.call('restore_posts', { post_ids: [id] })
    expect(await itemsOf(author, id)).toHaveLength(1)
    await sql`delete from public.posts where id = ${id}`
    const left = await sql`
      select from private.notices n join private.events e on e.id = n.event_id where e.post_id = ${id}`
    expect(left).toHaveLength(0)
  })
})

describe('a change of state', () => {
  test('repeated within ten minutes corrects the first one', async () => {
    const { id } = await createPost()
    expect(await setState(id, 'planned', 'In spring.')).toBe('done')
    expect(await setState(id, 'planned', 'In spring.')).toBe('unchanged')
    expect(await setState(id, 'planned', 'In summer.')).toBe('done')
    expect(await setState(id, 'candidate', 'Not so sure.')).toBe('done')
    const entries = () => sql`select from_state, to_state, note from public.post_events where post_id = ${id}`
    expect([...(await entries())]).toEqual([
      { from_state: 'proposed', to_state: 'candidate', note: 'Not so sure.' },
    ])
    expect(await setState(id, 'proposed')).toBe('done')
    expect(await entries()).toHaveLength(0)
    await setState(id, 'planned')
    await agePost(id, '11 minutes')
    await setState(id, 'candidate')
    expect(await entries()).toHaveLength(2)
    const kinds = await sql`select kind from private.events where post_id = ${id} order by id`
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'post.state',
      'post.corrected',
      'post.corrected',
      'post.corrected',
      'post.state',
      'post.state',
    ])
  })

  test('that changes nothing keeps the note, and what removed it can restore it', async () => {
    const { id } = await createPost()
    const set = async (new_state: 'proposed' | 'candidate' | 'planned', public_note?: string) => {
      const call = { post_ids: [id], new_state, public_note }
      const data = await admin.call('admin_set_state', call)
      return [data[0]!.outcome, data[0]!.note]
    }
    const entries = async () => [
      ...(await sql`select from_state, to_state, note from public.post_events where post_id = ${id}`),
    ]
    expect(await set('planned', 'In spring.')).toEqual(['done', null])
    expect(await set('candidate')).toEqual(['done', 'In spring.'])
    expect(await entries()).toEqual([{ from_state: 'proposed', to_state: 'candidate', note: 'In spring.' }])
    expect(await set('candidate')).toEqual(['unchanged', null])
    expect(await set('proposed')).toEqual(['done', 'In spring.'])
    expect(await entries()).toEqual([])
    expect(await set('candidate', 'In spring.')).toEqual(['done', null])
    expect(await set('planned', 'In autumn.')).toEqual(['done', 'In spring.'])
    expect(await set('planned', '')).toEqual(['done', 'In autumn.'])
    expect(await entries()).toEqual([{ from_state: 'proposed', to_state: 'planned', note: null }])
    await agePost(id, '11 minutes')
    expect(await set('candidate')).toEqual(['done', null])
    expect((await entries()).map(({ note }) => note)).toEqual([null, null])
  })

  test('by another admin isn’t corrected', async () => {
    const { id } = await createPost()
    const colleague = await createMember({ admin: true })
    await setState(id, 'planned', 'In spring.')
    await colleague.call('admin_set_state', { post_ids: [id], new_state: 'candidate' })
    expect(await sql`select from public.post_events where post_id = ${id}`).toHaveLength(2)
  })

  test('shows its admin how many will be notified', async () => {
    const { id } = await createPost({ authorId: author.id })
    const silent = await createMember()
    const deaf = await createMember()
    const bouncing = await createMember()
    for (const person of [voter, silent, admin, deaf, bouncing]) await vote(person, id)
    await silent.call('set_notice_settings', { mail: 'never' })
    await deaf.call('set_notice_settings', { mail: 'never', in_site: false })
    await sql`select private.silence(${bouncing.email}, 'bounce')`
    const data = await admin.one('admin_followers', { post_ids: [id] })
    expect(data).toEqual({ people: 4, mails: 2 })
  })
})

test('followers of a merged post are notified about the remaining one, with what was written before', async () => {
  const [merged, stays] = [await createPost({ authorId: author.id }), await createPost()]
  const follower = await createMember()
  await follower.call('follow_post', { post_id: merged.id, wanted: 'all' })
  await vote(voter, merged.id)
  await comment(voter, merged.id, 'Said before')
  await admin.call('merge_posts', { post_ids: [merged.id], into_id: stays.id })
  await tellAll()
  expect(await itemsOf(follower, stays.id)).toMatchObject([
    { kind: 'post.merged', reason: 'follow' },
    { reason: 'follow', excerpt: 'Said before' },
  ])
  expect(await followOf(follower, stays.id)).toEqual({ level: 'all', reason: 'follow' })
  await setState(stays.id, 'planned')
  await tellAll()
  const reasons = async (member: Member) => (await itemsOf(member, stays.id)).map(({ reason }) => reason)
  expect(await reasons(follower)).toEqual(['follow', 'follow', 'follow'])
  expect(await reasons(author)).toEqual(['post', 'post', 'post'])
  expect(await reasons(voter)).toEqual(['comment', 'comment'])
})

describe('the log of events', () => {
  test('is written as things happen, and can’t be changed', async () => {
    const sent = { category: 'new-features', title: 'Log this', details: '', sent_key: crypto.randomUUID() }
    const { id } = await voter.one('create_post', sent)
    const said = await comment(voter, id, 'Noted')
    await voter.call('delete_comment', { comment_id: said })
    await voter.call('delete_post', { post_id: id })
    await voter.call('restore_posts', { post_ids: [id] })
    const rows =
      await sql`select kind, actor_id, comment_id from private.events where post_id = ${id} order by id`
    expect(rows.map(({ kind }) => kind)).toEqual([
      'post.created',
      'comment.created',
      'comment.deleted',
      'post.deleted',
      'post.restored',
    ])
    expect(rows.every(({ actor_id }) => actor_id === voter.id)).toBe(true)
    for (const change of [
      sql`update private.events set kind = 'post.state' where post_id = ${id}`,
      sql`delete from private.events where post_id = ${id}`,
      sql`truncate private.events cascade`,
    ]) {
      await expect(change).rejects.toThrow("Events can't be changed.")
    }
  })

  test('loses the person’s name with the account, and the account its notifications', async () => {
    const person = await createMember()
    const { id } = await createPost({ authorId: author.id })
    const said = await comment(person, id, 'Soon gone')
    await comment(voter, id, '@Member, what do you say?', { mentions: [person.id] })
    await vote(person, id)
    await serverClient().rpc('follow_by_mail', { post_id: id, address: person.email }).throwOnError()
    await setState(id, 'planned')
    await tellAll()
    const data = await person.call('export_account')
    expect(data).toMatchObject({
      notice_settings: { mail: 'at-once' },
      notices: [{ reason: 'mention' }, { kind: 'post.state', post_id: id, reason: 'comment' }],
      mail_follows: [{ post_id: id, confirmed_at: null }],
    })
    await sql`update auth.users set email_confirmed_at = null where id = ${person.id}`
    const unproven = await person.client.rpc('export_account').throwOnError()
    expect(unproven.data).toMatchObject({ mail_follows: [] })
    await person.call('delete_account', { remove_content: false })
    const rows = await sql`select actor_id from private.events where comment_id = ${said}`
    expect([...rows]).toEqual([{ actor_id: null }])
    for (const table of ['follows', 'notice_settings', 'notices', 'mail_parts', 'mails', 'mentions']) {
      expect(await sql`select from ${sql(`private.${table}`)} where person_id = ${person.id}`).toHaveLength(0)
    }
  })
})
