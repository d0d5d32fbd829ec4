import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { anonClient, createMember, createPost, serverClient, sql } from '../support/database.ts'
import { agePost, takeMails, tellAll } from '../support/notices.ts'
import { admin, mailsAfterWait, post, setState, useVoter, voter } from '../support/mails.ts'

useVoter()

const pace = (mail: 'at-once' | 'daily' | 'weekly' | 'never') =>
  voter.client.rpc('set_notice_settings', { mail }).throwOnError()

const waiting = () =>
  sql`select due_at from private.mail_parts where person_id = ${voter.id} and mail_id is null`

describe('a mail', () => {
  test('waits until the change can no longer be corrected, and then has its final version', async () => {
    await setState('planned', 'In spring.')
    expect(await takeMails([voter.email])).toEqual([])
    await setState('candidate', 'In summer.')
    expect(await mailsAfterWait()).toMatchObject([
      {
        kind: 'notices',
        to: voter.email,
        post_id: post,
        posts: [{ id: post, items: [{ kind: 'post.state', reason: 'vote', note: 'In summer.' }] }],
      },
    ])
    expect(await mailsAfterWait()).toEqual([])
  })

  test('contains everything that happened in the meantime, on this post and on others', async () => {
    const other = await createPost()
    await voter.call('follow_post', { post_id: other.id, wanted: 'all' })
    await setState('planned')
    const sent = { post_id: other.id, body: 'A thought', sent_key: randomUUID() }
    await admin.call('create_comment', sent)
    await tellAll()
    const mails = await mailsAfterWait(voter.email, [post])
    expect(mails).toMatchObject([{ post_id: null, posts: [{ id: other.id }, { id: post }] }])
    expect(await mailsAfterWait(voter.email, [other.id])).toEqual([])
  })

  test('contains nothing that can still be corrected, and waits for it instead of coming twice', async () => {
    const other = await createPost()
    await voter.call('set_vote', { post_id: other.id, wanted: true })
    await setState('planned')
    await setState('planned', undefined, [other.id])
    expect(await mailsAfterWait()).toEqual([])
    await setState('candidate', 'Not yet.', [other.id])
    expect(await mailsAfterWait(voter.email, [other.id])).toMatchObject([
      { posts: [{ id: other.id, items: [{ note: 'Not yet.' }] }, { id: post }] },
    ])
    // Nothing waits this long again, even if the next change can still be corrected.
    await setState('in-progress')
    await setState('planned', 'Still open', [other.id])
    expect(await mailsAfterWait()).toEqual([])
    expect(await mailsAfterWait()).toMatchObject([{ post_id: post, posts: [{ id: post }] }])
    expect(await mailsAfterWait(voter.email, [other.id])).toMatchObject([{ post_id: other.id }])
  })

  test('lists twelve things about a post and how many more there are, most important first', async () => {
    await voter.call('follow_post', { post_id: post, wanted: 'all' })
    for (let count = 1; count <= 15; count++) {
      const said = { post_id: post, body: `Thought ${count}`, sent_key: randomUUID() }
      await admin.call('create_comment', said)
    }
    const called = { post_id: post, body: '@Voter?', sent_key: randomUUID(), mentions: [voter.id] }
    await admin.call('create_comment', called)
    await setState('planned')
    const [mail] = await mailsAfterWait()
    expect(mail).toMatchObject({ posts: [{ more: 5 }], more_posts: 0 })
    const { items } = mail!.posts![0]!
    expect(items).toHaveLength(12)
    expect(items.slice(-2)).toMatchObject([{ reason: 'mention' }, { kind: 'post.state' }])
  })

  test('isn’t sent once the vote or the comment that caused it is removed', async () => {
    await setState('planned')
    await agePost(post, '11 minutes')
    await sql`select private.gather_mails()`
    await voter.call('set_vote', { post_id: post, wanted: false })
    expect(await takeMails([voter.email])).toEqual([])
  })

  test('comes at each person’s frequency, daily and weekly ones at the hour of the rules', async () => {
    await setState('planned')
    await agePost(post, '11 minutes')
    await pace('daily')
    const [{ due_at: day }] = (await waiting()) as unknown as [{ due_at: Date }]
    expect([day.getUTCHours(), day.getUTCMinutes()]).toEqual([8, 0])
    expect(day.getTime() - Date.now()).toBeLessThanOrEqual(86_400_000)
    await pace('weekly')
    const [{ due_at: week }] = (await waiting()) as unknown as [{ due_at: Date }]
    expect([week.getUTCDay(), week.getUTCHours()]).toEqual([1, 8])
    await pace('at-once')
    const [{ due_at: soon }] = (await waiting()) as unknown as [{ due_at: Date }]
    expect(Math.abs(soon.getTime() - Date.now() + 60_000)).toBeLessThan(60_000)
    await pace('never')
    expect(await waiting()).toHaveLength(0)
    await setState('candidate')
    expect(await mailsAfterWait()).toEqual([])
  })

  test('never contains deleted or muted content, or the reader’s own', async () => {
    await setState('planned', 'Secret')
    await admin.call('delete_posts', { post_ids: [post] })
    expect(await mailsAfterWait()).toEqual([])
    await admin.call('restore_posts', { post_ids: [post] })
    await voter.call('follow_post', { post_id: post, wanted: 'muted' })
    expect(await mailsAfterWait()).toEqual([])
    const own = {
      post_id: (await createPost({ authorId: voter.id })).id,
      body: 'Mine',
      sent_key: randomUUID(),
    }
    await voter.call('create_comment', own)
    await tellAll()
    expect(await mailsAfterWait(voter.email, [own.post_id])).toEqual([])
  })

  test.each([
    ['is not confirmed', () => sql`update auth.users set email_confirmed_at = null where id = ${voter.id}`],
    [
      'belongs to an account that is shut',
      () => sql`update auth.users set banned_until = now() + interval '1 day' where id = ${voter.id}`,
    ],
    ['belongs to an account that is gone', () => sql`delete from auth.users where id = ${voter.id}`],
    [
      'is silenced',
      () => serverClient().rpc('silence_address', { address: voter.email.toUpperCase(), reason: 'bounce' }),
    ],
  ])('does not go to an address that %s, before it is made or after', async (_what, change) => {
    await setState('planned')
    await agePost(post, '11 minutes')
    await sql`select private.gather_mails()`
    await change()
    expect(await takeMails([voter.email])).toEqual([])
    await setState('candidate')
    expect(await mailsAfterWait()).toEqual([])
  })
})

