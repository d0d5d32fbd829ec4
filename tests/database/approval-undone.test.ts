import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { expect, test } from 'vitest'
import { createMember, createPost, type Member } from '../support/database.ts'
import { inMode } from '../support/approval.ts'

/** What a team member does within another person’s transaction. */
async function asTeam<T>(as: postgres.TransactionSql, who: Member, run: () => Promise<T>): Promise<T> {
  await as`select set_config('request.jwt.claims', ${JSON.stringify({ role: 'authenticated', sub: who.id })}, true),
                  set_config('request.jwt.claim.sub', ${who.id}, true)`
  return run()
}

test('approvals of posts and comments can be undone and repeated, and nothing else can', async () => {
  const [author, moderator] = [await createMember(), await createMember({ name: 'Mo', moderator: true })]
  const target = await createPost()
  await inMode('all', author, async (as) => {
    await as`select public.create_post('new-features', 'Waits twice', 'Text', ${randomUUID()})`
    await as`select public.create_comment(${target.id}, 'Waits twice as well', ${randomUUID()})`
    const waiting = () => as<{ post_id: number; comment_id: number }[]>`
      select post_id::int, comment_id::int from private.hidings
      where cause = 'approval' and (comment_id in (select id from public.comments where post_id = ${target.id})
        or post_id in (select id from public.posts where author_id = ${author.id})) order by post_id`
    const here = () => as`
      select (select count(*)::int from public.posts where author_id = ${author.id} and deleted_at is null) as posts,
        (select comments_total from public.posts where id = ${target.id}) as comments,
        (select body from public.comments where post_id = ${target.id}) as body`
    await as`reset role`
    const held = await waiting()
    const post = held[0]!.post_id
    const comment = held[1]!.comment_id
    const takeBack = () =>
      as`select * from public.unapprove(array[${post}, ${target.id}]::bigint[], array[${comment}]::bigint[])`
    const approve = async () => {
      await as`select public.show_posts(array[${post}]::bigint[])`
      await as`select public.show_comments(array[${comment}]::bigint[])`
    }
    await asTeam(as, moderator, async () => {
      // Content that was never approved can’t be unapproved.
      expect(await takeBack()).toHaveLength(0)
      await approve()
      expect(await waiting()).toHaveLength(0)
      expect([...(await here())]).toEqual([{ posts: 1, comments: 1, body: 'Waits twice as well' }])
      expect((await takeBack()).map(({ id }) => Number(id)).toSorted()).toEqual([post, target.id].toSorted())
      expect(await waiting()).toEqual(held)
      expect([...(await here())]).toEqual([{ posts: 0, comments: 0, body: '' }])
      await approve()
      expect([...(await here())]).toEqual([{ posts: 1, comments: 1, body: 'Waits twice as well' }])
    })
    const log = await as`select action from public.audit_log where post_id = ${post} order by id`
    expect(log.map(({ action }) => action as string)).toEqual([
      'post.approve',
      'post.unapprove',
      'post.approve',
    ])
    expect(
      await as`select from private.find_miscounts() where kind like '%of a post' and id in (${post}, ${target.id})`,
    ).toHaveLength(0)
  })
})

/** A post that someone writes while a webhook listens, what the webhook gets, and what the worker would do. */
async function heardOf(as: postgres.TransactionSql, author: Member) {
  await as`reset role`
  const [hook] = await as<{ id: string }[]>`
    insert into private.webhooks (address, shape, kinds, secret)
    values ('https://example.org/unheard', 'json', array['post.created', 'post.deleted', 'post.restored'], 'whsec_x')
    returning id`
  await as`set local role authenticated`
  await as`select public.create_post('new-features', 'Waits unheard', 'Text', ${randomUUID()})`
  await as`reset role`
  // The team acts later.
  const [post] = await as<{ id: string }[]>`
    update public.posts set created_at = created_at - interval '1 minute' where author_id = ${author.id} returning id`
  const { id } = post!
  return {
    id,
    told: async () =>
      (
        await as<{ kind: string; state: string }[]>`
          select e.kind, d.state from private.webhook_deliveries d join private.events e on e.id = d.event_id
          where e.post_id = ${id} and d.webhook_id = ${hook!.id} order by e.id`
      ).map(({ kind, state }) => `${kind} ${state}`),
    drop: () => as`update private.webhook_deliveries set state = 'dropped' where webhook_id = ${hook!.id}`,
    send: () => as`
      update private.webhook_deliveries set state = 'sent', tried_at = now() where webhook_id = ${hook!.id}`,
  }
}

