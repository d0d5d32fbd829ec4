import { env } from '../env'

export function isSameOrigin(sent: Pick<Headers, 'get'>): boolean {
  const origin = URL.parse(sent.get('origin') ?? '')
  const ownHosts = [new URL(env.SITE_URL).host, sent.get('x-forwarded-host') ?? sent.get('host')]
  return origin !== null && ownHosts.includes(origin.host)
}

/** Whether a page of another site sent it. Programs, which send no Origin, don't count. */
export function isCrossOrigin(sent: Headers): boolean {
  return sent.has('origin') && !isSameOrigin(sent)
}
