import { type Handler, objectIn, pathOf } from './handler.ts'
import type { WaitingAccount, WaitingAccounts } from './waiting-accounts.ts'

/** How soon the same mail goes to the same address again, in milliseconds, and how many go out in an hour. */
type Pace = { interval: number; quota: number }
const usualPace: Pace = { interval: 60_000, quota: 3_600 }
const hour = 3_600_000

type Mail = 'signup' | 'recover' | 'resend'

/**
 * Sends mails no faster than a hosted project does, and a confirmation again when it is asked for: Lite sends a recovery
 * mail as often as anybody likes, and a confirmation once.
 */
export function paceMails(answer: Handler, accounts: WaitingAccounts, pace = usualPace): Handler {
  let sent: number[] = []

  return async (request, peer) => {
    const kind = /^\/+auth\/+v1\/+(signup|recover|resend)\/*$/.exec(pathOf(request))?.[1] as Mail | undefined
    if (request.method !== 'POST' || !kind) return answer(request, peer)
    const asked = await objectIn(request)
    const account = await accounts.find(String(asked?.email).trim().toLowerCase())
    const isResent = kind === 'resend' && asked?.type === 'signup'
    if (isResent && (!account || account.isConfirmed)) return Response.json({})
    if (kind === 'signup' ? account : !account) return answer(request, peer)
    const now = Date.now()
    const last = lastSent(account, kind)
    if (last && last + pace.interval > now) return tooSoon(last + pace.interval - now)
    sent = sent.filter((time) => time > now - hour)
    if (sent.length >= pace.quota) return tooManyMails('email rate limit exceeded')
    sent.push(now)
    if (!isResent) return answer(request, peer)
    await accounts.sendConfirmation(account!)
    return Response.json({})
  }
}

function lastSent(account: WaitingAccount | null, kind: Mail): number | undefined {
  return (kind === 'recover' ? account?.recoverySentAt : account?.confirmationSentAt)?.getTime()
}

const tooSoon = (wait: number) =>
  tooManyMails(`For security purposes, you can only request this after ${Math.ceil(wait / 1_000)} seconds.`)

const tooManyMails = (msg: string) =>
  Response.json({ code: 429, error_code: 'over_email_send_rate_limit', msg }, { status: 429 })
