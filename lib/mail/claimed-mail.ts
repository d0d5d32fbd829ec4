import type { PostState } from '../post/states.ts'
import type { AccountEvent } from './account-event.ts'

/** Why somebody is told: by what they did on the post, or because they are spoken to. */
type Reason = 'mention' | 'reply' | 'follow' | 'post' | 'comment' | 'vote' | 'changelog'

/** A post, or with an id below zero an entry of the changelog. */
export type MailedPost = { id: number; title: string; slug: string; category_slug: string }

/** A change of state with its note, a merge, or what was written, with its Markdown. */
export type MailedItem = {
  kind: string
  reason: Reason
  comment_id: number | null
  body: string | null
  from_state: PostState | null
  to_state: PostState | null
  note: string | null
  /** Of the post that was merged into the one that is told of. */
  merged_title: string | null
  /** What is told of a body or note that is too long, as words. */
  excerpt?: string
  /** Null once the account is gone. */
  actor: string | null
  is_team: boolean | null
}

/** What happened on a post, and how much `more` beside. */
export type ToldPost = MailedPost & { items: MailedItem[]; more: number }

type Kinds =
  | { kind: 'test' }
  /** A webhook was switched off. */
  | { kind: 'webhook'; host: string; why: string }
  /** Without a post it is about the changelog. */
  | { kind: 'confirm' }
  | ({ kind: 'account' } & AccountEvent)
  /** On so many more posts something happened. */
  | { kind: 'notices'; posts: ToldPost[]; more_posts: number }
  | {
      kind: 'summary'
      new_posts: number
      new_comments: number
      new_votes: number
      proposed: number
      failed_mails: number
      /** What is listed under Reports. */
      waiting: number
      newest: (MailedPost & { votes_total: number; author: string | null })[]
    }

/** A mail as private.prepare_mail gives it to whoever sends it. */
export type ClaimedMail = Kinds & {
  id: number
  attempt: number
  /** Of the Message-ID, the same for every attempt. */
  key: string
  /** The one post it is about, or the changelog entry whose id it is below zero. */
  post_id: number | null
  to: string
  name: string | null
  pace: 'at-once' | 'daily' | 'weekly' | 'never'
  token: string
  is_person: boolean
}

/** The site the mails are of; its address without a slash at the end. */
export type Site = {
  url: string
  name: string
  /** What mails are from, beside the address. */
  sender?: string
  /** What every mail says at its end. */
  footer?: string
  /** What the states are called, where not by the words of the site. */
  stateNames?: Record<PostState, string>
}
