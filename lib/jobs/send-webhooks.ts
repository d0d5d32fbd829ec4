import type { ClaimedDelivery } from '../webhook/claimed-delivery.ts'
import type { Site } from '../mail/write-mail.ts'
import { sendBody } from '../webhook/send-body.ts'
import { sign } from '../webhook/sign.ts'
import { writeBody } from '../webhook/write-body.ts'
import type { JobContext } from './context.ts'
import { readSite } from './read-site.ts'

/** Webhooks that are sent to at the same time; to each of them goes one request after the other. */
const lanes = 8

type Context = Pick<JobContext, 'sql' | 'site' | 'webhooksToLoopback' | 'isOver'>

/** Sends what is due to webhooks, until nothing is. Where the database is lost after an answer, it is sent again. */
export async function sendWebhooks(context: Context): Promise<void> {
  const site = await readSite(context)
  await Promise.all(Array.from({ length: lanes }, () => sendAll(context, site)))
}

async function sendAll({ sql, webhooksToLoopback, isOver }: Context, site: Site): Promise<void> {
  while (!isOver()) {
    const [row] = await sql<
      { delivery: ClaimedDelivery | null }[]
    >`select private.claim_delivery() as delivery`
    const { delivery } = row!
    if (!delivery) return
    const body = writeBody(delivery.shape, delivery.says, site)
    const headers = { 'User-Agent': 'Signpost-Webhooks', ...sign(body, delivery.key, delivery.secrets) }
    const { status, words } = await sendBody(delivery.address, body, headers, {
      toLoopback: webhooksToLoopback,
    })
    await sql`select private.settle_delivery(${delivery.id}, ${delivery.attempt}, ${status}, ${words})`
  }
}
