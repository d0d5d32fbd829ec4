import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createMember, refusal, sql } from '../support/database.ts'
import { admin, keyId, newId, server, signIn, trust, useKey } from '../support/own-sign-in.ts'

useKey()

const asOutcome = (answer: Awaited<ReturnType<typeof signIn>>) => {
  expect(answer).toBeTypeOf('object')
  return answer as Exclude<typeof answer, string>
}

describe('tokens', () => {
  test('work once, even at the same moment, and for at most five minutes', async () => {
    await trust(true)
    const { id: person, email } = await createMember()
    const token = { address: email, token_id: newId(), subject: newId() }
    const answers = await Promise.all([1, 2, 3, 4].map(() => signIn(token)))
    expect(answers.filter((answer) => answer === 'own_token_used')).toHaveLength(3)
    expect(answers).toContainEqual({ outcome: 'account', person, address: email })
    expect(await signIn(token)).toBe('own_token_used')
    const at = (seconds: number) => ({ issued_at: new Date(Date.now() + seconds * 1_000).toISOString() })
    expect(await signIn(at(-330))).toBe('own_token_old')
    expect(await signIn(at(60))).toBe('own_token_old')
    asOutcome(await signIn(at(-250)))
    const digest = createHash('sha256').update(token.token_id).digest()
    expect(
      await sql`select from private.own_tokens where digest = ${digest} and ends_at > now()`,
    ).toHaveLength(1)
  })
})

describe('whose account it is', () => {
  test('without trust, an address must first be confirmed by email, whether or not it has an account', async () => {
    await trust(false)
    const member = await createMember()
    const subject = newId()
    const known = asOutcome(await signIn({ address: member.email.toUpperCase(), subject }))
    expect(known).toMatchObject({ outcome: 'confirm', address: member.email })
    expect(asOutcome(await signIn()).outcome).toBe('confirm')
    expect(await sql`select from private.own_identities where person_id = ${member.id}`).toHaveLength(0)
    // The claim is for that address alone, and serves once.
    const other = await createMember()
    const finish = async (claim: string, person: string) =>
      (await server.rpc('finish_own_sign_in', { claim, person })).error?.hint ?? null
    expect(await finish(known.claim!, other.id)).toBe('own_token_old')
    expect(await finish(known.claim!, member.id)).toBeNull()
    expect(await finish(known.claim!, member.id)).toBe('own_token_old')
    // From now on the product's own id of the person leads there, whatever address it says.
    expect(asOutcome(await signIn({ subject, address: 'new@example.com' }))).toMatchObject({
      outcome: 'account',
      person: member.id,
      address: member.email,
    })
  })

  test('a sign-in isn’t finished for an account with an unconfirmed address', async () => {
    const member = await createMember()
    await sql`update auth.users set email_confirmed_at = null where id = ${member.id}`
    const { claim } = asOutcome(await signIn({ address: member.email }))
    const { error } = await server.rpc('finish_own_sign_in', { claim: claim!, person: member.id })
    expect(error?.hint).toBe('own_token_old')
  })

  test('with trust, the token opens the account, and its owner gets one email', async () => {
    await trust(true)
    const member = await createMember()
    await sql`update auth.users set email_confirmed_at = now() - interval '1 day' where id = ${member.id}`
    const subject = newId()
    for (const _ of [1, 2]) asOutcome(await signIn({ address: member.email, subject }))
    const mails =
      await sql`select about ->> 'event' as event from private.mails where person_id = ${member.id}`
    expect(mails.map(({ event }) => event)).toEqual(['own'])
    expect(asOutcome(await signIn()).outcome).toBe('new')
    await trust(false)
  })

  test('the signed-in person stays signed in, and another person’s token stays unused', async () => {
    await trust(true)
    const [one, other] = [await createMember(), await createMember()]
    const token = { address: other.email, subject: newId(), token_id: newId() }
    expect(await signIn({ ...token, kept: one.id })).toEqual({ outcome: 'other' })
    expect(await sql`select from private.own_identities where subject = ${token.subject}`).toHaveLength(0)
    expect(await signIn({ kept: one.id })).toEqual({ outcome: 'other' })
    const linked = async () => (await server.rpc('own_account', { subject: token.subject })).data
    expect(await linked()).toEqual([])
    // Once they agree, it signs in as usual.
    expect(asOutcome(await signIn(token))).toMatchObject({ outcome: 'account', person: other.id })
    expect(await linked()).toEqual([{ name: 'Member', address: other.email }])
    // One's own token is no question, by its address or, later, by the product's id.
    for (const address of [other.email.toUpperCase(), `${newId()}@example.com`])
      expect(asOutcome(await signIn({ ...token, address, token_id: newId(), kept: other.id }))).toMatchObject(
        { outcome: 'account', person: other.id },
      )
    await trust(false)
  })

  test('no token signs in a team member, even if they joined the team later', async () => {
    for (const wanted of [true, false]) {
      await trust(wanted)
      for (const one of [admin, await createMember({ moderator: true })])
        expect(await signIn({ address: one.email })).toBe('own_team')
    }
    await trust(true)
    const later = await createMember()
    const subject = newId()
    asOutcome(await signIn({ address: later.email, subject }))
    await sql`insert into public.roles (user_id, role) values (${later.id}, 'moderator')`
    expect(await signIn({ address: later.email, subject })).toBe('own_team')
    await trust(false)
  })

  test('a banned account can’t be opened, and a reserved name isn’t used', async () => {
    await trust(true)
    const banned = await createMember()
    await sql`update auth.users set banned_until = now() + interval '1 day' where id = ${banned.id}`
    expect(await signIn({ address: banned.email })).toBe('own_account')
    const unnamed = await createMember({ name: 'New member' })
    await server.rpc('begin_own_sign_in', {
      subject: newId(),
      address: unnamed.email,
      name: 'Signpost team',
      segments: {},
      token_id: newId(),
      issued_at: new Date().toISOString(),
      key_id: keyId,
    })
    expect((await sql`select name from public.profiles where id = ${unnamed.id}`)[0]!.name).toBe('New member')
    asOutcome(await signIn({ address: unnamed.email }))
    expect((await sql`select name from public.profiles where id = ${unnamed.id}`)[0]!.name).toBe('Kim Lee')
    await trust(false)
  })
})

