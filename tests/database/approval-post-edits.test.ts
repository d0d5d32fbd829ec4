import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { expect, test } from 'vitest'
import { inMode } from '../support/approval.ts'
import { createMember, type Member, refusal, sql } from '../support/database.ts'

async function sendWaiting(as: postgres.TransactionSql): Promise<string> {
  const key = randomUUID()
  await as`select * from public.create_post('new-features', ${`Waiting ${key}`}, 'Waiting wrods', ${key})`
  const [{ id } = { id: '' }] = await as<{ id: string }[]>`select public.waiting_of(${key}, false) as id`
  return id
}

test('only its author can edit a post that awaits approval, which goes on awaiting it', async () => {
  const [author, other, moderator, admin] = [
    await createMember(),
    await createMember(),
    await createMember({ moderator: true }),
    await createMember({ admin: true }),
  ]
  await inMode('all', author, async (as) => {
    const id = await sendWaiting(as)
    const become = (who: Member) => as`select set_config('request.jwt.claim.sub', ${who.id}, true)`
    const source = () => as`select title, details, revision from public.post_source(${id})`
    const edit = async (title: string, details: string, seen: number) => {
      const [edited] = await as`select * from public.edit_post(${id}, ${title}, ${details}, ${seen})`
      return edited
    }
    const path = (who: Member) => `${who.id}/${randomUUID()}.webp`
    const addImage = (who: Member) =>
      as.savepoint(
        (inner) => inner`
          insert into public.images (post_id, path, width, height) values (${id}, ${path(who)}, 1, 1)`,
      )
    await addImage(author)
    const images = () => as`select from public.images where post_id = ${id}`
    for (const who of [other, moderator, admin]) {
      await become(who)
      expect(await source()).toHaveLength(0)
      expect(await edit('Not mine', 'Not mine', 0)).toMatchObject({ status: 'missing', title: null })
      expect(await as`select * from private.edit_waiting_post(${id}, 'Not mine', '', 0, '{}')`).toHaveLength(
        0,
      )
      expect((await as`update public.posts set title = 'Not mine' where id = ${id}`).count).toBe(0)
      expect(await images()).toHaveLength(who === other ? 0 : 1)
      await expect(addImage(who)).rejects.toMatchObject({ code: '42501' })
    }
    await become(author)
    expect(await images()).toHaveLength(1)
    const [{ revision } = { revision: 0 }] = await as<{ revision: number }[]>`
      select revision from public.post_source(${id})`
    expect(await edit('Too early', '', revision - 1)).toMatchObject({
      status: 'conflict',
      details: 'Waiting wrods',
    })
    for (const [title, details, code] of [
      ['ab', '', '23514'],
      ['x'.repeat(141), '', '23514'],
      ['Waiting title', 'x'.repeat(10001), '23514'],
      ['Waiting title', 'See https://example.com', 'PT403'],
    ] as const) {
      await expect(
        as.savepoint(
          (inner) => inner`select * from public.edit_post(${id}, ${title}, ${details}, ${revision})`,
        ),
      ).rejects.toMatchObject({ code })
    }
    const texts = { title: 'Waiting title', details: 'Waiting words', revision: revision + 1 }
    expect(await edit('Waiting title ', 'Waiting words ', revision)).toEqual({
      status: 'saved',
      ...texts,
      category_slug: 'new-features',
    })
    // The same request again overwrites nothing.
    expect(await edit('Waiting title', 'Waiting words', revision)).toMatchObject({
      status: 'conflict',
      ...texts,
    })
    expect([...(await source())]).toEqual([texts])
    expect(await as`select title, body from public.my_waiting()`).toMatchObject([
      { title: 'Waiting title', body: 'Waiting words' },
    ])
    await become(other)
    expect(await as`select from public.posts where id = ${id}`).toHaveLength(0)
    expect(await as`select from public.search_posts('Waiting title') where id = ${id}`).toHaveLength(0)
    await become(moderator)
    expect(await as`select title, body from public.admin_reports() where post_id = ${id}`).toMatchObject([
      { title: 'Waiting title', body: 'Waiting words' },
    ])
    await as`select public.show_posts(array[${id}]::bigint[])`
    await become(other)
    expect(await as`select title, edited_at from public.posts where id = ${id}`).toMatchObject([
      { title: 'Waiting title', edited_at: null },
    ])
    // Approved in the meantime, it is edited like any other.
    await become(author)
    expect(await edit('Shown title', 'Waiting words', texts.revision)).toMatchObject({ status: 'saved' })
    expect(await as`select title, edited_at from public.posts where id = ${id}`).toMatchObject([
      { title: 'Shown title', edited_at: expect.any(Date) as Date },
    ])
  })
  expect(await refusal('anon', `select public.post_source(1)`)).toBe('42501')
  expect(await refusal('anon', `select public.edit_post(1, 'Title', '', 0)`)).toBe('42501')
  expect(await refusal('anon', `select private.edit_waiting_post(1, 'Title', '', 0, '{}')`)).toBe('42501')
})