describe('admins', () => {
  test('get one summary a day, unless they turned it off', async () => {
    await sql`update private.notice_rules set summary_hour = 0`
    try {
      await sql`select private.make_summaries(), private.make_summaries()`
      const mails = () =>
        sql`select state from private.mails where person_id = ${admin.id} and kind = 'summary'`
      expect(await mails()).toHaveLength(1)
      expect(
        await sql`select from private.mails where person_id = ${voter.id} and kind = 'summary'`,
      ).toHaveLength(0)
      const [mail] = await takeMails([admin.email])
      expect(mail).toMatchObject({
        kind: 'summary',
        new_posts: expect.any(Number),
        newest: expect.any(Array),
      })
      const { token } = mail!
      const settings = async () => (await anonClient().rpc('mail_settings', { token }).throwOnError()).data[0]
      expect(await settings()).toMatchObject({ summary: true, pace: 'at-once' })
      await anonClient().rpc('set_mail_settings', { token, follows: false }).throwOnError()
      expect(await settings()).toMatchObject({ summary: false, pace: 'at-once' })
      await anonClient().rpc('set_mail_settings', { token, follows: true }).throwOnError()
      await anonClient().rpc('set_mail_settings', { token, pace: 'never' }).throwOnError()
      const data = await admin.one('my_notice_settings')
      expect(data).toMatchObject({ mail: 'never', summary: false })
      const colleague = await createMember({ admin: true })
      await colleague.call('set_notice_settings', { summary: false })
      await sql`select private.make_summaries()`
      expect(await sql`select from private.mails where person_id = ${colleague.id}`).toHaveLength(0)
    } finally {
      await sql`update private.notice_rules set summary_hour = 8`
    }
  })

  test('see open reviews in the summary, and get none once they are off the team', async () => {
    const [stays, leaves] = [await createMember({ admin: true }), await createMember({ admin: true })]
    const waits = async () =>
      (await sql<{ says: { waiting: number } }[]>`select private.summary_says() as says`)[0]!.says.waiting
    const before = await waits()
    await voter.call('report', { of_post: post, reason: 'Advertising' })
    expect(await waits()).toBe(before + 1)
    await sql`update private.notice_rules set summary_hour = 0`
    try {
      await sql`select private.make_summaries()`
      await sql`delete from public.roles where user_id = ${leaves.id}`
      expect(await takeMails([stays.email, leaves.email])).toMatchObject([
        { kind: 'summary', to: stays.email, waiting: before + 1 },
      ])
      expect(
        await sql`select outcome from private.mails where person_id = ${leaves.id} and kind = 'summary'`,
      ).toEqual([{ outcome: 'Its subject no longer exists.' }])
    } finally {
      await sql`update private.notice_rules set summary_hour = 8`
    }
  })

  test('see every email with its reason and outcome, without addresses', async () => {
    await setState('planned')
    await mailsAfterWait()
    const data = await admin.call('admin_mails', {})
    const row = data.find(({ post_id }) => post_id === post)!
    expect(row).toMatchObject({
      reader: 'Voter',
      reasons: ['vote'],
      state: 'sent',
      outcome: 'Taken by a test.',
    })
    expect(JSON.stringify(data)).not.toContain(voter.email)
  })

  test('see no summary that had nothing to report', async () => {
    const id = await sql.begin(async (tx) => {
      const [summary] = await tx<{ says: string }[]>`
        select pg_get_functiondef('private.summary_says'::regproc) as says`
      await tx`
        create or replace function private.summary_says() returns jsonb language sql as 'select null::jsonb'`
      const [mail] = await tx<{ id: number; key: string }[]>`
        insert into private.mails (kind, person_id, day) values ('summary', ${admin.id}, '2026-01-01')
        returning id::integer, key`
      await tx`select private.prepare_mail(${mail!.key})`
      await tx.unsafe(summary!.says)
      return mail!.id
    })
    expect(await sql`select state from private.mails where id = ${id}`).toEqual([{ state: 'dropped' }])
    const logged = await admin.call('admin_mails', { before_mail: id + 1, max_rows: 1 })
    expect(logged).not.toMatchObject([{ id }])
  })

  test('can send themselves a test, one a minute', async () => {
    const send = async () => await admin.call('send_test_mail')
    expect([await send(), await send()]).toEqual([true, false])
    expect(await takeMails([admin.email])).toMatchObject([{ kind: 'test' }])
  })
})
