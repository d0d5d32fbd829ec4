import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { expect, test } from 'vitest'
import { refuseOthersOwner } from '../../lib/actions/image-owner'
import {
  actingAs,
  anonClient,
  createMember,
  createPost,
  type Member,
  refusal,
  sql,
} from '../support/database.ts'

const forbidden = { ok: false, reason: 'forbidden' }

// The mode applies to the whole board, which other tests share, so tests of a mode are rolled back with it.
type Mode = 'off' | 'first' | 'links' | 'all'

/** What a person sends in a mode, rolled back. */
async function inMode<T>(mode: Mode, who: Member, run: (as: postgres.TransactionSql) => Promise<T>) {
  return actingAs(who, async (as) => {
    await as`reset role`
    await as`update private.moderation set approval = ${mode}`
    await as`set local role authenticated`
    return run(as)
  })
}

async function waits(mode: Mode, who: Member, details: string): Promise<boolean> {
  return inMode(mode, who, async (as) => {
    const rows = await as`
      select * from public.create_post('new-features', ${`Post ${randomUUID()}`}, ${details}, ${randomUUID()})`
    return rows.length === 0
  })
}

async function createKnown(): Promise<Member> {
  const member = await createMember({ name: 'Known' })
  await createPost({ authorId: member.id })
  await sql`update public.profiles set created_at = now() - interval '8 days' where id = ${member.id}`
  return member
}

test('each mode holds back what it should, and never the team’s content', async () => {
  const [fresh, known, moderator] = [
    await createMember({ name: 'Fresh' }),
    await createKnown(),
    await createMember({ moderator: true }),
  ]
  const held = async (who: Member) =>
    Promise.all(
      (['off', 'first', 'links', 'all'] as const).flatMap((mode) =>
        ['plain', 'see https://example.com'].map((details) => waits(mode, who, details)),
      ),
    )
  expect(await held(fresh)).toEqual([false, false, true, true, false, true, true, true])
  expect(await held(known)).toEqual([false, false, false, false, false, false, true, true])
  expect(await held(moderator)).toEqual(Array.from({ length: 8 }, () => false))
})

test('pending content is visible to its author and the team, counts nowhere, and appears once approved', async () => {
  const [author, moderator, other] = [
    await createMember({ name: 'Fresh' }),
    await createMember({ name: 'Mo', moderator: true }),
    await createMember(),
  ]
  const target = await createPost()
  const key = randomUUID()
  const made = await actingAs(
    author,
    async (as) => {
      await as`reset role`
      const [was] = await as`select approval from private.moderation for update`
      await as`update private.moderation set approval = 'all'`
      await as`set local role authenticated`
      const post = await as`
        select * from public.create_post('new-features', ${`Waiting ${key}`}, 'Text', ${key})`
      const comment =
        await as`select * from public.create_comment(${target.id}, 'Waiting words', ${randomUUID()})`
      const [id] = await as<{ id: string }[]>`select public.waiting_of(${key}, false) as id`
      await as`reset role`
      await as`update private.moderation set approval = ${was!.approval}`
      return { seen: post.length + comment.length, id: Number(id!.id) }
    },
    { keep: true },
  )
  expect(made.seen).toBe(0)
  const anon = anonClient()
  for (const client of [anon, author.client, other.client]) {
    expect((await client.from('posts').select('id').eq('id', made.id)).data).toEqual([])
    expect((await client.from('comments').select('id').eq('post_id', target.id)).data).toEqual([])
  }
  const own = await author.call('my_waiting')
  expect(own.map(({ body }) => body).toSorted()).toEqual(['Text', 'Waiting words'])
  expect(own.map(({ on_post }) => on_post)).toEqual(expect.arrayContaining([null, target.id]))
  expect((await other.client.rpc('my_waiting')).data).toEqual([])
  expect((await other.client.rpc('waiting_of', { sent_key: key, is_comment: false })).data).toBeNull()
  expect(await refusal('anon', 'select public.my_waiting()')).toBe('42501')
  // Its images come with it.
  const waiting = { owner: 'post', id: made.id } as const
  expect(await refuseOthersOwner(author.client, { ...waiting, author: author.id })).toBeNull()
  expect(await refuseOthersOwner(moderator.client, { ...waiting, author: moderator.id })).toMatchObject(
    forbidden,
  )
  await author.client
    .from('images')
    .insert({ post_id: made.id, path: `${author.id}/${randomUUID()}.webp`, width: 1, height: 1 })
    .select('id')
    .throwOnError()
  expect((await anon.from('images').select('id').eq('post_id', made.id)).data).toEqual([])
  const queue = await moderator.call('admin_reports', { max_rows: 200 })
  const mine = queue.filter(({ author_id }) => author_id === author.id)
  expect(mine).toMatchObject([{ cause: 'approval' }, { cause: 'approval' }])
  const [counted] = await sql`select comments_total from public.posts where id = ${target.id}`
  expect(counted!.comments_total).toBe(0)

  await moderator.call('show_posts', { post_ids: [made.id] })
  const comments = mine.flatMap(({ comment_id }) => (comment_id as number | null) ?? [])
  await moderator.call('show_comments', { comment_ids: comments })
  const { data: shown } = await anon.from('posts').select('votes_total').eq('id', made.id).single()
  expect(shown).toEqual({ votes_total: 1 })
  expect((await anon.rpc('list_comments', { of_post: target.id })).data).toMatchObject([
    { body: 'Waiting words' },
  ])
  expect((await anon.from('images').select('id').eq('post_id', made.id)).data).toHaveLength(1)
  // It is approved, and new; nothing was restored.
  const told = await sql`
    select action as what from public.audit_log where post_id in ${sql([made.id, target.id])}
    union all
    select kind from private.events where post_id = ${made.id} and kind <> 'vote.created' order by what`
  expect(told.map(({ what }) => what)).toEqual(['comment.approve', 'post.approve', 'post.created'])
  expect(
    await sql`select * from private.find_miscounts() where kind like '%of a post' and id = any (${[made.id, target.id]})`,
  ).toHaveLength(0)
})

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

