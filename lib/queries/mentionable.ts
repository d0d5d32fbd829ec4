import 'server-only'
import { publicClient } from '../supabase/public'
import { storageAddress } from '../supabase/storage-address'
import { plainText } from '../text/plain-text'
import { readOwn } from './read-own'

export type Mentionable = Awaited<ReturnType<typeof listMentionable>>[number]

/**
 * Whom a comment on a post may call by name: those whose name begins as typed.
 * @returns for people with the same name also what they did there, which tells them apart
 */
export async function listMentionable(postId: number, typed: string) {
  const rows = await readOwn((client) => client.rpc('mentionable', { post_id: postId, typed }))
  const isTwin = ({ id, name }: (typeof rows)[number]) =>
    rows.some((other) => other.id !== id && other.name.toLowerCase() === name.toLowerCase())
  const known = await listDeeds(
    postId,
    rows.filter(isTwin).map(({ id }) => id),
  )
  return rows.map(({ id, name, avatar_url, is_team }) => ({
    id,
    name,
    avatar: storageAddress('avatars', avatar_url),
    isTeam: is_team,
    deed: known.get(id) ?? null,
  }))
}

/** What these people did on a post, by person. */
async function listDeeds(postId: number, people: string[]): Promise<Map<string, string>> {
  if (people.length === 0) return new Map()
  const [{ data: post }, { data: comments }] = await Promise.all([
    publicClient.from('posts').select('author_id').eq('id', postId).maybeSingle().throwOnError(),
    publicClient
      .from('comments')
      .select('author_id, body')
      .eq('post_id', postId)
      .in('author_id', people)
      .is('deleted_at', null)
      .is('hidden_at', null)
      .order('id')
      .limit(200)
      .throwOnError(),
  ])
  const deeds = new Map<string, string>()
  for (const { author_id, body } of comments) deeds.set(author_id!, `Wrote “${plainText(body, 50)}”`)
  if (post?.author_id) deeds.set(post.author_id, 'Wrote this post')
  return deeds
}
