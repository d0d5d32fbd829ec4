import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { createMember } from './database.ts'
import { type Client, newcomer, signIn } from './sign-in.ts'

export const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** A member with a second factor, and the session that has used it. */
export async function secured(options: Parameters<typeof createMember>[0] = {}) {
  const member = await newcomer(options)
  const client = await signIn(member.email)
  const { data: enrolled } = await client.auth.mfa.enroll({ factorType: 'totp' })
  const { id: factorId, totp } = enrolled!
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret) })
  expect(error).toBeNull()
  return { ...member, client, factorId, secret: totp.secret }
}

export const isCalled = async (client: Client, name: string, args?: object) =>
  (await client.rpc(name, args)).error?.code ?? null
