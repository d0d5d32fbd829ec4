import { randomUUID } from 'node:crypto'
import { beforeAll } from 'vitest'
import { createMember, type Member, serverClient, sql } from './database.ts'

export const server = serverClient()
export const newId = () => randomUUID()
export let admin: Member
export let keyId: number

/** Creates an admin and the only key of the company for the tests of a file. */
export function useKey(): void {
  beforeAll(async () => {
    admin = await createMember({ admin: true })
    await renewKey()
  })
}
export async function renewKey(): Promise<void> {
  await sql`delete from private.own_keys`
  await admin.call('admin_add_own_key', { algorithm: 'HS256' })
  keyId = Number((await admin.call('admin_own_keys'))[0]!.id)
}

export const trust = (wanted: boolean) =>
  admin.call('admin_set_widget', { origins: [], trusts_addresses: wanted })

type Token = Partial<Parameters<typeof begin>[0]> & { key_id?: number; kept?: string }
async function begin(token: {
  subject: string
  address: string
  issued_at: string
  token_id: string
  segments: Record<string, string>
}) {
  const { data, error } = await server.rpc('begin_own_sign_in', { name: 'Kim Lee', key_id: keyId, ...token })
  return error
    ? (error.hint ?? error.code)
    : (data as { outcome: string; person?: string; claim?: string; address: string })
}
export const signIn = (token: Token = {}) =>
  begin({
    subject: newId(),
    address: `${newId()}@example.com`,
    issued_at: new Date().toISOString(),
    token_id: newId(),
    segments: {},
    ...token,
  })