test('webhooks get pending and hidden content as new once it is shown', async () => {
  const [author, moderator] = [await createMember(), await createMember({ moderator: true })]
  await inMode('all', author, async (as) => {
    const { id, told, drop, send } = await heardOf(as, author)
    await drop()
    await asTeam(as, moderator, async () => {
      await as`select public.hide_posts(array[${id}]::bigint[], 'spam')`
      expect(await told()).toEqual(['post.created dropped'])
      await as`select public.show_posts(array[${id}]::bigint[])`
    })
    expect(await told()).toEqual(['post.created ready'])
    const events = await as`select kind from private.events where post_id = ${id} and kind <> 'vote.created'`
    expect(events.map(({ kind }) => kind as string)).toEqual(['post.created'])
    await send()
    await asTeam(as, moderator, async () => {
      await as`select public.hide_posts(array[${id}]::bigint[], 'spam')`
      await as`select public.show_posts(array[${id}]::bigint[])`
    })
    expect(await told()).toEqual(['post.created sent', 'post.deleted ready', 'post.restored ready'])
  })
})

test('webhooks that weren’t sent a post don’t get its undone approval, and later get it once', async () => {
  const [author, moderator] = [await createMember(), await createMember({ moderator: true })]
  await inMode('all', author, async (as) => {
    const { id, told, drop, send } = await heardOf(as, author)
    const approve = () => as`select public.show_posts(array[${id}]::bigint[])`
    const takeBack = () => as`select public.unapprove(array[${id}]::bigint[])`
    await asTeam(as, moderator, async () => {
      await approve()
      await takeBack()
      expect(await told()).toEqual(['post.created ready'])
      await drop()
      await as`select public.hide_posts(array[${id}]::bigint[], 'spam')`
      expect(await told()).toEqual(['post.created dropped'])
      await approve()
      expect(await told()).toEqual(['post.created ready'])
      await send()
      await takeBack()
      await approve()
      expect(await told()).toEqual(['post.created sent', 'post.deleted ready', 'post.restored ready'])
    })
  })
})

test('reports closed by an approval are open again once it is undone', async () => {
  const [author, reporter, moderator] = [
    await createMember(),
    await createMember(),
    await createMember({ moderator: true }),
  ]
  const target = await createPost()
  await inMode('all', author, async (as) => {
    await as`select public.create_post('new-features', 'Waits reported', 'Text', ${randomUUID()})`
    await as`select public.create_comment(${target.id}, 'Waits reported as well', ${randomUUID()})`
    await as`reset role`
    const [post] = await as<{ id: string }[]>`select id from public.posts where author_id = ${author.id}`
    const [comment] = await as<
      { id: string }[]
    >`select id from public.comments where author_id = ${author.id}`
    // One was dismissed before and stays dismissed.
    const [earlier] = await as<{ id: string }[]>`
      insert into private.reports (post_id, reporter_id, reason, settled_at, outcome)
      values (${post!.id}, ${moderator.id}, 'rude', now() - interval '1 day', 'dismissed') returning id`
    await as`
      insert into private.reports (post_id, comment_id, reporter_id, reason)
      values (${post!.id}, null, ${reporter.id}, 'spam'), (null, ${comment!.id}, ${reporter.id}, 'spam')`
    const outcomes = async () =>
      (
        await as<{ outcome: string | null }[]>`
          select outcome from private.reports where reporter_id = ${reporter.id}`
      ).map(({ outcome }) => outcome)
    await asTeam(as, moderator, async () => {
      await as`select public.show_posts(array[${post!.id}]::bigint[])`
      await as`select public.show_comments(array[${comment!.id}]::bigint[])`
      expect(await outcomes()).toEqual(['dismissed', 'dismissed'])
      await as`select public.unapprove(array[${post!.id}]::bigint[], array[${comment!.id}]::bigint[])`
      expect(await outcomes()).toEqual([null, null])
    })
    expect([...(await as`select outcome from private.reports where id = ${earlier!.id}`)]).toEqual([
      { outcome: 'dismissed' },
    ])
    const causes = await as`
      select cause from private.hidings where post_id = ${post!.id} or comment_id = ${comment!.id}`
    expect(causes.map(({ cause }) => cause as string)).toEqual(['approval', 'approval'])
  })
})

