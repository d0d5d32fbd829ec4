import { shownName } from '../words/shown-name'
import 'server-only'
import type { voteSignals } from '../schemas/moderation'
import type { votersQuery } from '../schemas/query'
import type * as z from '../schemas/zod'
import { postAddress } from '../post/address'
import { storageAddress } from '../supabase/storage-address'
import { viewerClient } from '../supabase/server'

type Stored = {
  votes: number
  signals: { kind: (typeof voteSignals)[number]; votes: number; since: string }[]
  set_aside: number
  same_posts_total: number
  same_posts: { id: number; title: string; slug: string; category_slug: string; author_name: string | null }[]
  same_comments: { id: number; body: string; copies: number; people: number }[]
}

export type Signals = NonNullable<Awaited<ReturnType<typeof readSignals>>>

export async function readSignals(post: number) {
  const client = await viewerClient()
  const { data } = await client.rpc('admin_signals', { of_post: post }).throwOnError()
  const found = data as Stored | null
  return (
    found && {
      votes: found.signals,
      excluded: found.set_aside,
      samePostsTotal: found.same_posts_total,
      samePosts: found.same_posts.map(({ id, title, slug, category_slug, author_name }) => ({
        id,
        title,
        address: postAddress({ categorySlug: category_slug, slug }),
        authorName: shownName(author_name),
      })),
      sameComments: found.same_comments,
    }
  )
}

export type Voter = Awaited<ReturnType<typeof listVoters>>['items'][number]

/**
 * Imported votes whose voters are unknown are only counted, unless `lists` is 'everyone' or only excluded votes are
 * asked for.
 */
export async function listVoters(asked: z.infer<typeof votersQuery>, lists: 'known' | 'everyone' = 'known') {
  const { post, after, only, max } = asked
  const client = await viewerClient()
  const [{ data }, { data: counted }] = await Promise.all([
    client
      .rpc('admin_voters', {
        of_post: post,
        after_cursor: after,
        only_aside: only === 'aside',
        only_counted: only === 'counted',
        only_known: lists === 'known' && only !== 'aside',
        max_rows: max + 1,
      })
      .throwOnError(),
    client.from('posts').select('votes_total').eq('id', post).maybeSingle().throwOnError(),
  ])
  const items = data.slice(0, max).map((row) => ({
    id: row.id,
    // People known only by their address have no other name.
    name: (row.address as string | null) ?? shownName(row.name),
    email: row.address as string | null,
    avatar: storageAddress('avatars', row.avatar_url as string | null),
    isTeam: row.is_team,
    votedAt: row.voted_at,
    isYoung: row.is_young,
    inBurst: row.in_burst,
    networkVotes: row.network_votes,
    isBlocked: row.is_blocked,
    isSetAside: row.is_set_aside,
    given: (row.why as string | null) ? { by: shownName(row.given_by), why: row.why } : null,
  }))
  return {
    items,
    votesTotal: counted?.votes_total ?? 0,
    next: data.length > max ? data[max - 1]!.row_cursor : null,
  }
}
