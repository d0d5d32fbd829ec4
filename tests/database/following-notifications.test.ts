import { describe, expect, test } from 'vitest'
import { createMember, createPost, sql } from '../support/database.ts'
import { agePost, itemsOf, noticesOf, tellAll } from '../support/notices.ts'
import { admin, author, comment, setState, vote, voter } from '../support/follows.ts'

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
