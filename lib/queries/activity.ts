import { shownName } from '../words/shown-name'
import 'server-only'
import { cacheLife, cacheTag } from 'next/cache'
import { boardTag, personTag, personTags } from '../cache-tags'
import type { Activity } from '../post/activity'
import { plainText } from '../text/plain-text'
import { isDataException } from '../supabase/database-errors'
import { publicClient } from '../supabase/public'
import { type ViewerClient, viewerClient } from '../supabase/server'
import { storageAddress } from '../supabase/storage-address'
import { toPostRow } from './post-row'

export type ActivityPage = Awaited<ReturnType<typeof readActivity>>

export const activityPageSize = 20

export async function getPerson(id: string) {
  'use cache'
  cacheLife('board')
  cacheTag(personTag(id), boardTag())
  const { data } = await publicClient.rpc('get_person', { person: id }).maybeSingle().throwOnError()
  return (
    data && {
      id,
      name: shownName(data.name),
      avatar: storageAddress('avatars', data.avatar_url as string | null),
      isTeam: data.is_team,
      createdAt: data.created_at as string | null,
      totals: { posts: data.posts_total, comments: data.comments_total },
    }
  )
}

export async function getActivity(person: string, kind: Activity, after: string | null) {
  'use cache'
  cacheLife('board')
  cacheTag(personTag(person), boardTag())
  const page = await readActivity(publicClient, person, kind, after).catch((error: unknown) => {
    if (!isDataException(error)) throw error
    return null
  })
  cacheTag(...personTags(page?.rows.map(({ authorId }) => authorId) ?? []))
  return page
}

/** As the viewer may see it: one's own votes, and for the team anyone's. */
export async function listActivity(
  person: string,
  kind: Activity,
  after: string | null,
): Promise<ActivityPage> {
  try {
    return await readActivity(await viewerClient(), person, kind, after)
  } catch (error) {
    if (after === null || !isDataException(error)) throw error
    return listActivity(person, kind, null)
  }
}

/** Of the viewer. Only they and the team see how often someone voted. */
export async function countOwnVotes(viewer: string): Promise<number> {
  const { count } = await (
    await viewerClient()
  )
    .from('votes')
    .select('post_id', { count: 'exact', head: true })
    .eq('user_id', viewer)
    .throwOnError()
  return count ?? 0
}

async function readActivity(
  client: Pick<ViewerClient, 'rpc'>,
  person: string,
  kind: Activity,
  after: string | null,
) {
  const { data } = await client
    .rpc('person_activity', {
      person,
      kind,
      after_cursor: after ?? undefined,
      max_rows: activityPageSize + 1,
    })
    .throwOnError()
  const rows = data.slice(0, activityPageSize).map((row) => ({
    ...toPostRow(row),
    categoryName: row.category_name,
    excerpt: plainText(row.excerpt, 180),
    isPinned: false,
    commentId: row.comment_id as number | null,
    at: row.happened_at,
    mergedInto: row.merged_into as { title: string; slug: string; category_slug: string } | null,
  }))
  return { rows, next: data.length > activityPageSize ? rows[rows.length - 1]!.cursor : null }
}
