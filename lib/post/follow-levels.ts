import { t } from '../words/t.ts'
import { type Database, Constants } from '../supabase/database.types.ts'

export type FollowLevel = Database['public']['Enums']['follow_level']

/** Why somebody hears of a post. */
export type FollowReason = 'mention' | 'reply' | 'follow' | 'post' | 'comment' | 'vote'

/** How a post can be followed, loudest first. */
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

/** After what somebody is told, or how they follow. */
export const followReasons: Record<FollowReason, string> = {
  get mention() {
    return t('post.followLevels.becauseYouWereMentioned')
  },
  get reply() {
    return t('post.followLevels.becauseSomeoneRepliedTo')
  },
  get follow() {
    return t('post.followLevels.becauseYouFollowThis')
  },
  get post() {
    return t('post.followLevels.becauseYouWroteThis')
  },
  get comment() {
    return t('post.followLevels.becauseYouCommented')
  },
  get vote() {
    return t('post.followLevels.becauseYouVoted')
  },
}

/** After what somebody is told of a merge: they did it on the post that was merged. */
export const mergedReasons: Record<FollowReason, string> = {
  get mention() {
    return followReasons.mention
  },
  get reply() {
    return followReasons.reply
  },
  get follow() {
    return t('post.followLevels.becauseYouFollowThe')
  },
  get post() {
    return t('post.followLevels.becauseYouWroteThe')
  },
  get comment() {
    return t('post.followLevels.becauseYouCommentedOn')
  },
  get vote() {
    return t('post.followLevels.becauseYouVotedFor')
  },
}

type MailPace = Database['public']['Enums']['mail_pace']

/** How often mails about posts may come. */
export const mailPaces = Constants.public.Enums.mail_pace

export const paceNames: Record<MailPace, string> = {
  get 'at-once'() {
    return t('post.followLevels.immediately')
  },
  get daily() {
    return t('post.followLevels.onceADay')
  },
  get weekly() {
    return t('post.followLevels.onceAWeek')
  },
  get never() {
    return t('post.followLevels.never')
  },
}