test('a rule that is switched on after a comment was deleted holds for the restored comment', async () => {
  const [author, moderator] = [await createMember(), await createMember({ name: 'Mo', moderator: true })]
  const target = await createPost()
  const body = `Said before the rule ${randomUUID()}`
  const say = async (who: Member) => {
    const [made] = await who.call('create_comment', { post_id: target.id, body, sent_key: randomUUID() })
    return Number(made!.id)
  }
  const [own, ofTeam] = [await say(author), await say(moderator)]
  await author.call('delete_comment', { comment_id: own })
  await moderator.call('delete_comment', { comment_id: ofTeam })
  await inMode('all', author, async (as) => {
    const restore = (id: number) => as`select * from public.restore_comment(${id})`
    const shown = async () => {
      await as`reset role`
      const rows = await as`
        select c.id::int, c.body from public.comments c
        where c.post_id = ${target.id} and c.deleted_at is null and c.hidden_at is null order by c.id`
      const [counted] = await as`select comments_total from public.posts where id = ${target.id}`
      await as`set local role authenticated`
      return [rows.map((row) => row.id), counted!.comments_total]
    }
    await restore(own)
    expect(await shown()).toEqual([[], 0])
    await asTeam(as, moderator, async () => {
      expect(
        await as`select comment_id::int, cause from public.admin_reports()
        where comment_id = ${own}`,
      ).toMatchObject([{ cause: 'approval' }])
      await restore(ofTeam)
      expect(await shown()).toEqual([[ofTeam], 1])
      await as`select public.show_comments(array[${own}]::bigint[])`
    })
    expect(await shown()).toEqual([[own, ofTeam], 2])
    // What the team approved comes back as it was.
    await asTeam(as, author, async () => {
      await as`select public.delete_comment(${own})`
      await restore(own)
    })
    expect(await shown()).toEqual([[own, ofTeam], 2])
  })
})

test('its author deletes a post whose approval was undone, and posts merged into it are apart again', async () => {
  const [author, moderator] = [await createMember(), await createMember({ moderator: true })]
  const merged = await createPost()
  await inMode('all', author, async (as) => {
    const key = randomUUID()
    await as`select * from public.create_post('new-features', ${`Waits ${key}`}, '', ${key})`
    const [{ id } = { id: '' }] = await as<{ id: string }[]>`select public.waiting_of(${key}, false) as id`
    const become = (who: Member) => as`select set_config('request.jwt.claim.sub', ${who.id}, true)`
    const remove = () => as`select id from public.delete_post(${id})`
    // The team acts later.
    await as`reset role`
    await as`update public.posts set created_at = created_at - interval '1 minute' where id = ${id}`
    await as`set local role authenticated`
    await become(moderator)
    await as`select public.show_posts(array[${id}]::bigint[])`
    await as`select public.merge_posts(array[${merged.id}]::bigint[], ${id})`
    await as`select public.unapprove(post_ids => array[${id}]::bigint[])`
    expect(await remove()).toHaveLength(0)
    await become(author)
    expect(await as`select from public.my_waiting()`).toHaveLength(1)
    expect(await remove()).toMatchObject([{ id }])
    expect(await as`select from public.my_waiting()`).toHaveLength(0)
    expect(await as`select from public.posts where id = ${merged.id}`).toHaveLength(1)
    await as`reset role`
    expect(await as`select from public.posts where id = ${id}`).toHaveLength(0)
  })
})
