import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { expect, test } from 'vitest'
import { inMode } from '../support/approval.ts'
import { createMember, createPost, type Member } from '../support/database.ts'

const changed = { code: 'PT409', hint: 'waiting_changed' }

/** What author and moderator do with something that awaits approval: a post or a comment. */
async function sendWaiting(as: postgres.TransactionSql, target?: { id: number }) {
  const [key, what] = [randomUUID(), target ? 'comment' : 'post']
  if (target) await as`select * from public.create_comment(${target.id}, 'Harmless', ${key})`
  else await as`select * from public.create_post('new-features', ${`Waits ${key}`}, 'Harmless', ${key})`
  const [{ id } = { id: '' }] = await as<{ id: string }[]>`
    select public.waiting_of(${key}, ${Boolean(target)}) as id`
  const owner = as(`${what}_id`)
  const seenIn = async (list: 'admin_reports' | 'admin_hidden') => {
    const [row] = await as<
      { version: string }[]
    >`select version from public.${as(list)}() where ${owner} = ${id}`
    return row?.version
  }
  return {
    id,
    owner,
    seen: () => seenIn('admin_reports'),
    seenAsHidden: () => seenIn('admin_hidden'),
    edit: () =>
      target
        ? as`select e.* from public.comment_source(${id}) s, public.edit_comment(${id}, 'Rude', s.revision) e`
        : as`select e.* from public.post_source(${id}) s, public.edit_post(${id}, s.title, 'Rude', s.revision) e`,
    approve: (...seen: (string | undefined)[]) =>
      as.savepoint(
        (inner) => inner`
          select id from public.${inner(`show_${what}s`)}(array[${id}]::bigint[], ${seen as string[]}::text[])`,
      ),
  }
}

test('the team approves only what it saw: neither a text nor images that changed since', async () => {
  const [author, moderator] = [await createMember(), await createMember({ moderator: true })]
  const post = await createPost()
  await inMode('all', author, async (as) => {
    const become = (who: Member) => as`select set_config('request.jwt.claim.sub', ${who.id}, true)`
    for (const target of [undefined, post]) {
      await become(author)
      const { id, owner, seen, seenAsHidden, edit, approve } = await sendWaiting(as, target)
      const path = `${author.id}/${randomUUID()}.webp`
      for (const change of [
        edit,
        () => as`insert into public.images (${owner}, path, width, height) values (${id}, ${path}, 1, 1)`,
        () => as`update public.images set alt = 'Rude' where ${owner} = ${id}`,
        () => as`delete from public.images where ${owner} = ${id}`,
      ]) {
        await become(moderator)
        const before = await seen()
        expect(before).toEqual(expect.any(String))
        expect(await seenAsHidden()).toBe(before)
        await become(author)
        await change()
        await become(moderator)
        await expect(approve(before)).rejects.toMatchObject(changed)
      }
      expect(await as`select cause from public.admin_hidden() where ${owner} = ${id}`).toMatchObject([
        { cause: 'approval' },
      ])
      const now = await seen()
      expect(await approve(now)).toMatchObject([{ id }])
      // Someone else of the team approved it before.
      expect(await approve(now)).toHaveLength(0)
    }
  })
})

test('the team sees the images of what it reviews; nobody else does', async () => {
  const [author, other, moderator, admin] = [
    await createMember(),
    await createMember(),
    await createMember({ moderator: true }),
    await createMember({ admin: true }),
  ]
  const post = await createPost()
  await inMode('all', author, async (as) => {
    const become = (who: Member) => as`select set_config('request.jwt.claim.sub', ${who.id}, true)`
    for (const target of [undefined, post]) {
      await become(author)
      const { id, owner } = await sendWaiting(as, target)
      const path = `${author.id}/${randomUUID()}.webp`
      await as`insert into public.images (${owner}, path, alt, width, height) values (${id}, ${path}, 'Seen', 1, 1)`
      const images = () => as`select alt from public.images where ${owner} = ${id}`
      for (const who of [author, moderator, admin]) {
        await become(who)
        expect(await images()).toMatchObject([{ alt: 'Seen' }])
      }
      await become(moderator)
      expect((await as`update public.images set alt = '' where ${owner} = ${id}`).count).toBe(0)
      expect((await as`delete from public.images where ${owner} = ${id}`).count).toBe(0)
      await become(other)
      expect(await images()).toHaveLength(0)
    }
  })
})
