import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Sql } from 'postgres'
import type { Database } from '../../lib/supabase/database.types.ts'

/** The first bytes of a picture, which is all that is checked. */
const picture = new Uint8Array(Buffer.from('RIFF____WEBP'))

export type Client = SupabaseClient<Database>
export type Person = { id: string; client: Client }

export async function findPost({ client }: Person, title: string): Promise<number> {
  return (await client.from('posts').select('id').eq('title', title).single().throwOnError()).data.id
}

async function post({ client }: Person, title: string): Promise<number> {
  const sent = { category: 'new-features', title, details: `${title}, *please*.`, sent_key: randomUUID() }
  return (await client.rpc('create_post', sent).single().throwOnError()).data.id
}

export async function say(
  { client }: Person,
  post_id: number,
  body: string,
  parent_id?: number,
): Promise<number> {
  const sent = { post_id, parent_id, body, sent_key: randomUUID() }
  return (await client.rpc('create_comment', sent).single().throwOnError()).data.id
}

async function store({ id, client }: Person, bucket: 'images' | 'avatars'): Promise<string> {
  const path = `${id}/${randomUUID()}.webp`
  const { error } = await client.storage.from(bucket).upload(path, picture, { contentType: 'image/webp' })
  if (error) throw error
  return path
}

/** An entry with a linked post, a label, a reaction and readers. */
export async function writeChangelog(admin: Person, member: Person, server: Client): Promise<void> {
  const post = await findPost(admin, 'Saved searches')
  const draft = { entry_id: null as never, new_title: 'Searches can be saved', new_body: 'At *last*.' }
  const { data } = await admin.client
    .rpc('admin_save_entry', { ...draft, labels: [1], posts: [post] })
    .single()
    .throwOnError()
  const entry_id = data.id
  await admin.client.rpc('admin_publish_entry', { entry_id }).throwOnError()
  await member.client.rpc('set_reaction', { entry_id, wanted: 'love' }).throwOnError()
  await member.client.rpc('see_changelog').throwOnError()
  await server.rpc('subscribe_to_changelog', { address: 'news@example.org' }).throwOnError()
}

/** What a member does: writes, edits and deletes posts, votes, writes all kinds of comments, adds pictures. */
export async function takePart(member: Person): Promise<void> {
  const { id, client } = member
  const own = await post(member, 'Keep the board of the last version')
  const changed = { new_title: 'Keep the board of every version', new_details: 'Also *this one*.' }
  await client.rpc('edit_post', { post_id: own, ...changed, seen_revision: 0 }).throwOnError()
  await client.rpc('delete_post', { post_id: await post(member, 'Posted twice') }).throwOnError()
  const other = await findPost(member, 'Saved searches')
  await client.rpc('say_same', { post_id: own, other_id: other }).throwOnError()
  await client.rpc('set_vote', { post_id: other, wanted: true }).throwOnError()
  const answered = await say(member, other, 'First thought')
  await say(member, other, 'Second thought', answered)
  const edited = await say(member, own, 'Third thuoght')
  const words = { comment_id: edited, new_body: 'Third thought', seen_revision: 0 }
  await client.rpc('edit_comment', words).throwOnError()
  await client.rpc('delete_comment', { comment_id: answered }).throwOnError()
  const size = { width: 10, height: 10, alt: 'A dot' }
  const [shown, removed, said] = [
    await store(member, 'images'),
    await store(member, 'images'),
    await store(member, 'images'),
  ]
  await client
    .from('images')
    .insert({ post_id: own, path: shown, ...size })
    .throwOnError()
  await client
    .from('images')
    .insert({ post_id: own, path: removed, ...size })
    .throwOnError()
  await client
    .from('images')
    .insert({ comment_id: edited, path: said, ...size })
    .throwOnError()
  await client.from('images').delete().eq('path', removed).throwOnError()
  const avatar_url = await store(member, 'avatars')
  await client.from('profiles').update({ avatar_url }).eq('id', id).throwOnError()
}

