import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { anonClient, createMember, type Member, sql } from '../support/database.ts'
import { admin, invite, newAddress, roleOf } from '../support/invitations.ts'

const accept = async (person: Member, key: string) =>
  (await person.client.rpc('accept_invitation', { key })).error?.hint ?? 'accepted'

/** What the job that sends an invitation's last email gets. */
async function mailOf({ id }: { id: number }) {
  const [mail] = await sql`
    select key from private.mails where about ->> 'event' = 'invited' and about ->> 'invitation' = ${String(id)}
    order by id desc limit 1`
  return (await sql`select private.prepare_mail(${mail!.key}) as says`)[0]!.says
}
const state = ({ id }: { id: number }) =>
  sql`select state, about ->> 'to' as address from private.mails where about ->> 'invitation' = ${String(id)}`

describe('an invitation', () => {
  test('is emailed, and gives its role to the confirmed account of the address that accepts it', async () => {
    const person = await createMember()
    const invitation = await invite(` ${person.email.toUpperCase()} `)
    expect(await mailOf(invitation)).toMatchObject({
      kind: 'account',
      event: 'invited',
      role: 'moderator',
      by: 'Ada Admin',
      invitation: invitation.key,
      to: person.email,
    })
    expect(await roleOf(person)).toBeNull()
    const { data } = await anonClient().rpc('read_invitation', { key: invitation.key })
    expect(data).toEqual([{ address: person.email, role: 'moderator', invited_by: 'Ada Admin' }])
    expect(await accept(person, invitation.key)).toBe('accepted')
    expect(await roleOf(person)).toBe('moderator')
    // A link works once.
    expect(await accept(person, invitation.key)).toBe('invitation_ended')
    const log = await sql`
      select actor_id, action from public.audit_log
      where after ->> 'id' = ${String(invitation.id)} and action like 'invitation.%' order by id`
    expect(log).toMatchObject([
      { actor_id: admin.id, action: 'invitation.create' },
      { actor_id: person.id, action: 'invitation.accept' },
    ])
  })

  test('gives nothing to people with another address, with or without the link', async () => {
    const address = newAddress()
    const { key } = await invite(address, 'admin')
    const [other, moderator] = [await createMember(), await createMember({ moderator: true })]
    for (const person of [other, moderator]) {
      expect(await accept(person, key)).toBe('invitation_of_another')
      expect(await accept(person, randomUUID())).toBe('invitation_ended')
    }
    expect((await anonClient().rpc('accept_invitation', { key })).error?.code).toBe('42501')
    expect([await roleOf(other), await roleOf(moderator)]).toEqual([null, 'moderator'])
  })

  test('never lowers a role', async () => {
    const person = await createMember({ admin: true })
    const [row] = await sql<{ key: string }[]>`
      insert into private.invitations (address, role, invited_by) values (${person.email}, 'moderator', ${admin.id})
      returning key`
    expect(await accept(person, row!.key)).toBe('accepted')
    expect(await roleOf(person)).toBe('admin')
  })

  test('gives nothing before the address is confirmed or after it changed', async () => {
    const person = await createMember()
    const { key } = await invite(person.email)
    await sql`update auth.users set email_confirmed_at = null where id = ${person.id}`
    expect(await accept(person, key)).toBe('invitation_of_another')
    await sql`update auth.users set email = ${newAddress()}, email_confirmed_at = now() where id = ${person.id}`
    expect(await accept(person, key)).toBe('invitation_of_another')
    expect(await roleOf(person)).toBeNull()
  })

  test('ends after 14 days, and a new email renews it', async () => {
    const person = await createMember()
    const invitation = await invite(person.email)
    const age = (days: number) => sql`
      update private.invitations set sent_at = sent_at - make_interval(days => ${days}),
        ends_at = ends_at - make_interval(days => ${days}) where id = ${invitation.id}`
    const resend = { invitation_id: invitation.id }
    expect((await admin.client.rpc('admin_resend_invitation', resend)).error?.hint).toBe('invitation_sent')
    await age(14)
    expect(await mailOf(invitation)).toBeNull()
    expect(await accept(person, invitation.key)).toBe('invitation_ended')
    expect((await anonClient().rpc('read_invitation', { key: invitation.key })).data).toEqual([])
    expect((await admin.call('admin_invitations')).map(({ id }) => Number(id))).toContain(invitation.id)
    expect(await admin.call('admin_resend_invitation', resend)).toBe(true)
    expect(await mailOf(invitation)).toMatchObject({ to: person.email })
    expect(await accept(person, invitation.key)).toBe('accepted')
    expect(await admin.call('admin_resend_invitation', resend)).toBe(false)
  })

  test('ends when it is revoked, also while its email waits', async () => {
    const person = await createMember()
    const invitation = await invite(person.email)
    expect(await admin.call('admin_revoke_invitation', { invitation_id: invitation.id })).toBe(true)
    expect(await admin.call('admin_revoke_invitation', { invitation_id: invitation.id })).toBe(false)
    expect(await mailOf(invitation)).toBeNull()
    expect(await state(invitation)).toMatchObject([
      { state: 'dropped', address: `${person.email[0]}…@example.com` },
    ])
    expect(await accept(person, invitation.key)).toBe('invitation_ended')
  })

  test('ends with the role of the admin who sent it', async () => {
    const [second, person] = [await createMember({ admin: true }), await createMember()]
    const { key } = await invite(person.email, 'admin', second)
    await admin.call('set_role', { person_id: second.id, wanted: 'moderator' })
    expect(await accept(person, key)).toBe('invitation_ended')
  })

  test('replaces the one before, whose link ends', async () => {
    const person = await createMember()
    const first = await invite(person.email, 'admin')
    const second = await invite(person.email, 'moderator')
    expect(second).not.toEqual(first)
    expect(await accept(person, first.key)).toBe('invitation_ended')
    expect(await accept(person, second.key)).toBe('accepted')
    expect(await roleOf(person)).toBe('moderator')
  })

  test('ends when its person gets, changes or loses a role, or is blocked', async () => {
    const setRole = (wanted: string | null) => (id: string) =>
      admin.call('set_role', { person_id: id, wanted: wanted as string })
    const change = async (role: string | null, act: (id: string) => Promise<unknown>) => {
      const person = await createMember()
      if (role) await setRole(role)(person.id)
      const { key } = await invite(person.email, 'admin')
      await act(person.id)
      return [await accept(person, key), await roleOf(person)]
    }
    expect(await change(null, setRole('moderator'))).toEqual(['invitation_ended', 'moderator'])
    expect(await change(null, setRole('admin'))).toEqual(['invitation_ended', 'admin'])
    expect(await change('moderator', setRole(null))).toEqual(['invitation_ended', null])
    const block = async (id: string) => {
      await admin.call('block_people', { person_ids: [id], reason: 'Spam' })
      await admin.call('unblock_people', { person_ids: [id] })
    }
    expect(await change(null, block)).toEqual(['invitation_ended', null])
  })

  test('isn’t accepted after the role that it would replace was taken away at the same moment', async () => {
    const person = await createMember()
    await admin.call('set_role', { person_id: person.id, wanted: 'moderator' })
    const { key } = await invite(person.email, 'admin')
    let accepted: Promise<string> | undefined
    await sql.begin(async (as) => {
      await as`select pg_advisory_xact_lock(hashtextextended('roles', 0))`
      accepted = accept(person, key)
      await new Promise((resolve) => setTimeout(resolve, 300))
      await as`delete from public.roles where user_id = ${person.id}`
    })
    expect(await accepted).toBe('invitation_ended')
    expect(await roleOf(person)).toBeNull()
  })

  test('isn’t accepted by blocked people or in a session of the company’s product', async () => {
    const person = await createMember()
    const { key } = await invite(person.email)
    await sql`insert into private.blocks (person_id, reason) values (${person.id}, 'Spam')`
    expect(await accept(person, key)).toBe('role_blocked')
    await sql`delete from private.blocks where person_id = ${person.id}`
    const [row] = await sql`select id from auth.sessions where user_id = ${person.id}`
    const session = row!.id as string
    await sql`insert into private.own_sessions (session_id, person_id) values (${session}, ${person.id})`
    expect(await accept(person, key)).toBe('own_team')
    await sql`delete from auth.sessions where id = ${session}`
    expect(await accept(person, key)).toBe('signed_out')
    expect(await roleOf(person)).toBeNull()
  })
})

test('inviting emails an address at most once a minute, and all or none', async () => {
  const [address, other] = [newAddress(), newAddress()]
  const again = async (addresses: string[]) =>
    (await admin.client.rpc('admin_invite', { addresses, wanted: 'admin' })).error?.hint
  const first = await invite(address)
  expect(await again([` ${address.toUpperCase()}`, other])).toBe('invitation_sent')
  expect(await sql`select from private.invitations where address = ${other}`).toHaveLength(0)
  expect(await state(first)).toHaveLength(1)
  await sql`update private.invitations set sent_at = now() - interval '61 seconds' where id = ${first.id}`
  expect(await again([address, other])).toBeUndefined()
  expect(await state(first)).toHaveLength(2)
})
