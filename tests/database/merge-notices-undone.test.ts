import { describe, expect, test } from 'vitest'
import { createAccounts, createPost, sql } from '../support/database.ts'
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
const unmerge = async (post_ids = [goes]) => admin.client.rpc('unmerge_posts', { post_ids }).throwOnError()

describe('a merge that is undone', () => {
  test('before anyone was notified notifies no one', async () => {
    await merge()
    await unmerge()
    await tellAll()
    expect(await heardBy(voter)).toEqual([])
    expect(await mailsAfterWait([voter.email, author.email])).toEqual([])
    const left = await sql`
      select from private.untold w join private.events e on e.id = w.event_id where e.post_id = ${goes}`
    expect(left).toHaveLength(0)
  })

  test('afterwards removes the notification and email, and creates none itself', async () => {
    await merge()
    await tellAll()
    expect(await heardBy(voter)).toHaveLength(1)
    await agePost(goes, '11 minutes')
    await sql`select private.gather_mails()`
    await unmerge()
    await tellAll()
    expect(await voter.call('my_notices', {})).toEqual([])
    const data = await voter.one('unread_notices')
    expect(data).toEqual({ notices: 0, posts: 0 })
    expect(await takeMails([voter.email, author.email])).toEqual([])
  })

  test('notifies again when it is repeated', async () => {
    await merge()
    await tellAll()
    await unmerge()
    await merge()
    await tellAll()
    expect(await heardBy(voter)).toEqual([{ post: stays, of: title, reason: 'vote' }])
    expect(await mailsAfterWait([voter.email])).toMatchObject([{ posts: [{ items: [{}] }] }])
  })
})

describe('about posts that can’t be read', () => {
  test('no one is notified while the remaining post is hidden', async () => {
    await merge()
    await admin.call('hide_posts', { post_ids: [stays], reason: 'spam' })
    await tellAll()
    expect(await heardBy(voter)).toEqual([])
    expect(await mailsAfterWait([voter.email, author.email])).toEqual([])
    await admin.call('show_posts', { post_ids: [stays] })
    await tellAll()
    expect(await heardBy(voter)).toHaveLength(1)
  })

  test('no one is notified after the remaining post was hidden or deleted', async () => {
    await merge()
    await tellAll()
    await admin.call('delete_posts', { post_ids: [stays] })
    expect(await heardBy(voter)).toEqual([])
    expect(await mailsAfterWait([voter.email, author.email])).toEqual([])
  })

  test('no one is notified if the author deleted the merged post with everything they wrote', async () => {
    await merge()
    await sql`select private.free_merged(array[${goes}::bigint])`
    await sql`delete from public.posts where id = ${goes}`
    await tellAll()
    expect(await heardBy(voter)).toEqual([])
    expect(await mailsAfterWait([voter.email])).toEqual([])
  })

  test('hidden, deleted and pending posts can’t be merged, so no one is notified', async () => {
    const [hidden, deleted] = [await createPost(), await createPost()]
    for (const { id } of [hidden, deleted]) await vote(voter, id)
    await admin.call('hide_posts', { post_ids: [hidden.id], reason: 'spam' })
    await admin.call('delete_posts', { post_ids: [deleted.id] })
    await merge([hidden.id, deleted.id])
    await tellAll()
    expect(await heardBy(voter)).toEqual([])
  })
})

test('every follower is notified about a merge once, however many processes do it in small batches', async () => {
  const people = (await createAccounts(120)).map(({ id }) => id)
  await sql`update auth.users set email_confirmed_at = now() where id = any (${people})`
  // Some voted for both posts, some used the follow button.
  await sql`insert into public.votes (user_id, post_id) select p, ${goes}::bigint from unnest(${people.slice(0, 80)}::uuid[]) p`
  await sql`insert into public.votes (user_id, post_id) select p, ${stays}::bigint from unnest(${people.slice(40, 90)}::uuid[]) p`
  await sql`
    insert into private.follows (person_id, post_id, level)
    select p, ${goes}::bigint, 'all' from unnest(${people.slice(70, 110)}::uuid[]) p`
  await merge()
  await Promise.all([tellAll(7), tellAll(11), tellAll(3)])
  await tellAll(5)
  const told = await sql<{ person_id: string; notices: number; mails: number }[]>`
    select n.person_id, count(*)::integer as notices, (
      select count(*)::integer from private.mail_parts m where m.event_id = e.id and m.person_id = n.person_id) as mails
    from private.notices n join private.events e on e.id = n.event_id
    where e.post_id = ${goes} and e.kind = 'post.merged' group by n.person_id, e.id`
  expect(told.map(({ person_id }) => person_id).toSorted()).toEqual(
    [...people.slice(0, 110), author.id, voter.id].toSorted(),
  )
  for (const { notices, mails } of told) expect([notices, mails]).toEqual([1, 1])
})