test('a new member can’t add a link with an edit, or replace one', async () => {
  const author = await createMember()
  const post = await createPost({ authorId: author.id, details: 'Plain' })
  const linked = await createPost({
    authorId: author.id,
    title: 'Linked post',
    details: 'See [this](https://example.com) and [that](\n//example.org), a tpyo.',
  })
  const edit = (id: number, set: Record<string, string>) => async (as: postgres.TransactionSql) =>
    (await as`update public.posts set ${as(set)} where id = ${id}`).count
  const refused = [
    edit(post.id, { details: 'See https://example.com' }),
    edit(post.id, { title: 'See www.example.com' }),
    edit(linked.id, { details: 'See [this](https://example.net) and [that](\n//example.org), a tpyo.' }),
    edit(linked.id, { details: 'See [this](https://example.com) and [that](\n//example.net), a tpyo.' }),
  ]
  for (const one of refused) {
    await expect(inMode('links', author, one)).rejects.toMatchObject({ code: 'PT403' })
    expect(await inMode('off', author, one)).toBe(1)
  }
  const words = 'See [this](https://example.com) and [that](\n//example.org), a typo.'
  expect(await inMode('links', author, edit(linked.id, { details: words }))).toBe(1)
  expect(await inMode('links', author, edit(linked.id, { details: 'None at all' }))).toBe(1)
})

test('a link needs approval in every spelling that becomes one', async () => {
  const fresh = await createMember()
  const spellings = [
    'h&#116;tps://example.com',
    'https:&#47;/example.com',
    'https\\://example.com',
    'www\\.example.com',
    'WW&#87;.example.com',
    '[this]\n\n[this]: //example.com',
    '[this]\n\n[this]:\n//example.com',
    '<mailto:somebody@example.com>',
    'somebody@example.com',
  ]
  for (const spelling of spellings) expect(await waits('links', fresh, spelling), spelling).toBe(true)
  for (const plain of ['@Ada said so', 'a [x] b', 'C:\\folder', 'this & that; (so)', 'and/or: yes'])
    expect(await waits('links', fresh, plain), plain).toBe(false)
})

test('everything in one request awaits approval together', async () => {
  const fresh = await createMember()
  const post = await createPost()
  const standing = (mode: Mode, details: string) =>
    inMode(mode, fresh, async (as) => {
      await as`
        insert into public.posts (category_id, title, details)
        select id, t.title, ${details} from public.categories, unnest(array['One of two', 'Two of two']) t (title)
        where slug = 'new-features'`
      await as`
        insert into public.comments (post_id, body)
        select ${post.id}, t.body || ${details} from unnest(array['One ', 'Two ']) t (body)`
      return as`
        select id from public.posts where author_id = ${fresh.id}
        union all
        select id from public.comments where author_id = ${fresh.id}`
    })
  expect(await standing('first', 'words')).toHaveLength(0)
  expect(await standing('links', 'https://example.com')).toHaveLength(0)
  expect(await standing('off', 'words')).toHaveLength(4)
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
