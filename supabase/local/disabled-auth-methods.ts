import { type Handler, objectIn, pathOf } from './handler.ts'

/**
 * Refuses what this site asks of no auth service, and what Lite does less carefully than a hosted project: another e-mail
 * address, for which it asks the old one alone, and mails that sign in without a password, which confirm the password of
 * whoever signed up first. Whether there is an account makes no difference to the answer.
 */
export function refuseDisabledMethods(answer: Handler): Handler {
  return async (request, peer) => {
    const path = pathOf(request)
    if (request.method === 'POST' && /\/(otp|magiclink)\/*$/.test(path)) return disabled()
    if (request.method === 'PUT' && /\/user\/*$/.test(path)) {
      const asked = await objectIn(request)
      if (asked?.email !== undefined || asked?.phone !== undefined) return disabled()
    }
    return answer(request, peer)
  }
}

const disabled = () =>
  Response.json(
    { code: 422, error_code: 'otp_disabled', msg: 'The local Supabase does not offer this.' },
    { status: 422 },
  )
