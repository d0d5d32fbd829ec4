import { expect, test } from 'vitest'
import { createAccounts, createMember, createPost, sql } from '../support/database.ts'

const admin = await createMember({ admin: true })

const idsOf = (rows: { id: string | number }[]) => rows.map(({ id }) => Number(id))

/** People who vote, comment and follow on these posts, and their notification settings, at random. */
async function drawFollowers(posts: number[], count: number): Promise<void> {
  const people = (await createAccounts(count)).map(({ id }) => id)
  await sql.begin(async (as) => {
    await as`select setseed(0.5)`
    const some = (share: number) => as.unsafe(`random() < ${share}`)
    const level = as.unsafe(
      `(array['muted', 'updates', 'all'])[1 + floor(random() * 3)]::public.follow_level`,
    )
    await as`update private.notice_settings set in_site = ${some(0.6)}, by_vote = ${level}, by_comment = ${level},
      by_post = ${level}, mail = case when ${some(0.3)} then 'never' else 'at-once' end::public.mail_pace
      where person_id = any (${people})`
    await as`update auth.users set email_confirmed_at = case when ${some(0.8)} then now() end,
      banned_until = case when ${some(0.2)} then now() + interval '1 day' end,
      email = case when ${some(0.2)} then upper('é' || email) else email end
      where id = any (${people})`
    await as`insert into public.votes (user_id, post_id)
      select person, post from unnest(${people}::uuid[]) person, unnest(${posts}::bigint[]) post where ${some(0.3)}`
    await as`insert into public.comments (author_id, post_id, body, deleted_at)
      select person, post, case when gone then '' else 'Said' end, case when gone then now() end
      from (
        select person, post, ${some(0.5)} as gone
        from unnest(${people}::uuid[]) person, unnest(${posts}::bigint[]) post where ${some(0.2)}
      ) said`
    await as`insert into private.follows (person_id, post_id, level)
      select person, post, ${level} from unnest(${people}::uuid[]) person, unnest(${posts}::bigint[]) post
      where ${some(0.2)}`
    const domain = crypto.randomUUID()
    await as`
      with made as (
        insert into private.mail_addresses (address, mail)
        select address, case when ${some(0.3)} then 'never' else 'at-once' end::public.mail_pace from (
          select lower(u.email) as address from auth.users u where u.id = any (${people}) and ${some(0.5)}
          union all select ${admin.email}
          union all select n || '@' || ${domain} || '.example.com' from generate_series(1, 20) n
        ) given returning id
      )
      insert into private.mail_follows (post_id, address_id, confirmed_at)
      select post, made.id, case when ${some(0.8)} then now() end
      from made, unnest(${posts}::bigint[]) post where ${some(0.4)}`
    await as`select private.silence(address, 'bounce') from (
        select u.email as address from auth.users u where u.id = any (${people})
        union all select a.address from private.mail_addresses a where a.address like '%' || ${domain} || '%'
      ) given where ${some(0.2)}`
  })
}

/** Who is notified about state changes, per post and person, as the worker does it. */
async function countTold(posts: number[]) {
  const [row] = await sql`
    with told as (
      select coalesce(u.email, u.id::text) as address, bool_or(h.in_site) as in_site, bool_or(h.pace is not null
        and not exists (select from private.silenced k where k.key = private.address_key(u.email))) as is_mailed
      from unnest(${posts}::bigint[]) post join public.posts p on p.id = post and p.deleted_at is null
      cross join lateral private.audience(
        row(null, 'post.state', post, null, null, ${admin.id}, clock_timestamp(), null)::private.events,
        '00000000-0000-0000-0000-000000000000', null
      ) h
      join auth.users u on u.id = h.person_id
      where h.reason is not null group by 1
      union all
      select distinct a.address, false, true
      from unnest(${posts}::bigint[]) post join private.mail_follows f on f.post_id = any (private.followed_as(post))
      join private.mail_addresses a on a.id = f.address_id
      where f.confirmed_at is not null and a.mail <> 'never' and a.address <> ${admin.email}
        and not exists (select from private.silenced k where k.key = private.address_key(a.address))
    ), readers as (
      select bool_or(t.in_site) as in_site, bool_or(t.is_mailed) as is_mailed from told t group by t.address
    )
    select count(*)::integer as people, (count(*) filter (where r.is_mailed))::integer as mails
    from readers r where r.in_site or r.is_mailed`
  return row!
}

test('as many people are notified about a change as the admin was told', async () => {
  const authors = await createAccounts(4)
  const posts: number[] = []
  for (const { id } of authors) posts.push((await createPost({ authorId: id })).id)
  await drawFollowers(posts, 120)
  await sql`update private.notice_settings set by_post = 'muted' where person_id = ${authors[1]!.id}`
  await admin.call('set_vote', { post_id: posts[0]!, wanted: true })
  await admin.call('merge_posts', { post_ids: [posts[3]!], into_id: posts[0]! })
  const gone = await createPost()
  await admin.call('delete_posts', { post_ids: [gone.id] })
  for (const asked of [[0], [1], [0, 1], [0, 2], [0, 1, 2]].map((places) => places.map((at) => posts[at]!))) {
    const data = await admin.one('admin_followers', { post_ids: [...asked, asked[0]!, gone.id] })
    expect(data.people, String(asked)).toBeGreaterThan(data.mails)
    expect(data, String(asked)).toEqual({ ...(await countTold(asked)) })
  }
})

test('a merge moves the votes that its preview shows', async () => {
  const people = (await createAccounts(60)).map(({ id }) => id)
  const posts = [(await createPost()).id, (await createPost()).id, (await createPost()).id]
  await sql.begin(async (as) => {
    await as`select setseed(0.25)`
    await as`insert into public.votes (user_id, post_id, created_at, is_set_aside, is_blocked)
      select person, post, now() - random() * interval '9 days', random() < 0.4, random() < 0.1
      from unnest(${people}::uuid[]) person, unnest(${posts}::bigint[]) post where random() < 0.6`
  })
  const [a, b, c] = posts as [number, number, number]
  const mergeAsPromised = async (goes: number, stays: number) => {
    const counted = await sql`
      select user_id from public.votes where post_id in (${goes}, ${stays}) and counts
      group by user_id having count(*) > 1`
    const call = { post_ids: [goes], into_id: stays }
    const preview = await admin.call('merge_preview', call)
    await admin.call('merge_posts', call)
    const [row] = await sql`select votes_total from public.posts where id = ${stays}`
    expect(preview).toMatchObject({ votes_total: row!.votes_total, voted_more: counted.length })
    expect(idsOf((preview as { posts: { id: number }[] }).posts)).toEqual([stays, goes])
    return row!.votes_total as number
  }
  const first = await mergeAsPromised(b, a)
  // Those in the second post move on to the third.
  const all = await mergeAsPromised(a, c)
  expect(all).toBeGreaterThan(first)
  await admin.call('unmerge_posts', { post_ids: [a, b] })
  await mergeAsPromised(c, b)
})
