import { randomUUID } from 'node:crypto'
import { createMember, type Member, sql } from './database.ts'

export const [admin, moderator, member, blocked] = await Promise.all([
  createMember({ name: 'Ada', admin: true }),
  createMember({ name: 'Mo', moderator: true }),
  createMember({ name: 'Kim' }),
  createMember(),
])
await admin.call('block_people', { person_ids: [blocked.id], reason: 'spam' })

export const newAddress = () => `caller-${randomUUID()}@example.com`
export const give = async (who: Member, post_id: number, address: string, why = 'Asked on the phone') =>
  await who.one('admin_give_vote_by_address', { post_id, address, why })
export const take = async (post_id: number, person_id: string) =>
  await admin.one('admin_take_vote', { post_id, person_id })
export const voters = async (of_post: number) => await admin.call('admin_voters', { of_post })
export const known = async (address: string) =>
  (await sql`select person_id from private.voter_addresses where address = ${address}`).length
export const vote = (who: Member, post_id: number) =>
  who.client.rpc('set_vote', { post_id, wanted: true }).throwOnError()
export const change = (who: Member, address: string) =>
  sql`update auth.users set email = ${address}, email_confirmed_at = now() where id = ${who.id}`

/** Who voted where, bypassing the policies. */
export const votesOf = async (person: string) =>
  (
    await sql<{ post_id: string }[]>`
      select post_id from public.votes where user_id = ${person} order by post_id`
  ).map(({ post_id }) => Number(post_id))
