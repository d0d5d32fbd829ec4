import { describe, expect, test } from 'vitest'
import { actingAs, anonClient, createMember, createPost, refusal, sql } from '../support/database.ts'
import { admin, member, note, other, word } from '../support/triage.ts'

describe('internal notes', () => {
  test('can only be deleted by their author', async () => {
    const post = await createPost()
    const { id } = await note(post.id, 'Ask sales\r\nfirst  ')
    const { data } = await other.client.from('post_notes').select('body, author_id').eq('id', id).single()
    expect(data).toEqual({ body: 'Ask sales\nfirst', author_id: admin.id })
    expect((await other.client.from('post_notes').delete().eq('id', id).select('id')).data).toEqual([])
    expect((await admin.client.from('post_notes').delete().eq('id', id).select('id')).data).toEqual([{ id }])
    expect(
      (await admin.client.from('post_notes').insert({ post_id: post.id, body: ' ' })).error,
    ).not.toBeNull()
    const long = { post_id: post.id, body: 'x'.repeat(2501) }
    expect((await admin.client.from('post_notes').insert(long)).error).not.toBeNull()
  })

  test('can’t be reached with a deleted post', async () => {
    const post = await createPost()
    await note(post.id, 'Hm')
    await sql`update public.posts set deleted_at = now() where id = ${post.id}`
    expect((await admin.client.from('post_notes').select('id').eq('post_id', post.id)).data).toEqual([])
    expect((await admin.client.from('post_notes').insert({ post_id: post.id, body: 'Hm' })).error?.code).toBe(
      '42501',
    )
  })

  test('are in no response to anyone else', async () => {
    const marker = word()
    const post = await createPost({ authorId: member.id, title: 'About something else' })
    await note(post.id, `${marker} says sales`)
    await member.call('follow_post', { post_id: post.id, wanted: 'all' })
    const blocked = await createMember()
    await admin.call('block_people', { person_ids: [blocked.id], reason: 'spam' })
    const clients = [anonClient(), member.client, blocked.client]
    const answers: unknown[] = []
    for (const client of clients) {
      const asked = await Promise.all([
        client.rpc('search_posts', { query: marker }),
        client.rpc('similar_posts', { query: marker, details: '' }),
        client.rpc('list_comments', { of_post: post.id }),
        client.rpc('list_posts', { order_by: 'newest', max_rows: 100 }),
        client.rpc('merged_posts', { of_post: post.id }),
        client.rpc('votes_on', { post_ids: [post.id] }),
        client.rpc('sitemap_posts', { of_part: 1 }),
        client.rpc('admin_signals', { of_post: post.id }),
        client.from('posts').select('*').eq('id', post.id),
        client.from('posts').select('*, post_notes(*)').eq('id', post.id),
        client.from('post_notes').select('*'),
        client.rpc('admin_triage', { post_ids: [post.id] }),
        client.rpc('admin_post', { post_id: post.id }),
      ])
      answers.push(...asked.map(({ data }) => data))
    }
    answers.push((await member.client.rpc('export_account')).data)
    answers.push((await member.client.rpc('my_notices')).data)
    const feed = await member.call('renew_feed')
    answers.push((await anonClient().rpc('followed_feed', { key: feed })).data)
    answers.push(await sql`select * from private.events where post_id = ${post.id}`)
    answers.push(await sql`select vector::text from private.search_posts where post_id = ${post.id}`)
    answers.push(await sql`select * from public.audit_log where post_id = ${post.id}`)
    expect(JSON.stringify(answers)).not.toContain(marker)
    // Nor are they in anything that notifies, sends, logs or indexes: in no other table of ours.
    const tables = await sql<{ name: string }[]>`
      select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') order by 1`
    const holding: string[] = []
    for (const { name } of tables) {
      const found = await sql`select from ${sql(name)} t where strpos(t::text, ${marker}) > 0 limit 1`
      if (found.count > 0) holding.push(name)
    }
    expect(holding).toEqual(['public.post_notes'])
    const own = await admin.call('export_account')
    expect(JSON.stringify(own)).toContain(marker)
  })
})

describe('people outside the team', () => {
  const tables: [string, string][] = [
    ['post_triage', `update public.post_triage set looked_at = null`],
    [
      'post_notes',
      `insert into public.post_notes (post_id, body) select id, 'Forged' from public.posts limit 1`,
    ],
    ['post_tags', `insert into public.post_tags (post_id, tag_id) values (1, 1)`],
    ['tags', `insert into public.tags (name) values ('forged')`],
  ]
  test.each(tables)('can’t read or write %s', async (table, write) => {
    await note((await createPost()).id, 'Hm')
    expect(await refusal('anon', `select * from public.${table}`)).toBe('42501')
    expect(await refusal('anon', write)).toBe('42501')
    expect(
      await actingAs(member, async (as) => (await as.unsafe(`select * from public.${table}`)).count),
    ).toBe(0)
    expect(await refusal(member, write)).toBe('42501')
    for (const statement of [`delete from public.${table}`, `truncate public.${table}`]) {
      const touched = await actingAs(member, async (as) => (await as.unsafe(statement)).count).catch(
        (error: { code: string }) => error.code,
      )
      expect(['42501', 0]).toContain(touched)
      expect(await refusal('anon', statement)).toBe('42501')
    }
  })
})
