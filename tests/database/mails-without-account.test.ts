import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { anonClient, createMember, createPost, type Member, serverClient, sql } from '../support/database.ts'
import { agePost, takeMails, tellAll } from '../support/notices.ts'
import { admin, mailsAfterWait, post, setState, useVoter, voter } from '../support/mails.ts'

useVoter()

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