test('a post can’t be edited once the team refused it, or by an author who is blocked or edits too often', async () => {
  const [author, moderator] = [await createMember(), await createMember({ moderator: true })]
  await inMode('all', author, async (as) => {
    const id = await sendWaiting(as)
    const become = (who: Member) => as`select set_config('request.jwt.claim.sub', ${who.id}, true)`
    const edit = (title: string) =>
      as.savepoint(
        (inner) => inner`
          select e.status from public.edit_post(${id}, ${title}, '', (
            select s.revision from public.post_source(${id}) s
          )) e`,
      )
    const [{ max_count: limit } = { max_count: 0 }] = await sql<{ max_count: number }[]>`
      select max(max_count)::int as max_count from private.limits where action = 'edit'`
    await as`reset role`
    await as`
      insert into private.usage (user_id, action, used) values (${author.id}, 'edit', ${limit})
      on conflict (user_id, action) do update set used = excluded.used, started_at = now()`
    await as`set local role authenticated`
    await expect(edit('Too often')).rejects.toMatchObject({ code: 'PT429' })
    await as`reset role`
    await as`delete from private.usage where user_id = ${author.id}`
    await as`insert into private.blocks (person_id, reason) values (${author.id}, 'Advertising')`
    await as`set local role authenticated`
    await expect(edit('While blocked')).rejects.toMatchObject({ code: 'PT403' })
    await as`reset role`
    await as`delete from private.blocks where person_id = ${author.id}`
    await as`set local role authenticated`
    expect(await edit('Once more')).toMatchObject([{ status: 'saved' }])
    await become(moderator)
    await as`select public.hide_posts(array[${id}]::bigint[], 'Advertising')`
    await become(author)
    expect(await edit('Still mine')).toMatchObject([{ status: 'missing' }])
    await become(moderator)
    expect(await as`select title from public.admin_hidden() where post_id = ${id}`).toMatchObject([
      { title: 'Once more' },
    ])
  })
})

test('a post whose approval is undone is marked as edited if its author edits it', async () => {
  const [author, moderator] = [await createMember(), await createMember({ moderator: true })]
  await inMode('all', author, async (as) => {
    const id = await sendWaiting(as)
    // The team acts later.
    await as`reset role`
    await as`update public.posts set created_at = created_at - interval '1 minute' where id = ${id}`
    await as`set local role authenticated`
    const become = (who: Member) => as`select set_config('request.jwt.claim.sub', ${who.id}, true)`
    await become(moderator)
    await as`select public.show_posts(array[${id}]::bigint[])`
    await as`select public.unapprove(post_ids => array[${id}]::bigint[])`
    await become(author)
    await as`select public.edit_post(${id}, title, 'Shown anew', revision) from public.post_source(${id})`
    await become(moderator)
    await as`select public.show_posts(array[${id}]::bigint[])`
    expect(
      await as`select details, edited_at from public.get_post('new-features', (
      select slug from public.posts where id = ${id}
    ))`,
    ).toMatchObject([{ details: 'Shown anew', edited_at: expect.any(Date) as Date }])
  })
})
