import { resolve4 } from 'node:dns/promises'
import { needsTls } from '../../lib/supabase/database-address.ts'
import { broken, fine, type Finding } from './doctor-finding.ts'

/**
 * Whether the project knows the site's address. Links in its emails use its site URL, and after sign-in people can only
 * return to addresses on its list. An invalid link reveals both, because the project then redirects to the requested
 * address if it is allowed, and otherwise to the site URL.
 * @param siteUrl SITE_URL
 */
export async function checkAddresses(url: string, key: string, siteUrl: string): Promise<Finding[]> {
  const back = `${siteUrl}/auth/callback`
  const [allowed, other] = await Promise.all([
    whereTo(url, key, back),
    whereTo(url, key, 'https://nobody.invalid/'),
  ])
  if (!allowed || !other) {
    return [
      broken("Couldn't check where the sign-in service redirects people.", 'Try again in a few minutes.'),
    ]
  }
  const place = 'Authentication > URL Configuration'
  return [
    new URL(other).origin === new URL(siteUrl).origin
      ? fine(`Links in emails lead to ${siteUrl}.`)
      : broken(
          `Links in emails lead to ${new URL(other).origin}, not to ${siteUrl}.`,
          `Set the site URL to ${siteUrl} under ${place}.`,
        ),
    allowed.startsWith(back)
      ? fine('The project redirects people back to the site.')
      : broken(
          "The project doesn't redirect people back to the site.",
          `Add ${siteUrl}/** to the redirect URLs under ${place}.`,
        ),
  ]
}

async function whereTo(url: string, key: string, address: string): Promise<string | null> {
  const query = new URLSearchParams({ token: 'doctor', type: 'signup', redirect_to: address })
  const response = await fetch(`${url}/auth/v1/verify?${query}`, {
    headers: { apikey: key },
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null)
  const location = response?.headers.get('location') ?? ''
  return URL.canParse(location) ? location : null
}

/**
 * Whether the operator's commands can reach the database from everywhere, and over an encrypted connection.
 * @param lookUp finds the IPv4 addresses of a name; rejects if it has none
 */
export async function checkDatabaseAddress(
  address: string,
  lookUp: (name: string) => Promise<string[]> = resolve4,
): Promise<Finding[]> {
  const { hostname, port, searchParams } = new URL(address)
  const mode = searchParams.get('sslmode') ?? searchParams.get('ssl')
  const isOpen = !needsTls(address) && /^(disable|allow|prefer|false)$/.test(mode ?? '')
  const session = 'Use the session pooler: Connect > Session pooler in the project.'
  const findings = [
    isOpen
      ? broken(
          'The database connection may be unencrypted over the network.',
          'Leave sslmode out of DATABASE_URL, or set it to require or verify-full.',
        )
      : fine('The database connection is local or encrypted.'),
  ]
  if (hostname.endsWith('.pooler.supabase.com') && port === '6543') {
    findings.push(broken('DATABASE_URL points to the pooler in transaction mode.', session))
  }
  if (/^db\.[^.]+\.supabase\.co$/.test(hostname) && !(await lookUp(hostname).catch(() => []))[0]) {
    findings.push(broken('The address in DATABASE_URL is only reachable over IPv6.', session))
  }
  return findings
}

/** Whether the site answers at its address, has everything it needs, and is this version. */
export async function checkSite(siteUrl: string, version: string): Promise<Finding> {
  const ask = (path: string) =>
    fetch(siteUrl + path, { signal: AbortSignal.timeout(10_000) }).catch(() => null)
  const [ready, health] = await Promise.all([ask('/api/health/ready'), ask('/api/health')])
  if (!ready)
    return broken(`Nothing responds at ${siteUrl}.`, 'Start the site, or set SITE_URL to its address.')
  if (!ready.ok) {
    return broken(
      `The site at ${siteUrl} responds with ${ready.status}.`,
      "Check its log; /api/health/ready says what's missing.",
    )
  }
  const answer: { version?: string } | undefined = await health?.json().catch(() => undefined)
  const served = answer?.version
  return served === version
    ? fine(`The site responds at ${siteUrl} with Signpost ${version}.`)
    : broken(
        `The site at ${siteUrl} runs Signpost ${served ?? '(unknown version)'}, but this folder is ${version}.`,
        "Build and start this version there, or run that version's doctor.",
      )
}
