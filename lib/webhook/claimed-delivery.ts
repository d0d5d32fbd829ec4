import type { PostState } from '../post/states.ts'
import type { ToldEntry, ToldPerson, ToldPost } from '../post/told.ts'
import type { WebhookKind, WebhookShape } from '../post/dashboard-choices.ts'

/** What the database says of an event; of what was deleted or merged, ids alone. */
export type Says = {
  type: WebhookKind | 'webhook.test'
  timestamp: string
  data: {
    post?: ToldPost | { id: number }
    /** What stands for a post that was merged; null once that is gone. */
    merged_into?: ToldPost | null
    /** Of one that was taken back its id alone. */
    entry?: ToldEntry | { id: number }
    actor?: ToldPerson | null
    /** Null when it was taken back. */
    change?: { from: PostState; to: PostState; note: string | null } | null
    comment?: { id: number; parent_id?: number | null; body?: string }
  }
}

/** An attempt as private.prepare_delivery gives it to whoever sends it. */
export type ClaimedDelivery = {
  id: number
  attempt: number
  /** The same for every attempt. */
  key: string
  address: string
  shape: WebhookShape
  /** The newest first: while it is new the one before it signs as well. */
  secrets: string[]
  says: Says
}
