import type { PostState } from '../post/states.ts'
import type { AccountEvent } from './account-event.ts'

/** Why someone is notified: because of what they did on the post, or because they are addressed. */
type Reason = 'mention' | 'reply' | 'follow' | 'post' | 'comment' | 'vote' | 'changelog'

/** A post, or with a negative id, a changelog entry. */
export type MailedPost = { id: number; title: string; slug: string; category_slug: string }

/** A state change with its note, a merge, or a text with its Markdown. */
export type MailedItem = {
  kind: string
  reason: Reason
  comment_id: number | null
  body: string | null
  from_state: PostState | null
  to_state: PostState | null
  note: string | null
  /** For a merge: the title of the merged post. */
  merged_title: string | null
  /** Plain words in place of a text or note that is too long. */
  excerpt?: string
  /** Null once the account is deleted. */
  actor: string | null
  is_team: boolean | null
}

/** What happened on a post, and how much `more` there is. */
export type NotifiedPost = MailedPost & { items: MailedItem[]; more: number }

type Kinds =
  | { kind: 'test' }
  /** A webhook was turned off. */
  | { kind: 'webhook'; host: string; why: string }
  /** Without a post, it is about the changelog. */
  | { kind: 'confirm' }
  | ({ kind: 'account' } & AccountEvent)
  /** `more_posts` is the number of further posts with activity. */
  | { kind: 'notices'; posts: NotifiedPost[]; more_posts: number }
  | {
      kind: 'summary'
      new_posts: number
      new_comments: number
      new_votes: number
      proposed: number
      failed_mails: number
      /** The number of things listed under Reports. */
      waiting: number
      newest: (MailedPost & { votes_total: number; author: string | null })[]
    }

/** An email as private.prepare_mail returns it to the sender. */
export type ClaimedMail = Kinds & {
  id: number
  attempt: number
  /** Part of the Message-ID, the same for every attempt. */
  key: string
  /** The one post it is about, or, negative, the changelog entry. */
  post_id: number | null
  to: string
  name: string | null
  pace: 'at-once' | 'daily' | 'weekly' | 'never'
  token: string
  is_person: boolean
}

/** The site that the emails are from. Its address has no trailing slash. */
export type Site = {
  url: string
  name: string
  /** The team's own logo, in pixels. */
  logo?: { src: string; width?: number; height?: number }
  /** The sender's name, next to the address. */
  sender?: string
  footer?: string
  stateNames?: Record<PostState, string>
}
