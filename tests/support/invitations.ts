import { randomUUID } from 'node:crypto'
import { createMember, sql } from './database.ts'

export const admin = await createMember({ admin: true, name: 'Ada Admin' })

export const newAddress = () => `${randomUUID()}@example.com`

/** Invites an address. Returns the invitation with the secret of its link, which only its email contains. */
export async function invite(address: string, role = 'moderator', by = admin) {
  await sql`update private.invitations set sent_at = now() - interval '2 minutes' where address = ${address.trim().toLowerCase()}`
  await by.call('admin_invite', { addresses: [address], wanted: role })
  const [row] = await sql<{ id: number; key: string }[]>`
    select id::integer, key from private.invitations where address = ${address.trim().toLowerCase()}`
  return row!
}

export const roleOf = async ({ id }: { id: string }) =>
  (await sql`select role from public.roles where user_id = ${id}`)[0]?.role ?? null
