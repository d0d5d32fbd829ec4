import 'server-only'
import { publicClient } from '../supabase/public'
import { storageAddress } from '../supabase/storage-address'
import { countText } from '../text/count-text'
import { longDate } from '../text/long-date'
import { plainText } from '../text/plain-text'
import { readOwn } from './read-own'

export type Mentionable = Awaited<ReturnType<typeof listMentionable>>[number]

/**
 * Whom a text on a post, or a new post, may call by name: those whose name begins as typed.
 * @returns for people with the same name also what tells them apart, of what everybody can read
 */
export async function listMentionable(postId: number | undefined, typed: string) {
  const rows = await readOwn((client) => client.rpc('mentionable', { post_id: postId, typed }))
  const isTwin = ({ id, name }: (typeof rows)[number]) =>
    rows.some((other) => other.id !== id && other.name.toLowerCase() === name.toLowerCase())
  const about = await describe(
    rows.filter(isTwin).map(({ id }) => id),
    postId,
  )
  return rows.map(({ id, name, avatar_url, is_team }) => ({
    id,
    name,
    avatar: storageAddress('avatars', avatar_url),
    isTeam: is_team,
    about: about.get(id) ?? null,
  }))
}

/** What everybody can read of people: what they did here, and since when they are here, which all have. */
async function describe(people: string[], postId: number | undefined) {
  if (people.length === 0) return new Map<string, never>()
  const { data } = await publicClient
    .from('profiles')
    .select(
      `id, created_at,
       posts:posts!posts_author_id_fkey(count),
       own_post:posts!posts_author_id_fkey(id),
       said_here:comments!comments_author_id_fkey(body),
       last_post:posts!posts_author_id_fkey(title),
       last_said:comments!comments_author_id_fkey(body)`,
    )
    .in('id', people)
    .eq('own_post.id', postId ?? 0)
    .eq('said_here.post_id', postId ?? 0)
    .is('said_here.deleted_at', null)
    .is('said_here.hidden_at', null)
    .order('id', { ascending: false, referencedTable: 'said_here' })
    .limit(1, { referencedTable: 'said_here' })
    .order('id', { ascending: false, referencedTable: 'last_post' })
    .limit(1, { referencedTable: 'last_post' })
    .is('last_said.deleted_at', null)
    .is('last_said.hidden_at', null)
    .order('id', { ascending: false, referencedTable: 'last_said' })
    .limit(1, { referencedTable: 'last_said' })
    .throwOnError()
  return new Map(
    data.map(({ id, created_at, posts, ...did }) => {
      const count = posts[0]?.count ?? 0
      const written = `${countText(count)} ${count === 1 ? 'post' : 'posts'}`
      return [id, { deed: deedOf(did), since: `Joined ${longDate(new Date(created_at))} · ${written}` }]
    }),
  )
}

type Did = Record<'own_post', { id: number }[]> &
  Record<'last_post', { title: string }[]> &
  Record<'said_here' | 'last_said', { body: string }[]>

/** What somebody wrote on the post, else what they wrote last elsewhere. */
function deedOf({ own_post, said_here, last_post, last_said }: Did): string {
  const quote = ({ body }: { body: string }) => `Wrote “${plainText(body, 50)}”`
  if (own_post[0]) return 'Wrote this post'
  if (said_here[0]) return quote(said_here[0])
  if (last_post[0]) return `Wrote the post “${last_post[0].title}”`
  return last_said[0] ? quote(last_said[0]) : 'Has written nothing here yet'
}
