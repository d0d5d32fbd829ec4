import type { PostState } from '../post/states.ts'
import type { AccountEvent } from './account-event.ts'

type Reason = 'mention' | 'reply' | 'follow' | 'post' | 'comment' | 'vote' | 'changelog'

/** A post, or with a negative id, a changelog entry. */
export type MailedPost = { id: number; title: string; slug: string; category_slug: string }

export type MailedItem = {
  kind: string
  reason: Reason
  comment_id: number | null
  body: string | null
  from_state: PostState | null
  to_state: PostState | null
  note: string | null
  merged_title: string | null
  excerpt?: string
  actor: string | null
  is_team: boolean | null
}

export type NotifiedPost = MailedPost & { items: MailedItem[]; more: number }

type Kinds =
  | { kind: 'test' }
  | { kind: 'webhook'; host: string; why: string }
  | { kind: 'confirm' }
  | ({ kind: 'account' } & AccountEvent)
  | { kind: 'notices'; posts: NotifiedPost[]; more_posts: number }
  | {
      kind: 'summary'
      new_posts: number
      new_comments: number
      new_votes: number
      proposed: number
      failed_mails: number
      waiting: number
      newest: (MailedPost & { votes_total: number; author: string | null })[]
    }

export type ClaimedMail = Kinds & {
  id: number
  attempt: number
  key: string
  /** The one post it is about, or, negative, the changelog entry. */
  post_id: number | null
  to: string
  name: string | null
  pace: 'at-once' | 'daily' | 'weekly' | 'never'
  token: string
  is_person: boolean
}

export type Site = {
  url: string
  name: string
  logo?: { src: string; width?: number; height?: number }
  accent?: string
  sender?: string
  footer?: string
  stateNames?: Record<PostState, string>
}
