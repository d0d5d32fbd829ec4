import 'server-only'
import { publicClient } from '../supabase/public'
import { storageAddress } from '../supabase/storage-address'
import { plainText } from '../text/plain-text'
import { readOwn } from './read-own'

export type Mentionable = Awaited<ReturnType<typeof listMentionable>>[number]

/**
 * Whom a text on a post, or a new post, may call by name: those whose name begins as typed.
 * @returns for people with the same name also what they publicly wrote, which tells them apart
 */
export async function listMentionable(postId: number | undefined, typed: string) {
  const rows = await readOwn((client) => client.rpc('mentionable', { post_id: postId, typed }))
  const isTwin = ({ id, name }: (typeof rows)[number]) =>
    rows.some((other) => other.id !== id && other.name.toLowerCase() === name.toLowerCase())
  const deeds = await Promise.all(rows.map((row) => (isTwin(row) ? findDeed(row.id, postId) : null)))
  return rows.map(({ id, name, avatar_url, is_team }, index) => ({
    id,
    name,
    avatar: storageAddress('avatars', avatar_url),
    isTeam: is_team,
    deed: deeds[index] ?? null,
  }))
}

/** What everybody can read of a person: what they wrote on the post, else what they wrote last elsewhere. */
async function findDeed(person: string, postId: number | undefined): Promise<string> {
  if (postId) {
    const [post, comment] = await Promise.all([findPost(person, postId), findComment(person, postId)])
    if (post.data) return 'Wrote this post'
    if (comment.data) return quote(comment.data.body)
  }
  const [post, comment] = await Promise.all([findPost(person), findComment(person)])
  if (post.data) return `Wrote the post “${post.data.title}”`
  return comment.data ? quote(comment.data.body) : 'Has written nothing here yet'
}

const quote = (body: string) => `Wrote “${plainText(body, 50)}”`

/** The newest post of a person, or this one where it is theirs. */
function findPost(person: string, id?: number) {
  const found = publicClient.from('posts').select('title').eq('author_id', person)
  return (id ? found.eq('id', id) : found)
    .order('id', { ascending: false })
    .limit(1)
    .maybeSingle()
    .throwOnError()
}

/** The newest comment of a person, or the newest on this post. */
function findComment(person: string, postId?: number) {
  const found = publicClient
    .from('comments')
    .select('body')
    .eq('author_id', person)
    .is('deleted_at', null)
    .is('hidden_at', null)
  return (postId ? found.eq('post_id', postId) : found)
    .order('id', { ascending: false })
    .limit(1)
    .maybeSingle()
    .throwOnError()
}