describe('a session that began in the product', () => {
  async function ownSession() {
    const member = await createMember()
    const [row] = await sql`select id from auth.sessions where user_id = ${member.id}`
    await server.rpc('note_own_session', { session_id: row!.id as string, person: member.id }).throwOnError()
    return { ...member, session: row!.id as string }
  }

  test('is not fresh: it deletes no account, sets no password and adds no factor', async () => {
    const member = await ownSession()
    expect((await (await createMember()).client.rpc('is_fresh')).data).toBe(true)
    expect((await member.client.rpc('is_fresh')).data).toBe(false)
    expect((await member.client.rpc('is_recovering')).data).toBe(false)
    expect((await member.client.rpc('delete_account', { remove_content: false })).error).not.toBeNull()
    await expect(
      sql`update auth.users set encrypted_password = 'x' where id = ${member.id}`,
    ).rejects.toMatchObject({ hint: 'not_fresh' })
    await expect(
      sql`insert into auth.mfa_factors (id, user_id, factor_type, status, secret) values (gen_random_uuid(), ${member.id}, 'totp', 'unverified', 'x')`,
    ).rejects.toMatchObject({ hint: 'not_fresh' })
  })

  test('can’t link another site, which could then sign in without the product', async () => {
    const member = await ownSession()
    const begin = () => sql`
      insert into auth.flow_state (id, authentication_method, provider_type, linking_target_id)
      values (${newId()}, 'oauth', 'github', ${member.id})`
    await expect(begin()).rejects.toMatchObject({ hint: 'not_fresh' })
    await sql`insert into auth.sessions (id, user_id, aal, created_at, updated_at) values (gen_random_uuid(), ${member.id}, 'aal1', now(), now())`
    await begin()
  })

  test('ends when its person joins the team, and doesn’t begin for a team member', async () => {
    const member = await ownSession()
    const other = await createMember()
    await admin.call('set_role', { person_id: member.id, wanted: 'moderator' })
    const sessions = () => sql`select id from auth.sessions where user_id in (${member.id}, ${other.id})`
    expect((await member.client.rpc('admin_interest', { post_ids: [1] })).error?.code).toBe('42501')
    expect(await sessions()).toHaveLength(1)
    const [row] = await sql`select id from auth.sessions where user_id = ${other.id}`
    await admin.call('set_role', { person_id: other.id, wanted: 'moderator' })
    expect(await sessions()).toHaveLength(1)
    await server.rpc('note_own_session', { session_id: row!.id as string, person: other.id }).throwOnError()
    expect(await sessions()).toHaveLength(0)
  })

  test('leaves other sessions fresh, and is forgotten with its account', async () => {
    const member = await ownSession()
    await sql`insert into auth.sessions (id, user_id, aal, created_at, updated_at) values (gen_random_uuid(), ${member.id}, 'aal1', now(), now())`
    await sql`update auth.users set encrypted_password = 'x' where id = ${member.id}`
    await sql`delete from auth.users where id = ${member.id}`
    expect(await sql`select from private.own_sessions where person_id = ${member.id}`).toHaveLength(0)
  })

  test('differs from one that began on the site', async () => {
    const [own, other] = [await ownSession(), await createMember()]
    expect((await own.client.rpc('is_own_session')).data).toBe(true)
    expect((await other.client.rpc('is_own_session')).data).toBe(false)
    expect(await refusal('anon', 'select public.is_own_session()')).toBe('42501')
  })

  test('is only recorded for its own person', async () => {
    const [one, other] = [await ownSession(), await createMember()]
    await sql`delete from private.own_sessions where session_id = ${one.session}`
    await server.rpc('note_own_session', { session_id: one.session, person: other.id }).throwOnError()
    expect(await sql`select from private.own_sessions where session_id = ${one.session}`).toHaveLength(0)
  })
})
