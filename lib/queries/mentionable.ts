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
  const about = await Promise.all(rows.map((row) => (isTwin(row) ? describe(row.id, postId) : null)))
  return rows.map(({ id, name, avatar_url, is_team }, index) => ({
    id,
    name,
    avatar: storageAddress('avatars', avatar_url),
    isTeam: is_team,
    about: about[index] ?? null,
  }))
}

/** What a person did here, and since when they are here: whoever wrote nothing yet has a day as well. */
async function describe(person: string, postId: number | undefined) {
  const [deed, profile, posts] = await Promise.all([
    findDeed(person, postId),
    publicClient.from('profiles').select('created_at').eq('id', person).maybeSingle().throwOnError(),
    publicClient
      .from('posts')
      .select('id', { count: 'exact', head: true })
      .eq('author_id', person)
      .throwOnError(),
  ])
  const count = posts.count ?? 0
  const written = `${countText(count)} ${count === 1 ? 'post' : 'posts'}`
  const joined = profile.data && `Joined ${longDate(new Date(profile.data.created_at))}`
  return { deed, since: joined ? `${joined} · ${written}` : written }
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
