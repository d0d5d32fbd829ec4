import type { PostState } from '../post/states.ts'
import type { PublicEntry, PublicPerson, PublicPost } from '../post/public-format.ts'
import type { WebhookKind, WebhookShape } from '../post/dashboard-choices.ts'

/** What the database returns for an event. Deleted and merged posts are ids only. */
export type Says = {
  type: WebhookKind | 'webhook.test'
  timestamp: string
  data: {
    post?: PublicPost | { id: number }
    /** The post that a merged one was merged into; null once that is deleted. */
    merged_into?: PublicPost | null
    /** For an undone change, only its id. */
    entry?: PublicEntry | { id: number }
    actor?: PublicPerson | null
    /** Null if it was undone. */
    change?: { from: PostState; to: PostState; note: string | null } | null
    comment?: { id: number; parent_id?: number | null; body?: string }
  }
}

/** An attempt as private.prepare_delivery returns it to the sender. */
export type ClaimedDelivery = {
  id: number
  attempt: number
  /** The same for every attempt. */
  key: string
  address: string
  shape: WebhookShape
  /** Newest first: while a secret is new, the previous one signs as well. */
  secrets: string[]
  says: Says
}
