import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { anonClient, createMember, type Member, refusal, sql } from '../support/database.ts'

let admin: Member
beforeAll(async () => {
  admin = await createMember({ admin: true, name: 'Ada Admin' })
})

const newAddress = () => `${randomUUID()}@example.com`

/** Invites an address. Returns the invitation with the secret of its link, which only its email contains. */
async function invite(address: string, role = 'moderator', by = admin) {
  await sql`update private.invitations set sent_at = now() - interval '2 minutes' where address = ${address.trim().toLowerCase()}`
  await by.call('admin_invite', { addresses: [address], wanted: role })
  const [row] = await sql<{ id: number; key: string }[]>`
    select id::integer, key from private.invitations where address = ${address.trim().toLowerCase()}`
  return row!
}
const accept = async (person: Member, key: string) =>
  (await person.client.rpc('accept_invitation', { key })).error?.hint ?? 'accepted'
const roleOf = async ({ id }: { id: string }) =>
  (await sql`select role from public.roles where user_id = ${id}`)[0]?.role ?? null
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
    expect(await outcome([newAddress()], 'owner')).toBe('23514')
    expect(await outcome(['no address'], 'admin')).toBe('23514')
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

  test('emails an address at most once a minute, and all or none', async () => {
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
})
