import { randomUUID } from 'node:crypto'
import { openChangeLog } from '../../lib/instances/change-log.ts'
import { broken, check, fine, type Finding, warning } from './doctor-finding.ts'
import { checkSignIn } from './doctor-sign-in.ts'

/**
 * Checks the project from outside, with the site's own keys.
 * @param providers the names in AUTH_PROVIDERS
 */
export async function checkProject(
  url: string,
  key: string,
  siteUrl: string,
  providers: string[] = [],
  secretKey?: string,
): Promise<Finding[]> {
  const findings: Finding[] = []
  const note = (...found: Parameters<typeof check>) => findings.push(check(...found))
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(url + path, { headers: { ...headers, apikey: key }, signal: AbortSignal.timeout(10_000) }).catch(
      () => null,
    )

  const silent = broken(
    `The project at ${url} isn't responding.`,
    "Check NEXT_PUBLIC_SUPABASE_URL and that the project isn't paused.",
  )
  const categories = await ask('/rest/v1/categories?select=slug')
  if (!categories) return [silent]
  note(
    categories.ok,
    'The key works and the tables exist.',
    `The project responds with ${categories.status} to the site's key.`,
    'Check NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY and apply the migrations: npx supabase db push --remote',
  )
  note(
    !key.startsWith('sb_secret_') && !isServiceRole(key),
    'The site uses a publishable key.',
    'The site uses a secret key, which is sent to every browser!',
    'Use the publishable key instead and rotate the secret key right away.',
  )
  // With a refused key, nothing can be read.
  if (categories.ok) {
    const roles = await ask('/rest/v1/roles?select=user_id')
    const inside = await ask('/rest/v1/imports?limit=1', { 'accept-profile': 'private' })
    if (roles && inside) findings.push(checkRoles(roles), checkPrivate(inside))
    else findings.push(silent)
  }
  const keyed = await ask('/rest/v1/rpc/list_categories', { 'x-signpost-key': 'doctor' })
  if (keyed)
    note(
      (await keyed.text()).includes('key_unknown'),
      'API keys work.',
      "API keys don't work: the database doesn't look at them.",
      "alter role authenticator set pgrst.db_pre_request = 'private.before_request'; notify pgrst, 'reload config'; A function of your own there has to call private.before_request().",
    )
  note(
    !(await answersGraphql(url, key)),
    'GraphQL is turned off.',
    'GraphQL is turned on, and its queries bypass the limits of the other API.',
    'Remove graphql_public from the exposed schemas, or disable the pg_graphql extension. The site needs neither.',
  )
  findings.push(...(await checkSignIn(url, key, providers, secretKey)))
  const storage = await ask('/storage/v1/object/public/images/doctor')
  note(
    storage && storage.status < 500,
    'Storage responds.',
    "Storage isn't responding.",
    'Check that Storage is enabled in the project.',
  )
  const isLocal = /^https?:\/\/(localhost|127\.)/.test(siteUrl)
  note(
    isLocal || siteUrl.startsWith('https:'),
    `The site's address is ${siteUrl}.`,
    `The site's address is ${siteUrl}, without https.`,
    'Serve it over https and set SITE_URL. Otherwise session cookies are sent unencrypted.',
  )
  return findings
}

async function answersGraphql(url: string, key: string): Promise<boolean> {
  const answer = await fetch(`${url}/graphql/v1`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ __typename }' }),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null)
  return Boolean(answer?.ok && (await answer.text()).includes('"__typename"'))
}

const checkRoles = ({ ok }: Response): Finding =>
  ok
    ? broken(
        'Visitors can read the roles table.',
        'Reapply the migrations: row level security is off or a grant was added.',
      )
    : fine("Visitors can't read who is an admin.")

const checkPrivate = ({ status }: Response): Finding =>
  check(
    status === 406,
    "The private schema isn't exposed.",
    'The private schema is exposed to everyone.',
    'Remove it from the exposed schemas: Project Settings > Data API, or npx supabase config push',
  )

function isServiceRole(key: string): boolean {
  try {
    return JSON.parse(Buffer.from(key.split('.')[1] ?? '', 'base64url').toString()).role === 'service_role'
  } catch {
    return false
  }
}

