import { describe, expect, test } from 'vitest'
import { identityProvider } from './company'
import { leadBack, signInAtGitHub } from './github'
import { clientAt, createAccount, operator } from './project'
import { newAddress, newEmail, password, visitor } from './visitor'

const { TEST_GITHUB, TEST_CUSTOM_PROVIDER, TEST_SUPABASE_URL, TEST_SUPABASE_SECRET_KEY } = process.env
type Started = { url: string }
type Result = { ok: true; data: Started } | { ok: false; message: string }

let last = Date.now() % 1e9
/** Someone at GitHub, identified by a number. */
const somebody = (email = newEmail(), verified = true) => ({
  id: ++last,
  login: 'octo',
  name: 'Octo Cat',
  email,
  verified,
})

/** A member whose browser is signed in. */
async function member() {
  const email = newEmail()
  const id = await createAccount(email, password)
  const person = visitor()
  await person.signIn(email)
  return { email, id, person }
}

const urlOf = (result: Result) => {
  if (!result.ok) throw new Error(result.message)
  return result.data.url
}

async function link(
  person: ReturnType<typeof visitor>,
  who: ReturnType<typeof somebody>,
  provider = 'github',
) {
  const { result } = await person.act<Started>('/settings', 'startLinking', provider)
  const back = await leadBack(urlOf(result), who)
  if (back.has('code')) await person.act('/auth/callback', 'exchangeCode', back.get('code'))
  return back
}

const methodsOf = async (id: string) =>
  (await operator.auth.admin.getUserById(id)).data
    .user!.identities!.map(({ provider }) => provider)
    .toSorted()

async function unlink(person: ReturnType<typeof visitor>, id: string, provider = 'github') {
  const { user } = (await operator.auth.admin.getUserById(id)).data
  const identity = user!.identities!.find((one) => one.provider === provider)!
  return (await person.act('/settings', 'unlinkMethod', identity.identity_id)).result
}

/** The account created from GitHub if there was none. */
async function fromGitHub() {
  const who = somebody()
  const person = visitor()
  await signInAtGitHub(person, who)
  return { who, person, id: (await person.readViewer()).id as string }
}

// A project with our stand-in for GitHub and GitLab (CONTRIBUTING.md), which lets people link accounts.
describe.skipIf(!TEST_GITHUB)('with accounts of other sites', () => {
  test('a linked account signs in until it is removed', async () => {
    const { id, person } = await member()
    const who = somebody()
    await link(person, who)
    expect(await methodsOf(id)).toEqual(['email', 'github'])
    const elsewhere = visitor()
    await signInAtGitHub(elsewhere, who)
    expect(await elsewhere.readViewer()).toMatchObject({ id })
    expect(await unlink(person, id)).toMatchObject({ ok: true })
    expect(await methodsOf(id)).toEqual(['email'])
    const later = visitor()
    await signInAtGitHub(later, who)
    expect((await later.readViewer()).id).not.toBe(id)
  })

  test("an address that GitHub hasn't checked doesn't open its owner's account", async () => {
    const { email, id } = await member()
    const stranger = visitor()
    await signInAtGitHub(stranger, somebody(email, false)).catch(() => {})
    expect((await stranger.readViewer())?.id).not.toBe(id)
    expect(await methodsOf(id)).toEqual(['email'])
    expect((await visitor().signIn(email)).result).toMatchObject({ ok: true })
  })

  test('an address that GitHub has checked opens the account', async () => {
    const { email, id } = await member()
    const person = visitor()
    await signInAtGitHub(person, somebody(email))
    expect(await person.readViewer()).toMatchObject({ id })
  })

  test("an account that is linked to someone else can't be linked", async () => {
    const { who, id: owner } = await fromGitHub()
    const { id, person } = await member()
    const back = await link(person, who)
    expect(back.get('error_code')).toBe('identity_already_exists')
    expect(await methodsOf(id)).toEqual(['email'])
    expect(await methodsOf(owner)).toEqual(['github'])
  })

  test('the last sign-in method stays, in the site, in the service, and when two are removed at once', async () => {
    const { person, id } = await fromGitHub()
    expect(await unlink(person, id)).toMatchObject({ ok: false, message: expect.stringContaining('last') })
    const started = await person.act<Started>('/settings', 'startLinking', 'gitlab')
    const back = await leadBack(urlOf(started.result), somebody())
    await person.act('/auth/callback', 'exchangeCode', back.get('code'))
    expect(await methodsOf(id)).toEqual(['github', 'gitlab'])
    await Promise.all([unlink(person, id), unlink(person, id, 'gitlab')])
    expect(await methodsOf(id)).toHaveLength(1)
  })

  test('and for someone with a token who bypasses the site', async () => {
    const { email, id, person } = await member()
    await link(person, somebody())
    const { auth } = clientAt(newAddress())
    await auth.signInWithPassword({ email, password })
    const { data } = await auth.getUserIdentities()
    // The address first, because the service would set it to the other site's.
    const inOrder = data!.identities.toSorted((a, b) => a.provider.localeCompare(b.provider))
    expect((await auth.unlinkIdentity(inOrder[0]!)).error).not.toBeNull()
    await Promise.all(inOrder.map((identity) => auth.unlinkIdentity(identity)))
    expect(await methodsOf(id)).toEqual(['email'])
    expect((await auth.getUser()).data.user!.email).toBe(email)
    for (const identity of (await auth.getUserIdentities()).data!.identities) {
      expect((await auth.unlinkIdentity(identity)).error?.code).toBe('single_identity_not_deletable')
    }
  })

  test('a sign-in that someone else started signs no one in', async () => {
    const { result } = await visitor().act<Started>('/', 'startProviderSignIn', 'github', '/')
    const back = await leadBack(urlOf(result), somebody())
    const { email, person } = await member()
    const exchanged = await person.act('/auth/callback', 'exchangeCode', back.get('code'))
    expect(exchanged.result).toMatchObject({ ok: false })
    expect(await person.readViewer()).toMatchObject({ email })
  })

  test('an account without a password gets one by email, and keeps its other sign-in method', async () => {
    const { person, who, id } = await fromGitHub()
    expect(await person.readViewer()).toMatchObject({ hasPassword: false })
    const { data } = await operator.auth.admin.generateLink({ type: 'recovery', email: who.email })
    const followed = { tokenHash: data.properties!.hashed_token, type: 'recovery' }
    await person.act('/auth/confirm', 'confirmMailLink', followed)
    const form = { password, repeatPassword: password }
    expect((await person.act('/reset-password', 'resetPassword', form)).result).toMatchObject({ ok: true })
    expect((await visitor().signIn(who.email)).result).toMatchObject({ ok: true })
    const again = visitor()
    await signInAtGitHub(again, who)
    expect(await again.readViewer()).toMatchObject({ id })
  })

  test('or right after signing in, but not a second one', async () => {
    const { person, who } = await fromGitHub()
    const form = { password, repeatPassword: password }
    const add = async () => (await person.act('/settings', 'resetPassword', form)).result
    expect(await add()).toMatchObject({ ok: true })
    expect((await visitor().signIn(who.email)).result).toMatchObject({ ok: true })
    expect(await add()).toMatchObject({ ok: false })
  })
})

