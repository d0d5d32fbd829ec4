import { broken, check, fine, type Finding, warning } from './doctor-finding.ts'

type Settings = {
  disable_signup: boolean
  mailer_autoconfirm: boolean
  saml_enabled?: boolean
  passkeys_enabled?: boolean
  external?: Record<string, boolean>
}

/**
 * Checks how the project signs people in, according to its public settings.
 * @param providers the names in AUTH_PROVIDERS
 * @param secretKey with it, the project asks for no captcha
 */
export async function checkSignIn(
  url: string,
  key: string,
  providers: string[],
  secretKey?: string,
): Promise<Finding[]> {
  const response = await fetch(`${url}/auth/v1/settings`, {
    headers: { apikey: key },
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null)
  if (!response?.ok) {
    return [broken("The sign-in service isn't responding.", 'Check that Auth is enabled in the project.')]
  }
  const settings = (await response.json()) as Settings
  const { external = {} } = settings
  const offered = await Promise.all(providers.map((name) => external[name] || answersCustom(url, name)))
  const missing = providers
    .filter((_, index) => !offered[index])
    .map((name) =>
      broken(
        `The site offers sign-in with ${name}, but the project doesn't.`,
        `Set it up under Authentication > Sign In / Providers, or remove ${name} from AUTH_PROVIDERS.`,
      ),
    )
  const unoffered = [settings.passkeys_enabled && 'passkeys', external.phone && 'phone numbers']
    .filter((methods) => typeof methods === 'string')
    .map((methods) =>
      broken(
        `The project signs people in with ${methods}, which the site doesn't offer. A stolen session can add one, and no one sees it.`,
        `Turn ${methods} off under Authentication in the project.`,
      ),
    )
  return [
    ...missing,
    ...unoffered,
    fine(settings.disable_signup ? 'Sign-up is turned off.' : 'Sign-up is open.'),
    check(
      external.email !== false,
      'People sign in with email and password.',
      "Email sign-in is turned off, but the site's forms need it.",
      'Turn on "Email" under Authentication > Sign In / Providers.',
    ),
    await checkCodes(url, secretKey || key),
    ...(settings.saml_enabled ? [fine('People can sign in through their company (SAML).')] : []),
    check(
      !settings.mailer_autoconfirm,
      'Email addresses are confirmed.',
      "Email addresses aren't confirmed.",
      'Turn on "Confirm email", or push supabase/config.toml: npx supabase config push',
    ),
  ]
}

/** Custom providers aren't part of the public settings. */
async function answersCustom(url: string, name: string): Promise<boolean> {
  const asked = `${url}/auth/v1/authorize?provider=${encodeURIComponent(name)}`
  const signal = AbortSignal.timeout(10_000)
  const answer = await fetch(asked, { redirect: 'manual', signal }).catch(() => null)
  return name.startsWith('custom:') && answer?.status === 302
}

/** For visitors, the project checks the captcha first, then whether it sends codes, and then the address. */
async function checkCodes(url: string, key: string): Promise<Finding> {
  const answer = await fetch(`${url}/auth/v1/otp`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"email":"-"}',
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null)
  const said = (await answer?.text().catch(() => '')) ?? ''
  if (said.includes('captcha_failed')) {
    return warning(
      "Couldn't check whether the project sends sign-in codes: it requires a captcha.",
      'Set SUPABASE_SECRET_KEY. Without it, the site always offers "Continue with email".',
    )
  }
  return /email_provider_disabled|otp_disabled/.test(said)
    ? warning(
        "The project doesn't send sign-in codes, so the site doesn't offer them.",
        'To offer "Continue with email", allow sign-in with email links and codes in the project.',
      )
    : fine('People can sign in with a code by email.')
}
