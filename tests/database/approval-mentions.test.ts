import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { inMode } from '../support/approval.ts'
import { createMember, createPost, type Member } from '../support/database.ts'

test('only the people that the approved text mentions are notified, once each', async () => {
  const [bob, carl] = [`Bob ${randomUUID()}`, `Carl ${randomUUID()}`]
  const [author, moderator, , { id: called }] = [
    await createMember(),
    await createMember({ moderator: true }),
    await createMember({ name: bob, moderator: true }),
    await createMember({ name: carl, moderator: true }),
  ]
  const target = await createPost()
  const [toBob, toCarl] = [`For @${bob}`, `For @${carl}`]
  await inMode('all', author, async (as) => {
    const become = (who: Member) => as`select set_config('request.jwt.claim.sub', ${who.id}, true)`
    /** Whom a notice and an email await, and whom the worker is going to tell of the comment. */
    const mentioned = async (post: number) => {
      await as`reset role`
      const people = (rows: { person_id: string }[]) => rows.map(({ person_id }) => person_id)
      const [notices, mails, audience] = [
        await as<{ person_id: string }[]>`
          select n.person_id from private.notices n join private.events e on e.id = n.event_id
          where e.post_id = ${post} and n.reason = 'mention'`,
        await as<{ person_id: string }[]>`
          select m.person_id from private.mail_parts m join private.events e on e.id = m.event_id
          where e.post_id = ${post} and m.reason = 'mention'`,
        await as<{ person_id: string }[]>`
          select a.person_id from private.events e cross join lateral
            private.audience(e, '00000000-0000-0000-0000-000000000000', 100) a
          where e.post_id = ${post} and e.kind = 'comment.created' and a.reason = 'mention'`,
      ]
      await as`set local role authenticated`
      return { told: [people(notices), people(mails)], audience: people(audience) }
    }
    for (const isComment of [false, true]) {
      await become(author)
      const key = randomUUID()
      if (isComment) await as`select * from public.create_comment(${target.id}, ${toBob}, ${key})`
      else await as`select * from public.create_post('new-features', ${`Waits ${key}`}, ${toBob}, ${key})`
      const [{ id } = { id: '' }] = await as<{ id: string }[]>`
        select public.waiting_of(${key}, ${isComment}) as id`
      const edit = (text: string) =>
        isComment
          ? as`select e.* from public.comment_source(${id}) s, public.edit_comment(${id}, ${text}, s.revision) e`
          : as`select e.* from public.post_source(${id}) s, public.edit_post(${id}, s.title, ${text}, s.revision) e`
      // Taken out, put in again, and taken out.
      for (const text of [toCarl, toBob, toCarl]) await edit(text)
      await become(moderator)
      if (isComment) await as`select public.show_comments(array[${id}]::bigint[])`
      else await as`select public.show_posts(array[${id}]::bigint[])`
      expect(await mentioned(isComment ? target.id : Number(id))).toEqual(
        isComment ? { told: [[], []], audience: [called] } : { told: [[called], [called]], audience: [] },
      )
    }
  })
})
