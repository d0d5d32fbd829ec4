import { env } from '../env'

/** Whether the page that sent a request is of this site, by its Origin. */
export function isOwnOrigin(sent: Pick<Headers, 'get'>): boolean {
  const origin = URL.parse(sent.get('origin') ?? '')
  const ownHosts = [new URL(env.SITE_URL).host, sent.get('x-forwarded-host') ?? sent.get('host')]
  return origin !== null && ownHosts.includes(origin.host)
}

/** Whether the page of another site sent it. Nobody's is "null", which a page without a referrer sends of its own forms. */
export function isForeign(sent: Headers): boolean {
  return sent.has('origin') && sent.get('origin') !== 'null' && !isOwnOrigin(sent)
}
