import { broken, fine, type Finding, warning } from './doctor-finding.ts'

type Settings = Record<string, string | number | boolean | null>

/**
 * Checks the settings that only the project's owner can read.
 * @param token the owner's access token (SUPABASE_ACCESS_TOKEN)
 * @param isForwarding whether the site tells the auth service its visitors' addresses
 * @param api the address of Supabase's Management API
 */
export async function checkSettings(
  url: string,
  token: string,
  isForwarding: boolean,
  api = 'https://api.supabase.com',
): Promise<Finding[]> {
  const reference = new URL(url).hostname.split('.')[0]!
  const response = await fetch(`${api}/v1/projects/${reference}/config/auth`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null)
  if (!response?.ok) {
    return [
      broken(
        `Couldn't read the project's settings (${response?.status ?? 'no response'}).`,
        'Check SUPABASE_ACCESS_TOKEN (Account > Access Tokens). Its owner needs access to the project.',
      ),
    ]
  }
  const settings = (await response.json()) as Settings
  return [
    ...looksAtMail(settings),
    ...looksAtLimits(settings, isForwarding),
    settings.mfa_totp_enroll_enabled && settings.mfa_totp_verify_enabled
      ? fine('Two-factor authentication with an app (TOTP) is on.')
      : broken("No one can use two-factor authentication: the project doesn't offer TOTP.", push),
    looksAtLinking(settings),
    settings.security_update_password_require_reauthentication
      ? fine('Changing a password requires a recent sign-in.')
      : broken('A stolen session can change the password.', push),
    settings.mailer_secure_email_change_enabled
      ? fine('A new email address is confirmed at the old one too.')
      : broken('A stolen session can give the account another email address.', push),
    Number(settings.password_min_length) >= 8
      ? fine(`Passwords have at least ${settings.password_min_length} characters.`)
      : broken(`Passwords can be as short as ${settings.password_min_length} characters.`, push),
  ]
}

const push = 'Push supabase/config.toml: npx supabase config push'

/** Emails: which server sends them, how many, and whether their links lead to our own page. */
function looksAtMail(settings: Settings): Finding[] {
  const templates = ['confirmation', 'magic_link', 'recovery', 'email_change'].filter(
    (name) => !String(settings[`mailer_templates_${name}_content`]).includes('/auth/confirm?token_hash='),
  )
  const perHour = Number(settings.rate_limit_email_sent)
  return [
    settings.smtp_host
      ? fine(`Emails are sent through ${settings.smtp_host}, at most ${perHour} an hour.`)
      : broken(
          'Emails are sent through Supabase, which only sends two an hour, to members of your organization.',
          'Set up your own mail server under Authentication > Emails > SMTP Settings.',
        ),
    ...(settings.smtp_host && perHour < 30
      ? [
          broken(
            `Only ${perHour} emails can be sent per hour. After that, no one can sign up.`,
            'Raise it under Authentication > Rate Limits.',
          ),
        ]
      : []),
    ...(['confirmation', 'magic_link'].every((name) =>
      String(settings[`mailer_templates_${name}_content`]).includes('{{ .Token }}'),
    )
      ? []
      : [broken("The emails don't hold the code that the site asks for.", push)]),
    templates.length === 0
      ? fine("Links in emails wait for a click, so scanners that open them don't use them up.")
      : broken(`These emails aren't the site's own: ${templates.join(', ')}.`, push),
  ]
}

/** Whether an account's settings can offer other sign-in methods. */
const looksAtLinking = (settings: Settings): Finding =>
  settings.security_manual_linking_enabled
    ? fine('People can link other sign-in methods to their account.')
    : warning(
        "People can't link other sign-in methods to their account.",
        'If you offer any, turn on "Allow manual linking" under Authentication > Sign In / Providers.',
      )

/** The service's rate limits by their names in its dashboard, and how many per five minutes are enough. */
const sharedLimits = [
  {
    setting: 'rate_limit_token_refresh',
    name: 'token refreshes',
    enough: 1_800,
    allowed: (limit: number) => `refresh their sessions ${limit} times`,
  },
  {
    setting: 'rate_limit_verify',
    name: 'token verifications',
    enough: 360,
    allowed: (limit: number) => `follow ${limit} email links`,
  },
  {
    setting: 'rate_limit_otp',
    name: 'sign-ups and sign-ins',
    enough: 360,
    allowed: (limit: number) => `sign up and set passwords ${limit} times`,
  },
]

/** Without visitors' addresses, the service counts all requests as this server's. */
function looksAtLimits(settings: Settings, isForwarding: boolean): Finding[] {
  const isTold = isForwarding && settings.security_sb_forwarded_for_enabled === true
  return sharedLimits.map(({ setting, name, enough, allowed }) => {
    const limit = Number(settings[setting])
    if (isTold || limit >= enough) {
      return fine(`The limit for ${name} is ${limit} in five minutes${isTold ? ' per network address' : ''}.`)
    }
    return broken(
      `All visitors together can ${allowed(limit)} in five minutes. After that, they have to wait.`,
      isForwarding
        ? `Turn on "IP address forwarding" under Authentication > Rate Limits, or raise "${name}" there.`
        : `Raise "${name}" under Authentication > Rate Limits, or set SUPABASE_SECRET_KEY and TRUSTED_PROXIES.`,
    )
  })
}
