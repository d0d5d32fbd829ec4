import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { anonClient, createMember, refusal, sql } from '../support/database.ts'
import { admin, invite, newAddress, roleOf } from '../support/invitations.ts'

describe('signing up with the invited address', () => {
  const options = { data: { name: 'Ina Invited' } }
  const password = 'correct horse battery'

  test('gives the role once the link of the confirmation email was followed', async () => {
    const email = newAddress()
    const invitation = await invite(email)
    const { data } = await anonClient().auth.signUp({ email, password, options })
    expect(await roleOf(data.user!)).toBeNull()
    const [row] = await sql`select confirmation_token from auth.users where email = ${email}`
    const { error } = await anonClient().auth.verifyOtp({
      token_hash: row!.confirmation_token,
      type: 'signup',
    })
    expect(error).toBeNull()
    expect(await roleOf(data.user!)).toBe('moderator')
    const log = await sql`
      select actor_id from public.audit_log where action in ('role.grant', 'invitation.accept')
      and (after ->> 'user_id' = ${data.user!.id} or after ->> 'id' = ${String(invitation.id)})`
    expect(log).toEqual([{ actor_id: data.user!.id }, { actor_id: data.user!.id }])
  })

  // As a hosted project's auth service writes it.
  const signUp = async (email: string, confirmsAtOnce: boolean) => {
    const id = randomUUID()
    await sql.begin(async (as) => {
      await as`insert into auth.users (id, email, encrypted_password) values (${id}, ${email}, 'x')`
      if (confirmsAtOnce) await as`update auth.users set email_confirmed_at = now() where id = ${id}`
    })
    return { id }
  }
  test('gives nothing where the auth service confirms accounts without an email', async () => {
    const email = newAddress()
    await invite(email, 'admin')
    expect(await roleOf(await signUp(email, true))).toBeNull()
  })

  test('gives nothing after the invitation ended, to blocked people, or to those the company’s product signs in', async () => {
    const confirm = async (
      change: (invitation: { id: number }, person: { id: string }) => Promise<unknown>,
    ) => {
      const email = newAddress()
      const invitation = await invite(email)
      const person = await signUp(email, false)
      await change(invitation, person)
      await sql`update auth.users set email_confirmed_at = now() where id = ${person.id}`
      return roleOf(person)
    }
    expect(await confirm(async () => {})).toBe('moderator')
    expect(
      await confirm(({ id }) => sql`update private.invitations set ends_at = now() where id = ${id}`),
    ).toBeNull()
    expect(await confirm(({ id }) => admin.call('admin_revoke_invitation', { invitation_id: id }))).toBeNull()
    expect(
      await confirm(
        (_, { id }) => sql`insert into private.blocks (person_id, reason) values (${id}, 'Spam')`,
      ),
    ).toBeNull()
    // Confirmed by a token of the company's product.
    expect(
      await confirm(
        (_, { id }) => sql`insert into private.own_identities (subject, person_id) values (${id}, ${id})`,
      ),
    ).toBeNull()
  })
})

describe('inviting', () => {
  test('is only for admins, with their second factor where the team needs one', async () => {
    const [member, moderator] = [await createMember(), await createMember({ moderator: true })]
    const { id, key } = await invite(newAddress())
    for (const who of ['anon', member, moderator] as const) {
      for (const statement of [
        `select public.admin_invite(array['${newAddress()}'], 'admin')`,
        'select * from public.admin_invitations()',
        `select public.admin_resend_invitation(${id})`,
        `select public.admin_revoke_invitation(${id})`,
        'select * from private.invitations',
        `update private.invitations set address = '${member.email}'`,
        `select private.take_invitation(i, '${member.id}') from private.invitations i`,
      ]) {
        expect(await refusal(who, statement), statement).toBe('42501')
      }
    }
    await expect(
      sql.begin(async (as) => {
        await as`update public.site_settings set requires_factor = true`
        await as`select set_config('request.jwt.claims', ${JSON.stringify({ role: 'authenticated', sub: admin.id })}, true)`
        await as.unsafe('set local role authenticated')
        await as`select public.admin_invite(array['someone@example.com'], 'admin')`
      }),
    ).rejects.toMatchObject({ code: '42501' })
    expect(JSON.stringify(await admin.call('admin_invitations'))).not.toContain(key)
  })

  test('refuses addresses of the team, no addresses, and roles that don’t exist', async () => {
    const moderator = await createMember({ moderator: true })
    const outcome = async (addresses: string[], wanted: string) => {
      const { error } = await admin.client.rpc('admin_invite', { addresses, wanted })
      return error?.hint ?? error?.code
    }
    const other = newAddress()
    expect(await outcome([other, moderator.email], 'moderator')).toBe('invited_is_on_team')
    // All or none.
    expect(await sql`select from private.invitations where address = ${other}`).toHaveLength(0)
    expect(await outcome([moderator.email], 'admin')).toBeUndefined()
    expect(await outcome([], 'admin')).toBe('22023')
    expect(await outcome(Array.from({ length: 21 }, newAddress), 'admin')).toBe('22023')
    expect(await outcome([newAddress()], 'owner')).toBe('role_unknown')
    expect(await outcome([newAddress()], null as unknown as string)).toBe('role_unknown')
    for (const invalid of ['no address', '', `${'a'.repeat(250)}@example.com`]) {
      expect(await outcome([newAddress(), invalid], 'admin')).toBe('invited_address_invalid')
    }
  })

  test('is limited per hour, resending included', async () => {
    const busy = await createMember({ admin: true })
    const some = (count: number) =>
      busy.client.rpc('admin_invite', {
        addresses: Array.from({ length: count }, newAddress),
        wanted: 'moderator',
      })
    expect((await some(20)).error).toBeNull()
    expect((await some(19)).error).toBeNull()
    const { id } = await invite(newAddress(), 'moderator', busy)
    expect((await some(1)).error?.hint).toBe('rate_limit')
    await sql`update private.invitations set sent_at = now() - interval '2 minutes' where id = ${id}`
    expect((await busy.client.rpc('admin_resend_invitation', { invitation_id: id })).error?.hint).toBe(
      'rate_limit',
    )
    await sql`delete from private.invitations where invited_by = ${busy.id}`
  })
})
