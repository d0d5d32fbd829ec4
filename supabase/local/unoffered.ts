import type { Handler } from './guesses.ts'

/** The path of a request as the API reads it, however it is spelt; an unreadable one as it is. */
export function pathOf(request: Request): string {
  const { pathname } = new URL(request.url)
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

/**
 * Refuses what this site asks of no auth service, and what Lite does less carefully than a hosted project: another e-mail
 * address, for which it asks the old one alone, and mails that sign in without a password, which confirm the password of
 * whoever signed up first. Whether there is an account makes no difference to the answer.
 */
export function refuseUnoffered(answer: Handler): Handler {
  return async (request, peer) => {
    const path = pathOf(request)
    if (request.method === 'POST' && /\/(otp|magiclink)\/*$/.test(path)) return unoffered()
    if (request.method === 'PUT' && /\/user\/*$/.test(path)) {
      const asked = (await request
        .clone()
        .json()
        .catch(() => null)) as { email?: unknown; phone?: unknown } | null
      if (asked?.email !== undefined || asked?.phone !== undefined) return unoffered()
    }
    return answer(request, peer)
  }
}

const unoffered = () =>
  Response.json(
    { code: 422, error_code: 'otp_disabled', msg: 'The local Supabase does not offer this.' },
    { status: 422 },
  )
