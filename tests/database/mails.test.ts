import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { anonClient, createMember, createPost, type Member, serverClient, sql } from '../support/database.ts'
import { agePost, takeMails, tellAll } from '../support/notices.ts'

let voter: Member
let post: number

const admin = await createMember({ name: 'Admin', admin: true })

beforeEach(async () => {
  voter = await createMember({ name: 'Voter' })
  post = (await createPost()).id
  await voter.call('set_vote', { post_id: post, wanted: true })
})

type State = 'proposed' | 'candidate' | 'planned' | 'in-progress'

async function setState(new_state: State, public_note?: string, post_ids = [post]) {
  await admin.call('admin_set_state', { post_ids, new_state, public_note })
  await tellAll()
}

/** The emails that this person’s address gets once the wait is over. */
async function mailsAfterWait(address = voter.email, posts = [post]) {
  for (const id of posts) await agePost(id, '11 minutes')
  return takeMails([address])
}

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

describe('the link in a mail', () => {
  async function token(): Promise<string> {
    await setState('planned')
    return (await mailsAfterWait())[0]!.token
  }

  test('shows the settings without signing in, and changes nothing by being opened', async () => {
    const link = await token()
    const { data } = await anonClient().rpc('mail_settings', { token: link }).throwOnError()
    expect(data).toMatchObject([
      {
        address: `${voter.email[0]}…@example.com`,
        pace: 'at-once',
        has_account: true,
        post_id: post,
        follows: true,
      },
    ])
  })

  test('ends the emails about its post, or all of them, and starts them again', async () => {
    const link = await token()
    const set = async (change: { pace?: 'never' | 'daily'; follows?: boolean }) =>
      (
        await anonClient()
          .rpc('set_mail_settings', { token: link, ...change })
          .throwOnError()
      ).data
    const read = async () => (await anonClient().rpc('mail_settings', { token: link }).throwOnError()).data[0]
    expect(await set({ follows: false })).toBe(true)
    expect(await read()).toMatchObject({ follows: false, pace: 'at-once' })
    await set({ follows: true, pace: 'never' })
    expect(await read()).toMatchObject({ follows: true, pace: 'never' })
    await set({ pace: 'daily' })
    expect((await voter.one('my_notice_settings')).mail).toBe('daily')
  })

  test('ends emails about a merged post and the one that remains, undone or not', async () => {
    const link = await token()
    const stays = (await createPost()).id
    await voter.call('follow_post', { post_id: post, wanted: 'all' })
    await admin.call('merge_posts', { post_ids: [post], into_id: stays })
    const read = async () => (await anonClient().rpc('mail_settings', { token: link }).throwOnError()).data[0]
    expect(await read()).toMatchObject({ post_id: stays, follows: true })
    await anonClient().rpc('set_mail_settings', { token: link, follows: false }).throwOnError()
    expect(await read()).toMatchObject({ post_id: stays, follows: false, pace: 'at-once' })
    await setState('planned', undefined, [stays])
    expect(await mailsAfterWait(voter.email, [stays])).toEqual([])
    const undone = await admin.client.rpc('unmerge_posts', { post_ids: [post] }).throwOnError()
    expect(undone.data[0]!.outcome).toBe('done')
    await setState('in-progress')
    expect(await mailsAfterWait()).toEqual([])
  })

  test('that was changed, belongs to no one or was made for something else doesn’t work', async () => {
    const link = await token()
    const stranger = await createMember()
    const parts = link.split('.')
    const forged = [
      link.replace(voter.id, stranger.id),
      `${link.slice(0, -1)}${link.endsWith('0') ? '1' : '0'}`,
      [parts[0], parts[1], '0', ...parts.slice(3)].join('.'),
      link.replace('.set.', '.confirm.'),
      link.replace('.set.', '.summary.'),
      'p..0.set.',
      '',
      'x'.repeat(10_000),
    ]
    for (const bad of forged) {
      expect((await anonClient().rpc('mail_settings', { token: bad }).throwOnError()).data).toEqual([])
      expect(
        (await anonClient().rpc('set_mail_settings', { token: bad, pace: 'never' }).throwOnError()).data,
      ).toBe(false)
      expect((await anonClient().rpc('confirm_follow', { token: bad }).throwOnError()).data).toEqual([])
    }
  })
})