/** What an admin does to other people's content. */
export async function answer(admin: Person): Promise<void> {
  const { client } = admin
  const post_ids = [await findPost(admin, 'Keep the board of every version')]
  const planned = { post_ids, new_state: 'planned' as const, public_note: 'Soon' }
  await client.rpc('admin_set_state', planned).throwOnError()
  const { data: category } = await client
    .from('categories')
    .insert({ slug: 'releases', name: 'Releases', position: 4 })
    .select('id')
    .single()
    .throwOnError()
  await client.rpc('admin_set_category', { post_ids, new_category: category.id }).throwOnError()
  const twice = { post_ids: [await post(admin, 'Keep boards of all versions')], into_id: post_ids[0]! }
  await client.rpc('merge_posts', twice).throwOnError()
  await client.rpc('suggest_merges').throwOnError()
  const other_id = await findPost(admin, 'Saved searches')
  await client.rpc('set_different', { post_id: post_ids[0]!, other_id, wanted: true }).throwOnError()
  await client
    .from('post_notes')
    .insert({ post_id: other_id, body: 'Two customers ask for it.' })
    .throwOnError()
  const [voter] = (await client.from('profiles').select('id').eq('name', 'Demo member').throwOnError()).data
  const given = {
    post_id: await findPost(admin, 'Templates for new posts'),
    person_id: voter!.id,
    why: 'Asked on the phone',
  }
  await client.rpc('admin_give_vote', given).throwOnError()
  const known = { post_id: given.post_id, address: 'caller@example.org', why: given.why }
  await client.rpc('admin_give_vote_by_address', known).throwOnError()
  const view = { name: 'Popular', query: 'min=10', is_shared: true }
  await client.from('dashboard_views').insert(view).throwOnError()
  const answered = { name: 'Thanks', body: 'Thank you, {name}.' }
  await client.from('canned_answers').insert(answered).throwOnError()
  const { data: tag } = await client
    .from('tags')
    .insert({ name: 'Customers' })
    .select('id')
    .single()
    .throwOnError()
  await client.rpc('admin_change_tags', { post_ids: [other_id], added: [tag.id], removed: [] }).throwOnError()
}

/** A logo in the site's folder. */
export async function giveLogo({ client }: Person): Promise<void> {
  const path = `site/${randomUUID()}.webp`
  const { error } = await client.storage.from('images').upload(path, picture, { contentType: 'image/webp' })
  if (error) throw error
  await client.rpc('admin_set_logo', { path, width: 10, height: 10 }).throwOnError()
}

/** A hidden post, a hidden comment, a blocked person, and a report. */
export async function keepOrder(admin: Person, member: Person, sql: Sql): Promise<void> {
  const hidden = await post(admin, 'Cheap watches')
  const line = await say(admin, await findPost(admin, 'Saved searches'), 'Cheaper watches')
  const why = { reason: 'spam' }
  await admin.client.rpc('hide_posts', { post_ids: [hidden], ...why }).throwOnError()
  await admin.client.rpc('hide_comments', { comment_ids: [line], ...why }).throwOnError()
  const [reader] = await sql<{ id: string }[]>`select id from auth.users where email = 'reader@example.com'`
  await admin.client.rpc('block_people', { person_ids: [reader!.id], ...why }).throwOnError()
  const reported = await findPost(admin, 'Saved searches')
  await member.client.rpc('report', { of_post: reported, reason: 'a duplicate' }).throwOnError()
}

/** An excluded vote that was removed, and one with a known network. */
export async function doubtVotes(admin: Person, member: Person, server: Client): Promise<void> {
  const of_post = await findPost(admin, 'Saved searches')
  const doubted = { of_post, wanted: true, person_ids: [member.id] }
  await admin.client.rpc('set_votes_aside', doubted).throwOnError()
  await member.client.rpc('set_vote', { post_id: of_post, wanted: false }).throwOnError()
  const own = await findPost(admin, 'Keep the board of every version')
  const known = { voter: member.id, of_post: own, address: '192.0.2.1' }
  await server.rpc('note_vote_network', known).throwOnError()
}