/** Whether the server can count sign-in attempts. It needs its secret key and the visitors' addresses. */
export async function checkAttempts(url: string, secretKey?: string, proxies = 0): Promise<Finding> {
  const meaning =
    "The site doesn't count sign-in attempts, and the project's own limits treat every visitor as this server"
  if (!secretKey) return warning(`${meaning}: no secret key is set.`, 'Set SUPABASE_SECRET_KEY.')
  const response = await fetch(`${url}/rest/v1/roles?select=user_id&limit=1`, {
    headers: { apikey: secretKey },
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null)
  if (!response)
    return broken("Couldn't check whether the project accepts the secret key.", 'Try again in a few minutes.')
  if (!response.ok) {
    return broken("The secret key isn't accepted, so no one can sign in.", 'Check SUPABASE_SECRET_KEY.')
  }
  return proxies > 0
    ? fine('Sign-in attempts are counted per account and network address.')
    : warning(`${meaning}: visitors' addresses are unknown.`, 'Set TRUSTED_PROXIES.')
}

/**
 * Whether project and site agree on a captcha. A sign-in attempt without an account shows whether the project asks for
 * one. Only a real captcha shows whether the site's key matches the project's secret.
 */
export async function checkCaptcha(url: string, key: string, provider?: string): Promise<Finding> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify({ gotrue_meta_security: { captcha_token: 'doctor' } }),
    signal: AbortSignal.timeout(15_000),
  }).catch(() => null)
  const answer = await response?.json().catch(() => null)
  const said = JSON.stringify(answer ?? '')
  const isAsked = /captcha/i.test(said)
  if (!response || response.status === 429) {
    return broken(
      "Couldn't check whether the sign-in service requires a captcha.",
      'Try again in a few minutes.',
    )
  }
  if (isAsked && !provider) {
    return broken(
      "The project requires a captcha that the site doesn't show. No one can sign in or, with a secret key, everyone can without a check.",
      'Set CAPTCHA_PROVIDER and CAPTCHA_SITE_KEY, or turn it off under Authentication > Attack Protection.',
    )
  }
  if (!isAsked && provider) {
    return broken(
      "The site shows a captcha that the project doesn't require.",
      'Turn it on under Authentication > Attack Protection, with the secret that matches CAPTCHA_SITE_KEY.',
    )
  }
  if (isAsked && (response.status >= 500 || said.includes('secret'))) {
    return broken(
      "The project can't verify its captcha, so no one can sign in.",
      'Check its provider and secret under Authentication > Attack Protection.',
    )
  }
  return fine(
    provider
      ? `Both project and site require a captcha. Sign in once to confirm that both use ${provider} and matching keys.`
      : 'Neither the project nor the site requires a captcha.',
  )
}

const patience = 5_000

/** Checks whether instances receive each other's changes. */
export async function checkRedis(url?: string): Promise<Finding> {
  if (!url)
    return fine(
      'REDIS_URL is not set. That is fine for one instance. With several, pages can be up to 30 seconds old.',
    )
  const tag = randomUUID()
  const { promise: heard, resolve, reject } = Promise.withResolvers<void>()
  const options = { url, key: 'signpost:doctor', everything: ['everything'], onOutage: reject }
  const other = openChangeLog({ ...options, onChange: (tags) => tags.includes(tag) && resolve() })
  const one = openChangeLog({ ...options, onChange: () => {} })
  const start = performance.now()
  one.tell([tag])
  const timer = setTimeout(() => reject(new Error('no response')), patience)
  try {
    await heard
    return fine(`Changes reach other instances through Redis in ${Math.round(performance.now() - start)} ms.`)
  } catch (error) {
    return broken(
      `Redis is not usable (${(error as Error).message || (error as Error).name}): pages on other instances can be up to 30 seconds old.`,
      'Check REDIS_URL, that Redis or Valkey is running there, and that its user can read and write signpost:*.',
    )
  } finally {
    clearTimeout(timer)
    for (const log of [one, other]) log.close()
  }
}
