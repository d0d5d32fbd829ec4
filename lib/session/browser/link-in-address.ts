import { t } from '../../words/t.ts'
import { isAuthHash } from './forward-auth-link'
import { linkNotComplete, type MailLink, readMailLink } from '../../schemas/account'

export type AddressLink =
  | { kind: 'link'; link: MailLink; email: string }
  | { kind: 'first-of-two' }
  | { kind: 'problem'; text: string }

const kept = 'signpost:link'

function storage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}

/** Removes it from the address, so that it isn't kept in the history. Kept for a reload, until forgetLink. */
export function takeLink(refusal = ''): AddressLink | null {
  const isNew = isAuthHash(location.hash)
  const hash = isNew ? location.hash : (storage()?.getItem(kept) ?? '')
  if (!hash) return null
  const said = new URLSearchParams(hash.slice(1))
  // With a state of its own, Next would restore the old address.
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

export const forgetLink = (): void => storage()?.removeItem(kept)

/** Whose account a token is for. The server asks the auth service whether it is genuine. */
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
