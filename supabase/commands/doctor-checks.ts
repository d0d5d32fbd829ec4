import { randomUUID } from 'node:crypto'
import { openChangeLog } from '../../lib/instances/change-log.ts'

/** What was looked at, whether it is well, and otherwise how to mend it. */
export type Finding = { what: string; isFine: boolean; advice?: string }

export const fine = (what: string): Finding => ({ what, isFine: true })
export const broken = (what: string, advice: string): Finding => ({ what, isFine: false, advice })

/** Whether something is well: what to say then, else what to say and how to mend it. */
export const check = (isFine: unknown, whenFine: string, whenBroken: string, advice: string): Finding =>
  isFine ? fine(whenFine) : broken(whenBroken, advice)

/**
 * Looks at the project from outside, with what the site itself has.
 * @param providers the names in AUTH_PROVIDERS
 */
export async function checkProject(
  url: string,
  key: string,
  siteUrl: string,
  providers: string[] = [],
): Promise<Finding[]> {
  const findings: Finding[] = []
  const note = (...found: Parameters<typeof check>) => findings.push(check(...found))
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(url + path, { headers: { ...headers, apikey: key }, signal: AbortSignal.timeout(10_000) }).catch(
      () => null,
    )

  const silent = broken(
    `The project at ${url} does not answer.`,
    'Check NEXT_PUBLIC_SUPABASE_URL, and that the project is not paused.',
  )
  const categories = await ask('/rest/v1/categories?select=slug')
  if (!categories) return [silent]
  note(
    categories.ok,
    'The key is accepted and the tables are there.',
    `The project answers ${categories.status} to the site's key.`,
    'Check NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY, and apply the migrations: npx supabase db push --remote',
  )
  note(
    !key.startsWith('sb_secret_') && !isServiceRole(key),
    'The key is a publishable one.',
    'The site uses a secret key. It goes to every browser!',
    'Put the publishable key there and roll the secret one at once.',
  )
  // A key that is refused sees nothing, whoever else may.
  if (categories.ok) {
    const roles = await ask('/rest/v1/roles?select=user_id')
    const inside = await ask('/rest/v1/imports?limit=1', { 'accept-profile': 'private' })
    if (roles && inside) findings.push(checkRoles(roles), checkPrivate(inside))
    else findings.push(silent)
  }
  note(
    !(await answersGraphql(url, key)),
    'GraphQL is not served.',
    'GraphQL is served: its queries pass the limits that hold for the other API.',
    'Take graphql_public out of the exposed schemas, or disable the extension pg_graphql; the site needs neither.',
  )
  const settings = await ask('/auth/v1/settings')
  if (settings?.ok) {
    const {
      disable_signup: isClosed,
      mailer_autoconfirm: isAutomatic,
      external = {},
    } = (await settings.json()) as {
      disable_signup: boolean
      mailer_autoconfirm: boolean
      external?: Record<string, boolean>
    }
    for (const name of providers.filter((provider) => !external[provider])) {
      findings.push(
        broken(
          `The site offers signing in with ${name}, the project does not.`,
          `Set it up under Authentication > Sign In / Providers, or take ${name} out of AUTH_PROVIDERS.`,
        ),
      )
    }
    findings.push(fine(isClosed ? 'Signing up is switched off.' : 'Signing up is open.'))
    note(
      external.email !== false,
      'People sign in by e-mail and password.',
      'Signing in by e-mail is switched off, and the forms of the site need it.',
      'Switch on "Email" under Authentication > Sign In / Providers.',
    )
    note(
      !isAutomatic,
      'E-mail addresses are confirmed.',
      'E-mail addresses are not confirmed.',
      'Switch on "Confirm email", or push supabase/config.toml: npx supabase config push',
    )
  } else
    findings.push(
      broken('The sign-in service does not answer.', 'Check that Auth is enabled in the project.'),
    )
  const storage = await ask('/storage/v1/object/public/images/doctor')
  note(
    storage && storage.status < 500,
    'The storage answers.',
    'The storage does not answer.',
    'Check that Storage is enabled in the project.',
  )
  const isLocal = /^https?:\/\/(localhost|127\.)/.test(siteUrl)
  note(
    isLocal || siteUrl.startsWith('https:'),
    `The site's address is ${siteUrl}.`,
    `The site's address is ${siteUrl}, without https.`,
    'Serve it over https and set SITE_URL: session cookies travel in clear otherwise.',
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
        'A visitor can read the table of roles.',
        'Apply the migrations anew; row level security is off or a grant was added.',
      )
    : fine('A visitor cannot read who is an admin.')

const checkPrivate = ({ status }: Response): Finding =>
  check(
    status === 406,
    'The schema private is not served.',
    'The schema private is served to everybody.',
    'Take it out of the exposed schemas: Project Settings > Data API, or npx supabase config push',
  )

function isServiceRole(key: string): boolean {
  try {
    return JSON.parse(Buffer.from(key.split('.')[1] ?? '', 'base64url').toString()).role === 'service_role'
  } catch {
    return false
  }
}

/** Whether the server can count attempts to sign in, for which it needs its own key and the visitors' addresses. */
export async function checkAttempts(url: string, secretKey?: string, proxies = 0): Promise<Finding> {
  const meaning =
    "Attempts to sign in are not counted by the site; to the project's own limits every visitor is this server"
  if (!secretKey)
    return { ...fine(`${meaning}: there is no secret key.`), advice: 'Set SUPABASE_SECRET_KEY.' }
  const response = await fetch(`${url}/rest/v1/roles?select=user_id&limit=1`, {
    headers: { apikey: secretKey },
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null)
  if (!response)
    return broken('The project does not say whether it takes the secret key.', 'Try again in a while.')
  if (!response.ok) {
    return broken('The secret key is not accepted, so nobody can sign in.', 'Check SUPABASE_SECRET_KEY.')
  }
  return proxies > 0
    ? fine('Attempts to sign in are counted per account and network address.')
    : { ...fine(`${meaning}: visitors' addresses are not known.`), advice: 'Set TRUSTED_PROXIES.' }
}

/**
 * Whether project and site agree on a check against robots. A sign-in of nobody shows whether the project asks for
 * one; whether the site's key belongs to the project's secret, only a real one does.
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
    return broken('The sign-in service does not say whether it asks for a captcha.', 'Try again in a while.')
  }
  if (isAsked && !provider) {
    return broken(
      'The project asks for a captcha that the site does not show: nobody can sign in or, with a secret key, everybody unchecked.',
      'Set CAPTCHA_PROVIDER and CAPTCHA_SITE_KEY, or switch it off under Authentication > Attack Protection.',
    )
  }
  if (!isAsked && provider) {
    return broken(
      'The site shows a captcha that the project does not ask for.',
      'Switch it on under Authentication > Attack Protection, with the secret that belongs to CAPTCHA_SITE_KEY.',
    )
  }
  if (isAsked && (response.status >= 500 || said.includes('secret'))) {
    return broken(
      'The project cannot have its captcha checked, so nobody can sign in.',
      'Check its provider and secret under Authentication > Attack Protection.',
    )
  }
  return fine(
    provider
      ? `Project and site ask for a captcha; that both use ${provider} and keys of one pair, only a sign-in shows.`
      : 'Neither project nor site asks for a captcha.',
  )
}

const patience = 5_000

/** Whether what one instance changes is heard by another one. */
export async function checkRedis(url?: string): Promise<Finding> {
  if (!url)
    return fine(
      'There is no REDIS_URL: right for one instance; several would show pages up to 30 seconds old.',
    )
  const tag = randomUUID()
  const { promise: heard, resolve, reject } = Promise.withResolvers<void>()
  const options = { url, key: 'signpost:doctor', everything: ['everything'], onOutage: reject }
  const other = openChangeLog({ ...options, onChange: (tags) => tags.includes(tag) && resolve() })
  const one = openChangeLog({ ...options, onChange: () => {} })
  const start = performance.now()
  one.tell([tag])
  const timer = setTimeout(() => reject(new Error('it does not answer')), patience)
  try {
    await heard
    return fine(
      `What one instance changes, another one hears through Redis in ${Math.round(performance.now() - start)} ms.`,
    )
  } catch (error) {
    return broken(
      `Redis cannot be used (${(error as Error).message || (error as Error).name}): pages are up to 30 seconds old on other instances.`,
      'Check REDIS_URL, that Redis or Valkey runs there, and that its user may read and write signpost:*.',
    )
  } finally {
    clearTimeout(timer)
    for (const log of [one, other]) log.close()
  }
}