describe('an address without an account', () => {
  const ask = (address: string, post_id = post) =>
    serverClient().rpc('follow_by_mail', { post_id, address }).throwOnError()

  test('follows once its owner confirmed it, gets state changes, and is removed with its last post', async () => {
    const address = `${randomUUID()}@example.com`
    await ask(` ${address.toUpperCase()} `)
    await setState('planned', 'Before it was confirmed')
    const [confirm, ...none] = await mailsAfterWait(address)
    expect(none).toEqual([])
    expect(confirm).toMatchObject({ kind: 'confirm', to: address, post_id: post })
    const { data } = await anonClient().rpc('confirm_follow', { token: confirm!.token }).throwOnError()
    expect(data).toHaveLength(1)
    await agePost(post, '11 minutes')
    await setState('in-progress', 'We began.')
    await admin.call('create_comment', { post_id: post, body: 'Not official', sent_key: randomUUID() })
    await tellAll()
    const [told] = await mailsAfterWait(address)
    expect(told).toMatchObject({ posts: [{ items: [{ reason: 'follow', note: 'We began.' }] }] })
    expect(told!.posts![0]!.items).toHaveLength(1)
    const left = await anonClient()
      .rpc('set_mail_settings', { token: told!.token, follows: false })
      .throwOnError()
    expect(left.data).toBe(true)
    expect(await sql`select from private.mail_addresses where address = ${address}`).toHaveLength(0)
    expect((await anonClient().rpc('mail_settings', { token: told!.token }).throwOnError()).data).toEqual([])
  })

  test('confirms the post that remains for the one it asked for, and is told so', async () => {
    const [early, late] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
    await ask(early)
    const [confirm] = await takeMails([early])
    await ask(late)
    const stays = (await createPost()).id
    await admin.call('merge_posts', { post_ids: [post], into_id: stays })
    const [since] = await takeMails([late])
    expect(since).toMatchObject({ kind: 'confirm', to: late })
    for (const { token } of [confirm!, since!]) {
      expect((await anonClient().rpc('confirm_follow', { token }).throwOnError()).data).toHaveLength(1)
    }
    for (const id of [post, stays]) await agePost(id, '1 minute')
    await setState('planned', undefined, [stays])
    await agePost(stays, '11 minutes')
    const told = await takeMails([early, late])
    expect(told.map(({ to }) => to).toSorted()).toEqual([early, late].toSorted())
    await ask(early)
    expect(await takeMails([early])).toEqual([])
    for (const { token } of told)
      await anonClient().rpc('set_mail_settings', { token, follows: false }).throwOnError()
    expect(await sql`select from private.mail_addresses where address in (${early}, ${late})`).toHaveLength(0)
  })

  test('ends one of its posts and restarts it with that post’s link', async () => {
    const address = `${randomUUID()}@example.com`
    const other = (await createPost()).id
    await ask(address)
    await ask(address, other)
    for (const { token } of await takeMails([address]))
      await anonClient().rpc('confirm_follow', { token }).throwOnError()
    await agePost(post, '1 minute')
    await setState('planned')
    const { token } = (await mailsAfterWait(address))[0]!
    const follows = async () =>
      (await anonClient().rpc('mail_settings', { token }).throwOnError()).data[0]!.follows
    for (const wanted of [false, true]) {
      await anonClient().rpc('set_mail_settings', { token, follows: wanted }).throwOnError()
      expect(await follows()).toBe(wanted)
    }
  })

  test('gets three confirmations a day and no more, and none about posts it follows', async () => {
    const address = `${randomUUID()}@example.com`
    for (let time = 0; time < 5; time++) await ask(address)
    const mails = await takeMails([address])
    expect(mails).toHaveLength(3)
    await anonClient().rpc('confirm_follow', { token: mails[0]!.token }).throwOnError()
    await sql`update private.mails set created_at = now() - interval '2 days' where kind = 'confirm'`
    await ask(address)
    expect(await takeMails([address])).toEqual([])
  })

  test('that belongs to an account is notified once, and is removed with the account', async () => {
    await ask(voter.email)
    const [confirm] = await takeMails([voter.email])
    await anonClient().rpc('confirm_follow', { token: confirm!.token }).throwOnError()
    await agePost(post, '1 minute')
    await setState('planned')
    expect(await mailsAfterWait()).toHaveLength(1)
    expect(await admin.one('admin_followers', { post_ids: [post] })).toEqual({
      people: 1,
      mails: 1,
    })
    await sql`delete from auth.users where id = ${voter.id}`
    expect(await sql`select from private.mail_addresses where address = ${voter.email}`).toHaveLength(0)
  })

  test('gets nothing about its own account’s actions, muted posts, or if it wants no emails', async () => {
    const confirmed = async (person: Member) => {
      await ask(person.email)
      const [mail] = await takeMails([person.email])
      await anonClient().rpc('confirm_follow', { token: mail!.token }).throwOnError()
    }
    const [muting, wantsNone, again] = [await createMember(), await createMember(), await createMember()]
    for (const person of [admin, muting, wantsNone, again]) await confirmed(person)
    await muting.call('follow_post', { post_id: post, wanted: 'muted' })
    for (const { client } of [wantsNone, again])
      await client.rpc('set_notice_settings', { mail: 'never' }).throwOnError()
    await confirmed(again)
    // Not the account of someone who merely claims the address.
    const victim = `${randomUUID()}@example.com`
    await ask(victim)
    const [mail] = await takeMails([victim])
    await anonClient().rpc('confirm_follow', { token: mail!.token }).throwOnError()
    const claimant = await createMember()
    await sql`update auth.users set email = ${victim}, email_confirmed_at = null where id = ${claimant.id}`
    await claimant.call('set_notice_settings', { mail: 'never' })
    await agePost(post, '1 minute')
    const data = await admin.one('admin_followers', { post_ids: [post] })
    expect(data).toEqual({ people: 3, mails: 3 })
    await setState('planned')
    await agePost(post, '11 minutes')
    const everybody = [admin, muting, wantsNone, again, voter].map(({ email }) => email)
    const told = (await takeMails([...everybody, victim])).map(({ to }) => to)
    expect(told.toSorted()).toEqual([again.email, victim, voter.email].toSorted())
  })

  test('is asked to confirm three times a day, however it is spelled', async () => {
    const name = randomUUID().replaceAll('-', '')
    const spellings = ['', '+1', '+2', '+3', '+4'].map((plus) => `${name}${plus}@example.com`)
    await Promise.all(spellings.map((one) => ask(one)))
    await ask(`${name.toUpperCase()}+5@Example.com`)
    expect(await takeMails([...spellings, `${name}+5@example.com`])).toHaveLength(3)
    const [kept] = await sql`
      select count(*)::int as number from private.mail_addresses where starts_with(address, ${name})`
    expect(kept!.number).toBe(3)
  })

  test('must be valid', async () => {
    for (const address of ['nobody', 'a b@example.com', `${'x'.repeat(300)}@example.com`, '']) {
      await expect(ask(address)).rejects.toThrow(/check/)
    }
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

  test('can send themselves a test, one a minute', async () => {
    const send = async () => await admin.call('send_test_mail')
    expect([await send(), await send()]).toEqual([true, false])
    expect(await takeMails([admin.email])).toMatchObject([{ kind: 'test' }])
  })
})

test('a personal feed is readable by anyone with its address, until it is renewed', async () => {
  const key = await voter.call('renew_feed')
  await setState('planned', 'For the feed')
  const read = async (feed: string) =>
    (await anonClient().rpc('followed_feed', { key: feed }).throwOnError()).data
  expect(await read(key)).toMatchObject([{ kind: 'post.state', post_id: post, note: 'For the feed' }])
  await voter.call('follow_post', { post_id: post, wanted: 'muted' })
  expect(await read(key)).toEqual([])
  await voter.call('follow_post', { post_id: post })
  const renewed = await voter.call('renew_feed')
  expect(await read(key)).toEqual([])
  expect(await read(renewed)).toHaveLength(1)
  await voter.call('renew_feed', { wanted: false })
  expect(await read(renewed)).toEqual([])
})
