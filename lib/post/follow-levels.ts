import { type Database, Constants } from '../supabase/database.types.ts'

export type FollowLevel = Database['public']['Enums']['follow_level']

/** Why somebody hears of a post. */
export type FollowReason = 'mention' | 'reply' | 'follow' | 'post' | 'comment' | 'vote' | 'changelog'

/** How a post can be followed, loudest first. */
export const followLevels = [
  { value: 'all', name: 'Everything' },
  { value: 'updates', name: 'Official updates and state changes' },
  { value: 'muted', name: 'Muted' },
] as const satisfies { value: FollowLevel; name: string }[]

/** After what somebody is told, or how they follow. */
export const followReasons: Record<FollowReason, string> = {
  mention: 'because you were mentioned',
  reply: 'because someone replied to you',
  follow: 'because you follow this post',
  post: 'because you wrote this post',
  comment: 'because you commented',
  vote: 'because you voted',
  changelog: 'because you subscribe to the changelog',
}

/** After what somebody is told of a merge: they did it on the post that was merged. */
export const mergedReasons: Record<FollowReason, string> = {
  ...followReasons,
  follow: 'because you follow the merged post',
  post: 'because you wrote the merged post',
  comment: 'because you commented on the merged post',
  vote: 'because you voted for the merged post',
}

/** After what somebody is told of a changelog entry: they did it on a post that it fulfils. */
export const entryReasons: Record<FollowReason, string> = {
  ...followReasons,
  follow: 'because you follow a post this fulfils',
  post: 'because you wrote a post this fulfils',
  comment: 'because you commented on a post this fulfils',
  vote: 'because you voted for a post this fulfils',
}

type MailPace = Database['public']['Enums']['mail_pace']

/** How often mails about posts may come. */
export const mailPaces = Constants.public.Enums.mail_pace

export const paceNames: Record<MailPace, string> = {
  'at-once': 'Immediately',
  daily: 'Once a day',
  weekly: 'Once a week',
  never: 'Never',
}
