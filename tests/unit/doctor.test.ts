import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { checkAddresses, checkDatabaseAddress, checkSite } from '../../supabase/commands/doctor-addresses.ts'
import { checkSettings } from '../../supabase/commands/doctor-settings.ts'
import { siteAddress } from '../../supabase/commands/listening.ts'

// What a hosted project answers to the doctor.
const sound = {
  smtp_host: 'smtp.example.com',
  rate_limit_email_sent: 100,
  rate_limit_token_refresh: 150,
  rate_limit_verify: 30,
  rate_limit_otp: 30,
  security_sb_forwarded_for_enabled: true,
  security_update_password_require_reauthentication: true,
  mfa_totp_enroll_enabled: true,
  mfa_totp_verify_enabled: true,
  password_min_length: 8,
  mailer_secure_email_change_enabled: true,
  ...Object.fromEntries(
    ['confirmation', 'magic_link', 'recovery', 'email_change'].map((name) => [
      `mailer_templates_${name}_content`,
      '<a href="{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}"> {{ .Token }}',
    ]),
  ),
}
let project = {
  site: 'https://feedback.example.com',
  isOpen: true,
  settings: { ...sound } as object,
  ready: 200,
}
const server = createServer((request, response) => {
  const asked = new URL(request.url!, 'http://project')
  if (asked.pathname === '/auth/v1/verify') {
    const back = asked.searchParams.get('redirect_to')!
    const isAllowed = project.isOpen && back.startsWith('https://feedback.example.com/')
    response.writeHead(303, { location: `${isAllowed ? back : project.site}#error=access_denied` }).end()
  } else if (asked.pathname === '/v1/projects/127/config/auth') {
    const isOwner = request.headers.authorization === 'Bearer sbp_owner'
    response.writeHead(isOwner ? 200 : 401).end(JSON.stringify(project.settings))
  } else if (asked.pathname === '/api/health') response.end(JSON.stringify({ version: '1.2.3' }))
  else response.writeHead(asked.pathname === '/api/health/ready' ? project.ready : 404).end()
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

type Findings = { what: string; level: string; advice?: string }[]
const toMend = (findings: Findings) => findings.filter(({ level }) => level === 'fix')

test('email links and redirects are checked from the project’s side', async () => {
  const look = () => checkAddresses(url, 'key', 'https://feedback.example.com')
  expect(toMend(await look())).toEqual([])
  project.site = 'http://localhost:3000'
  expect(toMend(await look())).toMatchObject([
    { what: 'Links in emails lead to http://localhost:3000, not to https://feedback.example.com.' },
  ])
  project.isOpen = false
  expect(toMend(await look())[1]!.advice).toContain(
    'Add https://feedback.example.com/** to the redirect URLs',
  )
  expect(toMend(await checkAddresses('http://127.0.0.1:9', 'key', 'https://x.test'))).toHaveLength(1)
})

const look = (change: object, isForwarding = true, token = 'sbp_owner') => {
  project.settings = { ...sound, ...change }
  return checkSettings(url, token, isForwarding, url)
}

test('a project with sound settings has no findings', async () => {
  expect(toMend(await look({}))).toEqual([])
})

test.each([
  [{ smtp_host: null }, 'Set up your own mail server'],
  [{ rate_limit_email_sent: 2 }, 'Raise it under Authentication > Rate Limits'],
  [{ mailer_templates_recovery_content: '{{ .ConfirmationURL }}' }, 'config push'],
  [{ mailer_templates_magic_link_content: '/auth/confirm?token_hash=' }, 'config push'],
  [{ security_update_password_require_reauthentication: false }, 'config push'],
  [{ mfa_totp_enroll_enabled: false }, 'config push'],
  [{ password_min_length: 6 }, 'config push'],
  [{ mailer_secure_email_change_enabled: false }, 'config push'],
])('the doctor explains how to fix %j', async (change, advice) => {
  const findings = toMend(await look(change))
  expect(findings).toHaveLength(1)
  expect(findings[0]!.advice).toContain(advice)
})

test('a site that forwards no addresses needs higher limits, and a wrong token is reported', async () => {
  const advice = async (...given: Parameters<typeof look>) =>
    toMend(await look(...given)).map((finding) => finding.advice)
  expect(await advice({}, false)).toEqual([
    expect.stringContaining('Raise "token refreshes"'),
    expect.stringContaining('Raise "token verifications"'),
    expect.stringContaining('Raise "sign-ups and sign-ins"'),
  ])
  expect(await advice({ security_sb_forwarded_for_enabled: false })).toEqual([
    expect.stringContaining(
      '"IP address forwarding" under Authentication > Rate Limits, or raise "token refreshes"',
    ),
    expect.stringContaining('or raise "token verifications"'),
    expect.stringContaining('or raise "sign-ups and sign-ins"'),
  ])
  expect(
    await advice({ rate_limit_token_refresh: 1_800, rate_limit_verify: 360, rate_limit_otp: 360 }, false),
  ).toEqual([])
  expect(await advice({}, true, 'sbp_stranger')).toEqual([expect.stringContaining('SUPABASE_ACCESS_TOKEN')])
})

test.each([
  ['postgresql://postgres@127.0.0.1:54322/postgres', []],
  ['postgresql://postgres.x:p@aws-0-eu-central-1.pooler.supabase.com:5432/postgres', []],
  ['postgresql://postgres.x:p@aws-0-eu-central-1.pooler.supabase.com:6543/postgres', ['transaction mode']],
  ['postgresql://postgres:p@db.x.supabase.co:5432/postgres', ['only reachable over IPv6']],
  ['postgresql://postgres:p@db.example.com/postgres?sslmode=disable', ['may be unencrypted']],
  ['postgresql://postgres:p@db.example.com/postgres?sslmode=verify-full', []],
])('%s', async (address, said) => {
  const findings = toMend(await checkDatabaseAddress(address, () => Promise.reject(new Error('no A record'))))
  expect(findings).toEqual(
    said.map((what) => expect.objectContaining({ what: expect.stringContaining(what) })),
  )
})

test('the site is looked for at its address, in this version', async () => {
  expect(await checkSite(url, '1.2.3')).toMatchObject({ level: 'ok' })
  expect((await checkSite(url, '1.3.0')).what).toBe(
    `The site at ${url} runs Signpost 1.2.3, but this folder is 1.3.0.`,
  )
  project.ready = 503
  expect(await checkSite(url, '1.2.3')).toMatchObject({ level: 'fix', what: expect.stringContaining('503') })
  expect(await checkSite('http://127.0.0.1:9', '1.2.3')).toMatchObject({ level: 'fix' })
})

test.each([
  [{}, undefined, 'http://localhost:3000'],
  [{}, 'http://localhost:3001', 'http://localhost:3001'],
  [{ PORT: '4000' }, 'http://localhost:3001', 'http://localhost:4000'],
  [{ PORT: '4000', HOST: '192.0.2.1' }, undefined, 'http://192.0.2.1:4000'],
  [{ PORT: '4000', SITE_URL: 'https://feedback.example.com' }, undefined, 'https://feedback.example.com'],
])('the site of %o, noted at %s, is at %s', (given, noted, address) => {
  for (const name of ['SITE_URL', 'PORT', 'HOST']) vi.stubEnv(name, undefined)
  for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value)
  expect(siteAddress(noted)).toBe(address)
  vi.unstubAllEnvs()
})
