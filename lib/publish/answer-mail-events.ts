import 'server-only'
import { env } from '../env'
import { log } from '../log'
import { mailEventSchema } from '../schemas/mail-event'
import { suppressAddress } from '../session/with-secret-key'
import { hasSecret } from './check-secret'
import { readBody } from './read-body'

const noStore = { 'Cache-Control': 'no-store' }

/** In bytes. Services send a few hundred per email. */
const longest = 1024 * 1024

const atOnce = 10

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export async function answerMailEvents(request: Request): Promise<Response> {
  const { MAIL_WEBHOOK_SECRET, SUPABASE_SECRET_KEY } = env
  if (!MAIL_WEBHOOK_SECRET || !SUPABASE_SECRET_KEY) {
    return new Response('Not found.\n', { status: 404, headers: noStore })
  }
  if (!hasSecret(request, MAIL_WEBHOOK_SECRET)) {
    return new Response('Wrong secret.\n', { status: 401, headers: noStore })
  }
  const body = await readBody(request, longest, 'mail service')
  if (body === 'busy') return Response.json({ silenced: 0 }, { status: 503, headers: noStore })
  const events = mailEventSchema.safeParse(parse(body.toString()))
  // Services retry when they are refused, also for events that aren't about bounces.
  if (!events.success) return Response.json({ silenced: 0 }, { headers: noStore })
  try {
    const waiting = events.data.values()
    const write = async () => {
      for (const { address, reason } of waiting) await suppressAddress(address, reason)
    }
    await Promise.all(Array.from({ length: atOnce }, write))
    return Response.json({ silenced: events.data.length }, { headers: noStore })
  } catch (error) {
    log('error', 'An address could not be unsubscribed', { reason: (error as Error).message })
    return Response.json({ silenced: 0 }, { status: 503, headers: noStore })
  }
}
