import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { expect, test } from 'vitest'
import { inMode } from '../support/approval.ts'
import { createMember, type Member } from '../support/database.ts'

async function sendWaiting(as: postgres.TransactionSql, title: string): Promise<string> {
  const key = randomUUID()
  await as`select * from public.create_post('new-features', ${title}, '', ${key})`
  const [{ id } = { id: '' }] = await as<{ id: string }[]>`select public.waiting_of(${key}, false) as id`
  return id
}
/** The team acts later. */
async function passTime(as: postgres.TransactionSql, id: string) {
  await as`reset role`
  await as`update public.posts set created_at = created_at - interval '1 minute' where id = ${id}`
  await as`set local role authenticated`
}

test('an address comes from the title that is approved, and later stays', async () => {
  const [author, moderator] = [await createMember(), await createMember({ moderator: true })]
  const word = randomUUID()
  await inMode('all', author, async (as) => {
    const id = await sendWaiting(as, `Rude ${word}`)
    const become = (who: Member) => as`select set_config('request.jwt.claim.sub', ${who.id}, true)`
    const retitle = async (title: string) => {
      await become(author)
      await as`select e.* from public.post_source(${id}) s, public.edit_post(${id}, ${title}, '', s.revision) e`
    }
    const approve = async () => {
      await become(moderator)
      await as`select public.show_posts(array[${id}]::bigint[])`
    }
    const addresses = () => as`
      select a.slug, a.slug = p.slug as is_current from public.posts p join public.post_addresses a on a.post_id = p.id
      where p.id = ${id} order by a.created_at, a.slug`
    await retitle(`Polite! ${word}`)
    await retitle(`Polite ${word}`)
    await passTime(as, id)
    await approve()
    const address = { slug: `polite-${word}`, is_current: true }
    expect([...(await addresses())]).toEqual([address])
    await retitle(`Renamed ${word}`)
    expect([...(await addresses())]).toEqual([address])
    await become(moderator)
    await as`select public.unapprove(post_ids => array[${id}]::bigint[])`
    await retitle(`Once more ${word}`)
    await approve()
    expect([...(await addresses())]).toEqual([address])
  })
})
