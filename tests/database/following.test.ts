import { describe, expect, test } from 'vitest'
import { anonClient, createMember, createPost, type Member, serverClient, sql } from '../support/database.ts'
import { itemsOf, tellAll } from '../support/notices.ts'
import { admin, author, comment, setState, vote, voter } from '../support/follows.ts'

const followOf = async (member: Member, post_id: number) => await member.one('my_follow', { post_id })

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
