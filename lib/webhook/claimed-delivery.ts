import type { PostState } from '../post/states.ts'
import type { PublicEntry, PublicPerson, PublicPost } from '../post/public-format.ts'
import type { WebhookKind, WebhookShape } from '../post/dashboard-choices.ts'

export type Says = {
  type: WebhookKind | 'webhook.test'
  timestamp: string
  data: {
    post?: PublicPost | { id: number }
    merged_into?: PublicPost | null
    entry?: PublicEntry | { id: number }
    actor?: PublicPerson | null
    change?: { from: PostState; to: PostState; note: string | null } | null
    comment?: { id: number; parent_id?: number | null; body?: string }
  }
}

export type ClaimedDelivery = {
  id: number
  attempt: number
  key: string
  address: string
  shape: WebhookShape
  /** Newest first: while a secret is new, the previous one signs as well. */
  secrets: string[]
  says: Says
}