// A custom provider of the project, which is the stand-in for GitHub.
test.skipIf(!TEST_CUSTOM_PROVIDER)('a custom provider signs in and can be linked', async () => {
  const provider = TEST_CUSTOM_PROVIDER!
  const [who, person] = [somebody(), visitor()]
  await signInAtGitHub(person, who, provider)
  const { id, email } = await person.readViewer()
  expect(email).toBe(who.email)
  expect(await methodsOf(id)).toEqual([provider])
  const own = await member()
  const other = somebody()
  await link(own.person, other, provider)
  expect(await methodsOf(own.id)).toEqual([provider, 'email'].toSorted())
  const elsewhere = visitor()
  await signInAtGitHub(elsewhere, other, provider)
  expect(await elsewhere.readViewer()).toMatchObject({ id: own.id })
  expect(await unlink(own.person, own.id, provider)).toMatchObject({ ok: true })
})

test("a method that isn't offered can't be started or linked", async () => {
  const { person } = await member()
  for (const name of ['startProviderSignIn', 'startLinking']) {
    expect((await person.act('/settings', name, 'custom:nobody', '/')).result).toMatchObject({ ok: false })
  }
})

const settings = await (
  await fetch(`${TEST_SUPABASE_URL}/auth/v1/settings?apikey=${TEST_SUPABASE_SECRET_KEY}`)
).json()

describe.skipIf(!settings.saml_enabled)('with a company that has its own sign-in', () => {
  /** The site's answer to someone who asks for company sign-in with their address. */
  const start = async (person: ReturnType<typeof visitor>, email: string) =>
    (await person.act<Started>('/', 'startCompanySignIn', { email })).result

  async function company() {
    const domain = `${newEmail().split('@')[0]}.example`
    const idp = identityProvider(domain)
    const made = await fetch(`${TEST_SUPABASE_URL}/auth/v1/admin/sso/providers`, {
      method: 'POST',
      headers: { apikey: TEST_SUPABASE_SECRET_KEY!, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'saml', metadata_xml: idp.metadata, domains: [domain] }),
    })
    if (!made.ok) throw new Error(await made.text())
    return { domain, idp }
  }

  test('an address of the company leads to its sign-in page and back; no other address does', async () => {
    const { domain, idp } = await company()
    const [person, email] = [visitor(), `nora@${domain}`]
    // Someone whose address the company gives to another person keeps the account.
    const id = await createAccount(email, password)
    const url = new URL(urlOf(await start(person, `Nora@${domain.toUpperCase()}`)))
    expect(url.origin).toBe(`https://${domain}`)
    const answered = await fetch(`${TEST_SUPABASE_URL}/auth/v1/sso/saml/acs`, {
      method: 'POST',
      body: idp.answer(url, email),
      redirect: 'manual',
    })
    const back = new URL(answered.headers.get('location') ?? 'none:')
    const code = back.searchParams.get('code')
    expect((await visitor().act('/auth/callback', 'exchangeCode', code)).result).toMatchObject({ ok: false })
    expect((await person.act('/auth/callback', 'exchangeCode', code)).result).toMatchObject({ ok: true })
    expect(await person.readViewer()).toMatchObject({ email, hasPassword: false })
    expect((await person.readViewer()).id).not.toBe(id)
    expect(await start(person, newEmail())).toMatchObject({
      ok: false,
      fieldErrors: { email: expect.any(String) },
    })
  })

  test("an answer signed by someone else doesn't sign in", async () => {
    const { domain } = await company()
    const url = new URL(urlOf(await start(visitor(), `nora@${domain}`)))
    const { status, headers } = await fetch(`${TEST_SUPABASE_URL}/auth/v1/sso/saml/acs`, {
      method: 'POST',
      body: identityProvider(domain).answer(url, `nora@${domain}`),
      redirect: 'manual',
    })
    const back = new URL(headers.get('location') ?? 'none:')
    expect([status, back.searchParams.has('code'), back.hash.includes('access_token')]).not.toContain(true)
  })
})
