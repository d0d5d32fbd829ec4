import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { anonClient, createMember, createPost, type Member, serverClient, sql } from '../support/database.ts'
import { agePost, takeMails, tellAll } from '../support/notices.ts'
import {
  admin,
  author,
  goes,
  heardBy,
  mailsAfterWait,
  merge,
  stays,
  title,
  useMerge,
  vote,
  voter,
} from '../support/merge-notices.ts'

useMerge()

const follow = async (by: Member, post_id: number, wanted: 'all' | 'updates' | 'muted') =>
  by.client.rpc('follow_post', { post_id, wanted }).throwOnError()
const comment = async (by: Member, post_id: number, body = 'A thought') =>
  by.client.rpc('create_comment', { post_id, body, sent_key: randomUUID() }).throwOnError()

async function followByMail(post_id: number, address = `${randomUUID()}@example.com`) {
  await serverClient().rpc('follow_by_mail', { post_id, address }).throwOnError()
  const [mail] = await takeMails([address])
  await anonClient().rpc('confirm_follow', { token: mail!.token }).throwOnError()
  return address
}

describe('a merge', () => {
  test('notifies everyone once who wrote, voted for, commented on or follows the merged post', async () => {
    const [commenter, follower] = [await createMember(), await createMember()]
    await comment(commenter, goes)
    await follow(follower, goes, 'all')
    await merge()
    await tellAll()
    await tellAll()
    for (const [person, reason] of [
      [author, 'post'],
      [voter, 'vote'],
      [commenter, 'comment'],
      [follower, 'follow'],
    ] as const) {
      expect(await heardBy(person), reason).toEqual([{ post: stays, of: title, reason }])
    }
    const data = await voter.one('unread_notices')
    expect(data).toEqual({ notices: 1, posts: 1 })
  })

  test('is emailed with the title of the merged post, who did it, and the remaining post', async () => {
    await merge()
    await tellAll()
    expect(await takeMails([voter.email])).toEqual([])
    const mails = await mailsAfterWait([voter.email, author.email, admin.email])
    expect(mails.map(({ to }) => to).toSorted()).toEqual([author.email, voter.email].toSorted())
    const item = { kind: 'post.merged', reason: 'vote', merged_title: title, actor: 'Admin', is_team: true }
    expect(mails.find(({ to }) => to === voter.email)).toMatchObject({
      kind: 'notices',
      post_id: stays,
      posts: [{ id: stays, items: [item] }],
    })
    expect(await mailsAfterWait([voter.email, author.email])).toEqual([])
  })

  test('comes at each person’s frequency, or not by email at all', async () => {
    await voter.call('set_notice_settings', { mail: 'weekly' })
    await author.call('set_notice_settings', { mail: 'never', in_site: false })
    await merge()
    await tellAll()
    expect(await heardBy(voter)).toHaveLength(1)
    expect(await heardBy(author)).toEqual([])
    const parts = await sql`
      select m.person_id, m.due_at = private.mail_due('weekly', e.created_at) as is_weekly
      from private.mail_parts m join private.events e on e.id = m.event_id where e.post_id = ${goes}`
    expect(parts).toEqual([{ person_id: voter.id, is_weekly: true }])
    await agePost(goes, '8 days')
    expect(await takeMails([voter.email, author.email])).toMatchObject([{ to: voter.email }])
  })

  test('of several posts tells each follower about theirs, in one email', async () => {
    const [second, other] = [await createPost(), await createMember()]
    await vote(voter, second.id)
    await vote(other, second.id)
    await merge([goes, second.id])
    await tellAll()
    expect(await heardBy(voter)).toHaveLength(2)
    expect(await heardBy(other)).toMatchObject([{ post: stays }])
    const mails = await mailsAfterWait([voter.email, other.email], [goes, second.id])
    expect(mails.map(({ to, posts }) => [to, posts!.map(({ items }) => items.length)])).toEqual(
      expect.arrayContaining([
        [voter.email, [2]],
        [other.email, [1]],
      ]),
    )
    expect(mails).toHaveLength(2)
  })

  test('notifies people who only want official updates, but not people who muted one of the posts', async () => {
    const [updates, muted, mutedStays, unmuted] = await Promise.all(
      Array.from({ length: 4 }, () => createMember()),
    )
    await follow(updates!, goes, 'updates')
    await vote(muted!, goes)
    await follow(muted!, goes, 'muted')
    await vote(muted!, stays)
    await follow(muted!, stays, 'all')
    await vote(mutedStays!, goes)
    await follow(mutedStays!, goes, 'all')
    await follow(mutedStays!, stays, 'muted')
    await vote(unmuted!, goes)
    await unmuted!.call('set_notice_settings', { by_vote: 'muted' })
    await merge()
    await tellAll()
    expect(await heardBy(updates!)).toMatchObject([{ reason: 'follow' }])
    for (const person of [muted!, mutedStays!, unmuted!]) expect(await heardBy(person)).toEqual([])
    const everybody = [updates!, muted!, mutedStays!, unmuted!].map(({ email }) => email)
    expect((await mailsAfterWait(everybody)).map(({ to }) => to)).toEqual([updates!.email])
  })

  test('doesn’t notify followers of the remaining post, and notifies followers of both once', async () => {
    const [ofStays, ofBoth] = [await createMember(), await createMember()]
    for (const person of [ofStays, ofBoth]) {
      await vote(person, stays)
      await follow(person, stays, 'all')
    }
    await vote(ofBoth, goes)
    await follow(ofBoth, goes, 'updates')
    const address = await followByMail(stays)
    await merge()
    await tellAll()
    expect(await heardBy(ofStays)).toEqual([])
    expect(await heardBy(ofBoth)).toEqual([{ post: stays, of: title, reason: 'follow' }])
    const mails = await mailsAfterWait([ofStays.email, ofBoth.email, address], [goes, stays])
    expect(mails.map(({ to }) => to)).toEqual([ofBoth.email])
  })

  test('doesn’t notify the person who made it, or people who are blocked, gone or no longer follow', async () => {
    const [blocked, gone, left] = await Promise.all(Array.from({ length: 3 }, () => createMember()))
    for (const person of [admin, blocked!, gone!, left!]) await vote(person, goes)
    await merge()
    await admin.call('block_people', { person_ids: [blocked!.id], reason: 'spam' })
    await vote(left!, stays, false)
    await sql`delete from auth.users where id = ${gone!.id}`
    await tellAll()
    const heard = await sql`
      select n.person_id from private.notices n join private.events e on e.id = n.event_id where e.post_id = ${goes}`
    expect(heard.map(({ person_id }) => person_id).toSorted()).toEqual([author.id, voter.id].toSorted())
    const everybody = [admin, blocked!, gone!, left!].map(({ email }) => email)
    expect(await mailsAfterWait(everybody)).toEqual([])
  })

  test('isn’t emailed to people who have since muted the remaining post', async () => {
    await follow(author, goes, 'updates')
    await merge()
    await tellAll()
    await follow(voter, stays, 'muted')
    expect((await mailsAfterWait([voter.email, author.email])).map(({ to }) => to)).toEqual([author.email])
  })

  test('isn’t emailed to unconfirmed or silenced addresses', async () => {
    const [unconfirmed, silenced] = [await createMember(), await createMember()]
    for (const person of [unconfirmed, silenced]) await vote(person, goes)
    await sql`update auth.users set email_confirmed_at = null where id = ${unconfirmed.id}`
    await sql`select private.silence(${silenced.email}, 'bounce')`
    await merge()
    await tellAll()
    expect(await mailsAfterWait([unconfirmed.email, silenced.email])).toEqual([])
  })

  test('notifies addresses that follow the merged post once confirmed, and followers of both once', async () => {
    const [address, ofBoth] = [await followByMail(goes), await followByMail(goes)]
    await followByMail(stays, ofBoth)
    const ofVoter = await followByMail(goes, voter.email)
    const late = `${randomUUID()}@example.com`
    await serverClient().rpc('follow_by_mail', { post_id: goes, address: late }).throwOnError()
    await takeMails([late])
    await agePost(goes, '1 minute')
    await agePost(stays, '1 minute')
    await merge()
    await tellAll()
    const mails = await mailsAfterWait([address, ofBoth, late, ofVoter])
    expect(mails.map(({ to }) => to).toSorted()).toEqual([address, ofBoth, voter.email].toSorted())
    for (const { posts } of mails)
      expect(posts).toMatchObject([{ id: stays, items: [{ kind: 'post.merged', merged_title: title }] }])
    expect(await mailsAfterWait([address, ofBoth, voter.email])).toEqual([])
  })

  test('also notifies followers of posts merged into it before, and links to where it went', async () => {
    const [first, last, early] = [await createPost(), await createPost(), await createMember()]
    await vote(early, first.id)
    await merge([first.id], goes)
    await tellAll()
    await merge()
    await merge([stays], last.id)
    await tellAll()
    expect((await heardBy(early)).map(({ post, of }) => [post, of])).toEqual([
      [last.id, expect.stringMatching(/^Post /)],
      [last.id, title],
      [last.id, expect.stringMatching(/^Post /)],
    ])
    expect((await heardBy(voter)).map(({ post }) => post)).toEqual([last.id, last.id])
  })

  test('creates no notifications for imports or operators', async () => {
    await sql`
      insert into public.post_merges (post_id, into_id, stays_id, title) values (${goes}, ${stays}, ${stays}, ${title})`
    expect(await sql`select from private.events where post_id = ${goes} and kind = 'post.merged'`).toEqual([])
    await sql`delete from public.post_merges where post_id = ${goes}`
  })
})
