import { texts } from '../words/deferred.ts'
import { type Key, t } from '../words/t.ts'
import { type Database, Constants } from '../supabase/database.types.ts'

export type FollowLevel = Database['public']['Enums']['follow_level']

export type FollowReason = 'mention' | 'reply' | 'follow' | 'post' | 'comment' | 'vote' | 'changelog'

export const followLevels = [
  {
    value: 'all',
    get name() {
      return t('common.everything')
    },
  },
  {
    value: 'updates',
    get name() {
      return t('common.updatesOnly')
    },
  },
  {
    value: 'muted',
    get name() {
      return t('common.muted')
    },
  },
] as const satisfies { value: FollowLevel; name: string }[]

const reasonKeys = {
  mention: 'post.followLevels.becauseYouWereMentioned',
  reply: 'post.followLevels.becauseSomeoneRepliedTo',
  follow: 'post.followLevels.becauseYouFollowThis',
  post: 'post.followLevels.becauseYouWroteThis',
  comment: 'post.followLevels.becauseYouCommented',
  vote: 'post.followLevels.becauseYouVoted',
  changelog: 'post.followLevels.becauseYouSubscribe',
} as const satisfies Record<FollowReason, Key>

/** Continues a notification, or how someone follows. */
export const followReasons: Record<FollowReason, string> = texts(reasonKeys)

export const mergedReasons: Record<FollowReason, string> = texts({
  ...reasonKeys,
  follow: 'post.followLevels.becauseYouFollowThe',
  post: 'post.followLevels.becauseYouWroteThe',
  comment: 'post.followLevels.becauseYouCommentedOn',
  vote: 'post.followLevels.becauseYouVotedFor',
})

export const entryReasons: Record<FollowReason, string> = texts({
  ...reasonKeys,
  follow: 'post.followLevels.entryFollow',
  post: 'post.followLevels.entryPost',
  comment: 'post.followLevels.entryComment',
  vote: 'post.followLevels.entryVote',
})

type MailPace = Database['public']['Enums']['mail_pace']

export const mailPaces = Constants.public.Enums.mail_pace

export const paceNames: Record<MailPace, string> = texts({
  'at-once': 'post.followLevels.immediately',
  daily: 'post.followLevels.onceADay',
  weekly: 'post.followLevels.onceAWeek',
  never: 'post.followLevels.never',
})
