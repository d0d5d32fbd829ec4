import { t } from '../../words/t.ts'
import { isAuthHash } from './forward-auth-link'
import { linkNotComplete, type MailLink, readMailLink } from '../../schemas/account'

/** What the auth service leads back with, behind the '#', from links that it sends or an operator makes itself. */
export type AddressLink =
  | { kind: 'link'; link: MailLink; email: string }
  | { kind: 'first-of-two' }
  | { kind: 'problem'; text: string }

/** For as long as this tab is open: the link serves once, and a reload must not lose it. */
const kept = 'signpost:link'

/** Null where the browser keeps nothing for this site. */
function storage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}

/**
 * Takes it out of the address, so that it stands in no history and is not passed on; null when there is none. What is a
 * link is kept for a reload, until forgetLink.
 * @param refusal what the address says before the '#' of a sign-in at another site that failed
 */
export function takeLink(refusal = ''): AddressLink | null {
  const isNew = isAuthHash(location.hash)
  const hash = isNew ? location.hash : (storage()?.getItem(kept) ?? '')
  if (!hash) return null
  const said = new URLSearchParams(hash.slice(1))
  // With a state of its own Next would put the old address back.
  if (isNew) history.replaceState(null, '', location.pathname + location.search)
  if (said.has('message')) return { kind: 'first-of-two' }
  if (said.has('error')) {
    const isUsed = said.get('error_code') === 'otp_expired'
    const text = isUsed ? t('common.linkExpired') : refusal || t('common.linkFailed')
    return { kind: 'problem', text }
  }
  const accessToken = said.get('access_token') ?? ''
  const tokens = { accessToken, refreshToken: said.get('refresh_token') ?? '' }
  const link = readMailLink({ type: said.get('type') ?? 'magiclink', tokens })
  if (!link) return { kind: 'problem', text: linkNotComplete() }
  storage()?.setItem(kept, hash)
  return { kind: 'link', link, email: emailIn(accessToken) }
}

/** The link was used, or can't be any more. */
export const forgetLink = (): void => storage()?.removeItem(kept)

/** Whose account a token is for; the server asks the auth service whether it is genuine. */
function emailIn(accessToken: string): string {
  try {
    const bytes = Uint8Array.from(
      atob(accessToken.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')),
      (letter) => letter.charCodeAt(0),
    )
    const { email } = JSON.parse(new TextDecoder().decode(bytes))
    return typeof email === 'string' ? email : ''
  } catch {
    return ''
  }
}
