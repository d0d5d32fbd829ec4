import { resolve4 } from 'node:dns/promises'
import { needsTls } from '../../lib/supabase/database-address.ts'
import { broken, fine, type Finding } from './doctor-checks.ts'

/**
 * Whether the project knows where the site is: the links in its mails lead to its site address, and people come back
 * from them or another site only to addresses on its list. A link that cannot be right shows both, for the project
 * sends whoever opens it on: to the address asked for when that is allowed, else to the site's.
 * @param siteUrl SITE_URL
 */
export async function checkAddresses(url: string, key: string, siteUrl: string): Promise<Finding[]> {
  const back = `${siteUrl}/auth/callback`
  const [allowed, other] = await Promise.all([
    whereTo(url, key, back),
    whereTo(url, key, 'https://nobody.invalid/'),
  ])
  if (!allowed || !other) {
    return [broken('The sign-in service does not say where it sends people.', 'Try again in a while.')]
  }
  const place = 'Authentication > URL Configuration'
  return [
    new URL(other).origin === new URL(siteUrl).origin
      ? fine(`The links in mails lead to ${siteUrl}.`)
      : broken(
          `The links in mails lead to ${new URL(other).origin}, not to ${siteUrl}.`,
          `Set the site URL to ${siteUrl} under ${place}.`,
        ),
    allowed.startsWith(back)
      ? fine('The project lets people come back to the site.')
      : broken(
          'The project lets nobody come back to the site from another one.',
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
 * Whether the operator's commands reach the database from everywhere, and encrypted.
 * @param lookUp finds the IPv4 addresses of a name; rejects when it has none
 */
export async function checkDatabaseAddress(
  address: string,
  lookUp: (name: string) => Promise<string[]> = resolve4,
): Promise<Finding[]> {
  const { hostname, port, searchParams } = new URL(address)
  const mode = searchParams.get('sslmode') ?? searchParams.get('ssl')
  const isOpen = !needsTls(address) && /^(disable|allow|prefer|false)$/.test(mode ?? '')
  const session = 'Take the session pooler: Connect > Session pooler in the project.'
  const findings = [
    isOpen
      ? broken(
          'The connection to the database may go over the network in clear.',
          'Leave sslmode out of DATABASE_URL, or set it to require or verify-full.',
        )
      : fine('The connection to the database stays on this machine or is encrypted.'),
  ]
  if (hostname.endsWith('.pooler.supabase.com') && port === '6543') {
    findings.push(broken('DATABASE_URL leads to the pooler in transaction mode.', session))
  }
  if (/^db\.[^.]+\.supabase\.co$/.test(hostname) && !(await lookUp(hostname).catch(() => []))[0]) {
    findings.push(broken('The address in DATABASE_URL answers over IPv6 alone.', session))
  }
  return findings
}

/** Whether the site is to be found at its address, has all it needs, and is of this version. */
export async function checkSite(siteUrl: string, version: string): Promise<Finding> {
  const ask = (path: string) =>
    fetch(siteUrl + path, { signal: AbortSignal.timeout(10_000) }).catch(() => null)
  const [ready, health] = await Promise.all([ask('/api/health/ready'), ask('/api/health')])
  if (!ready) return broken(`Nobody answers at ${siteUrl}.`, 'Start the site, or correct SITE_URL.')
  if (!ready.ok) {
    return broken(
      `The site at ${siteUrl} answers ${ready.status}.`,
      'Look at its log; /api/health/ready says what it is missing.',
    )
  }
  const answer: { version?: string } | undefined = await health?.json().catch(() => undefined)
  const served = answer?.version
  return served === version
    ? fine(`The site answers at ${siteUrl}: Signpost ${version}.`)
    : broken(
        `The site at ${siteUrl} is Signpost ${served ?? 'of no known version'}, this folder ${version}.`,
        'Build and start this version there, or run the doctor of the other one.',
      )
}
