import 'server-only'
import { env } from '../env'
import { readOwn } from './read-own'

export type NotificationSettings = NonNullable<Awaited<ReturnType<typeof getNotificationSettings>>>

/** Where the feed of what somebody follows is: whoever knows the address may read it. */
export const followedFeedAddress = (key: string): string => `${env.SITE_URL}/api/feeds/${key}.xml`

/** How the person who asks hears of what they follow; null for a visitor. */
export async function getNotificationSettings() {
  const [row] = await readOwn((client) => client.rpc('my_notice_settings'))
  if (!row) return null
  return {
    inSite: row.in_site,
    mail: row.mail,
    byVote: row.by_vote,
    byComment: row.by_comment,
    byPost: row.by_post,
    summary: row.summary,
    feed: (row.feed_key as string | null) && followedFeedAddress(row.feed_key),
  }
}
