import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { inMode } from '../support/approval.ts'
import { createMember, createPost, type Member, refusal } from '../support/database.ts'

test('only its author can edit a comment that awaits approval, which goes on awaiting it', async () => {
  const [author, other, moderator, admin] = [
    await createMember(),
    await createMember(),
    await createMember({ moderator: true }),
    await createMember({ admin: true }),
  ]
  const target = await createPost()
  await inMode('all', author, async (as) => {
    const key = randomUUID()
    await as`select * from public.create_comment(${target.id}, 'Waiting wrods', ${key})`
    const [{ id } = { id: '' }] = await as<{ id: string }[]>`select public.waiting_of(${key}, true) as id`
    const become = (who: Member) => as`select set_config('request.jwt.claim.sub', ${who.id}, true)`
    const source = () => as`select body, revision from public.comment_source(${id})`
    const edit = async (body: string, seen: number) => {
      const [edited] = await as`
        select status, body, revision, post_id::int, mentioned from public.edit_comment(${id}, ${body}, ${seen})`
      return edited
    }
    for (const who of [other, moderator, admin]) {
      await become(who)
      expect(await source()).toHaveLength(0)
      expect(await edit('Not mine', 1)).toMatchObject({ status: 'missing', body: null })
      expect(await as`select * from private.edit_waiting(${id}, 'Not mine', 1, '{}')`).toHaveLength(0)
    }
    await become(author)
    const [{ revision } = { revision: 0 }] = await as<{ revision: number }[]>`
      select revision from public.comment_source(${id})`
    expect(await edit('Too early', revision - 1)).toMatchObject({ status: 'conflict', body: 'Waiting wrods' })
    for (const [body, code] of [
      [' ', '23514'],
      ['x'.repeat(2501), '23514'],
      ['See https://example.com', 'PT403'],
    ] as const) {
      await expect(
        as.savepoint((inner) => inner`select * from public.edit_comment(${id}, ${body}, ${revision})`),
      ).rejects.toMatchObject({ code })
    }
    expect(await edit('Waiting words ', revision)).toEqual({
      status: 'saved',
      body: 'Waiting words',
      revision: revision + 1,
      post_id: target.id,
      mentioned: [],
    })
    expect([...(await source())]).toEqual([{ body: 'Waiting words', revision: revision + 1 }])
    expect(await as`select body from public.my_waiting()`).toMatchObject([{ body: 'Waiting words' }])
    await become(moderator)
    expect(await as`select body from public.admin_reports() where comment_id = ${id}`).toMatchObject([
      { body: 'Waiting words' },
    ])
    await as`select public.show_comments(array[${id}]::bigint[])`
    await become(other)
    expect(await as`select body, edited_at from public.list_comments(${target.id})`).toMatchObject([
      { body: 'Waiting words', edited_at: null },
    ])
  })
  expect(await refusal('anon', `select public.edit_comment(1, 'x', 1)`)).toBe('42501')
  expect(await refusal('anon', `select private.edit_waiting(1, 'x', 1, '{}')`)).toBe('42501')
})

test('a comment whose approval is undone is marked as edited if its author edits it', async () => {
  const [author, moderator] = [await createMember(), await createMember({ moderator: true })]
  const target = await createPost()
  await inMode('all', author, async (as) => {
    const key = randomUUID()
    await as`select * from public.create_comment(${target.id}, 'Once shown', ${key})`
    const [{ id } = { id: '' }] = await as<{ id: string }[]>`select public.waiting_of(${key}, true) as id`
    // The team acts later.
    await as`reset role`
    await as`update public.comments set created_at = created_at - interval '1 minute' where id = ${id}`
    await as`set local role authenticated`
    const become = (who: Member) => as`select set_config('request.jwt.claim.sub', ${who.id}, true)`
    await become(moderator)
    await as`select public.show_comments(array[${id}]::bigint[])`
    await as`select public.unapprove(comment_ids => array[${id}]::bigint[])`
    await become(author)
    await as`select public.edit_comment(${id}, 'Shown anew', revision) from public.comment_source(${id})`
    await become(moderator)
    await as`select public.show_comments(array[${id}]::bigint[])`
    expect(await as`select body, edited_at from public.list_comments(${target.id})`).toMatchObject([
      { body: 'Shown anew', edited_at: expect.any(Date) as Date },
    ])
  })
})

test('a comment that the team refused no longer exists for its author', async () => {
  const [author, moderator] = [await createMember(), await createMember({ moderator: true })]
  const target = await createPost()
  await inMode('all', author, async (as) => {
    const key = randomUUID()
    await as`select * from public.create_comment(${target.id}, 'Refused words', ${key})`
    const [{ id } = { id: '' }] = await as<{ id: string }[]>`select public.waiting_of(${key}, true) as id`
    const become = (who: Member) => as`select set_config('request.jwt.claim.sub', ${who.id}, true)`
    await become(moderator)
    await as`select public.hide_comments(array[${id}]::bigint[], 'Advertising')`
    await become(author)
    expect(await as`select * from public.comment_source(${id})`).toHaveLength(0)
    expect(await as`select status from public.edit_comment(${id}, 'Still mine', 0)`).toEqual([
      { status: 'missing' },
    ])
  })
})

test('an edit that was begun before the approval is saved after it', async () => {
  const [author, moderator] = [await createMember(), await createMember({ moderator: true })]
  const target = await createPost()
  await inMode('all', author, async (as) => {
    const key = randomUUID()
    await as`select * from public.create_comment(${target.id}, 'Waiting wrods', ${key})`
    const [{ id } = { id: '' }] = await as<{ id: string }[]>`select public.waiting_of(${key}, true) as id`
    const become = (who: Member) => as`select set_config('request.jwt.claim.sub', ${who.id}, true)`
    const [{ revision } = { revision: 0 }] = await as<{ revision: number }[]>`
      select revision from public.comment_source(${id})`
    await become(moderator)
    await as`select public.show_comments(array[${id}]::bigint[])`
    await become(author)
    const edit = (body: string) =>
      as`select status, body from public.edit_comment(${id}, ${body}, ${revision})`
    expect(await edit('Waiting words')).toEqual([{ status: 'saved', body: 'Waiting words' }])
    expect(await edit('Other words')).toEqual([{ status: 'conflict', body: 'Waiting words' }])
  })
})

test('an edit that doesn’t say what it started from is a conflict', async () => {
  const author = await createMember()
  const post = await createPost({ authorId: author.id, title: 'Shown title', details: 'Shown' })
  await inMode('off', author, async (as) => {
    await as`insert into public.comments (post_id, body) values (${post.id}, 'Shown')`
    expect(
      await as`select status, details from public.edit_post(${post.id}, 'Lost title', '', null)`,
    ).toEqual([{ status: 'conflict', details: 'Shown' }])
    expect(
      await as`
        select e.status, e.body from public.comments c, public.edit_comment(c.id, 'Lost', null) e
        where c.post_id = ${post.id}`,
    ).toEqual([{ status: 'conflict', body: 'Shown' }])
  })
  await inMode('all', author, async (as) => {
    const keys = { post: randomUUID(), comment: randomUUID() }
    await as`select * from public.create_post('new-features', 'Waiting title', '', ${keys.post})`
    await as`select * from public.create_comment(${post.id}, 'Waiting', ${keys.comment})`
    expect(
      await as`
        select p.status as post, c.status as comment
        from public.edit_post(public.waiting_of(${keys.post}, false), 'Lost title', '', null) p,
          public.edit_comment(public.waiting_of(${keys.comment}, true), 'Lost', null) c`,
    ).toEqual([{ post: 'conflict', comment: 'conflict' }])
  })
})
