import 'server-only'
import type { WebhookKind, WebhookShape } from '../post/dashboard-choices'
import { viewerClient } from '../supabase/server'

export type Webhook = Awaited<ReturnType<typeof listWebhooks>>[number]
export type Delivery = Awaited<ReturnType<typeof listDeliveries>>['deliveries'][number]

const pageSize = 50

export async function listWebhooks() {
  const { data } = await (await viewerClient()).rpc('admin_webhooks').throwOnError()
  return Promise.all(
    data.map(async (row) => ({
      id: row.id,
      address: row.address,
      shape: row.shape as WebhookShape,
      kinds: row.kinds as WebhookKind[],
      failingSince: row.failing_since as string | null,
      failure: row.failing_since ? await lastOutcome(row.id) : null,
      offAt: row.off_at as string | null,
      offReason: row.off_reason as string | null,
      waiting: row.waiting,
    })),
  )
}

async function lastOutcome(webhook: number): Promise<string | null> {
  const { deliveries } = await listDeliveries(webhook, null)
  const tried = deliveries.filter(({ triedAt }) => triedAt !== null)
  return tried.toSorted((a, b) => Date.parse(b.triedAt!) - Date.parse(a.triedAt!))[0]?.outcome ?? null
}

export async function listDeliveries(webhook: number, before: number | null) {
  const { data } = await (
    await viewerClient()
  )
    .rpc('admin_deliveries', {
      webhook_id: webhook,
      before_delivery: before ?? undefined,
      max_rows: pageSize + 1,
    })
    .throwOnError()
  const deliveries = data.slice(0, pageSize).map((row) => ({
    id: row.id,
    kind: row.kind,
    postTitle: row.post_title as string | null,
    categorySlug: row.category_slug,
    slug: row.slug,
    state: row.state,
    attempts: row.attempts,
    outcome: row.outcome as string | null,
    triedAt: row.tried_at as string | null,
    createdAt: row.created_at,
    dueAt: row.due_at,
  }))
  return { deliveries, next: data.length > pageSize ? deliveries.at(-1)!.id : null }
}
