import { shownName } from '../words/shown-name'
import { t } from '../words/t.ts'
import 'server-only'
import { postAddress } from '../post/address'
import type { FollowReason } from '../post/follow-levels'
import type { PostState } from '../post/states'
import { storageAddress } from '../supabase/storage-address'
import { plainText } from '../text/plain-text'
import { readOwn } from './read-own'
import { listOwnReports } from './reports'
import { env } from '../env'
import { anonymousClient } from '../supabase/visitor'

export type NotificationPage = Awaited<ReturnType<typeof listNotifications>>
export type NotificationGroup = NotificationPage['groups'][number]
export type NotificationItem = NotificationGroup['items'][number]

type Told = {
  event_id: number
  kind:
    | 'comment.created'
    | 'comment.mention'
    | 'post.state'
    | 'post.mention'
    | 'post.merged'
    | 'changelog.published'
    | 'changelog.changed'
  reason: FollowReason
  is_read: boolean
  created_at: string
  comment_id: number | null
  excerpt: string | null
  to_state: PostState | null
  note: string | null
  merged_title: string | null
  actor: { name: string; avatar_url: string | null; is_team: boolean } | null
}

const pageSize = 20
const excerptLength = 160

export async function countUnread(): Promise<number> {
  const rows = await readOwn((client) => client.rpc('unread_notices'))
  return rows[0]?.notices ?? 0
}

export async function listNotifications(before: number | null = null) {
  const rows = await readOwn((client) =>
    client.rpc('my_notices', { before_event: before ?? undefined, max_rows: pageSize + 1 }),
  )
  const groups = rows.slice(0, pageSize).map((row) => ({
    postId: row.post_id,
    title: row.title,
    address: postAddress({ categorySlug: row.category_slug, slug: row.slug }),
    newestEvent: row.newest_event,
    newestAt: row.newest_at,
    unread: row.unread,
    comments: row.comments,
    items: (row.items as Told[]).map(toItem),
  }))
  return {
    groups,
    reports: before === null ? await listOwnReports() : [],
    next: rows.length > pageSize ? String(groups[groups.length - 1]!.newestEvent) : null,
  }
}

function toItem(told: Told) {
  const { actor } = told
  const shared = {
    eventId: told.event_id,
    reason: told.reason,
    isRead: told.is_read,
    actor: {
      name: actor ? shownName(actor.name) : t('common.deletedUser'),
      avatar: storageAddress('avatars', actor?.avatar_url ?? null),
      isTeam: actor?.is_team ?? false,
    },
  }
  if (told.kind === 'post.state')
    return {
      ...shared,
      kind: 'change' as const,
      to: told.to_state!,
      note: told.note && plainText(told.note, excerptLength),
    }
  if (told.kind === 'post.merged') return { ...shared, kind: 'merge' as const, title: told.merged_title! }
  const excerpt = plainText(told.excerpt ?? '', excerptLength)
  if (told.kind === 'changelog.published' || told.kind === 'changelog.changed')
    return { ...shared, kind: 'entry' as const, excerpt }
  return told.kind === 'post.mention'
    ? { ...shared, kind: 'details' as const, excerpt }
    : { ...shared, kind: 'comment' as const, commentId: told.comment_id!, excerpt }
}

export type NotificationSettings = NonNullable<Awaited<ReturnType<typeof getNotificationSettings>>>

/** The address of the caller's personal feed. Anyone who knows it can read the feed. */
export const followedFeedAddress = (key: string): string => `${env.SITE_URL}/api/feeds/${key}.xml`

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
    changelog: row.changelog,
    feed: (row.feed_key as string | null) && followedFeedAddress(row.feed_key),
  }
}

/** What the reader of an email may change with its link; null if the link no longer works. */
export async function getMailSettings(token: string) {
  const { data } = await anonymousClient.rpc('mail_settings', { token }).throwOnError()
  const row = data[0]
  if (!row) return null
  // The types don't know about rows without a post, or links that aren't about summaries.
  const { title, category_slug, slug, follows, summary = null, changelog = null } = row as Partial<typeof row>
  return {
    address: row.address,
    pace: row.pace,
    hasAccount: row.has_account,
    post:
      title && category_slug && slug
        ? { title, href: postAddress({ categorySlug: category_slug, slug }), follows: Boolean(follows) }
        : null,
    /** Whether summaries are on; null for links in other emails. */
    summary,
    changelog,
  }
}

export type MailSettings = NonNullable<Awaited<ReturnType<typeof getMailSettings>>>
