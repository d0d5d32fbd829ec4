import { describe, expect, test } from 'vitest'
import { draftEntry, publishAs, soon } from '../support/changelog.ts'
import { createMember, createPost, sql } from '../support/database.ts'
import { tellAll } from '../support/notices.ts'

const admin = await createMember({ admin: true })
const publish = publishAs(admin)
const stateOfPost = async (post: number) =>
  (await sql<{ state: string }[]>`select state from public.posts where id = ${post}`)[0]!.state

/** Lets the worker publish an entry that is scheduled. */
async function publishDue(entry: number): Promise<void> {
  await sql`update public.changelog_entries set publish_at = now() - interval '1 second' where id = ${entry}`
  await sql`select private.publish_due_entries()`
}

describe('the posts of a scheduled entry', () => {
  test('are completed when it is published, and not before', async () => {
    const { id: post } = await createPost()
    const entry = await draftEntry(admin, { posts: [post] })
    const scheduled = await publish(entry, { at_time: soon(), completes: true })
    expect(scheduled).toMatchObject({ status: 'scheduled', completed: [] })
    expect(await stateOfPost(post)).toBe('proposed')
    expect(await admin.one('admin_entry', { entry_id: entry })).toMatchObject({
      tells: true,
      completes: true,
    })
    await publishDue(entry)
    expect(await stateOfPost(post)).toBe('completed')
    const [event] =
      await sql`select from_state, to_state, actor_id from public.post_events where post_id = ${post}`
    expect(event).toEqual({ from_state: 'proposed', to_state: 'completed', actor_id: null })
  })

  test('notify their followers once, with the entry', async () => {
    const { id: post } = await createPost()
    const voter = await createMember()
    await voter.call('set_vote', { post_id: post, wanted: true })
    const entry = await draftEntry(admin, { posts: [post] })
    await publish(entry, { at_time: soon(), completes: true })
    const told = async () => {
      await tellAll()
      return (await voter.call('my_notices')).flatMap(({ items }) =>
        (items as { kind: string }[]).map(({ kind }) => kind),
      )
    }
    expect(await told()).toEqual([])
    await publishDue(entry)
    expect(await told()).toEqual(['changelog.published'])
  })

  test('stay as they are if it is published without completing them', async () => {
    const { id: post } = await createPost()
    const entry = await draftEntry(admin, { posts: [post] })
    await publish(entry, { at_time: soon(), completes: true })
    await publish(entry, { at_time: soon() })
    await publishDue(entry)
    expect(await stateOfPost(post)).toBe('proposed')
  })
})

describe('a link to a post', () => {
  const shown = async (entry: number) => {
    const { posts } = await admin.one('admin_entry', { entry_id: entry })
    return (posts as { id: number }[]).map(({ id }) => id)
  }
  /** Saves the entry as the editor does: with the posts that it shows. */
  const save = async (entry: number) =>
    admin.call('admin_save_entry', {
      entry_id: entry,
      new_title: 'Corrected',
      new_body: '',
      posts: await shown(entry),
    })

  test('survives an edit between a merge and its undo', async () => {
    const { id: post } = await createPost()
    const { id: stays } = await createPost()
    const entry = await draftEntry(admin, { posts: [post] })
    await admin.call('merge_posts', { post_ids: [post], into_id: stays })
    expect(await shown(entry)).toEqual([stays])
    await save(entry)
    expect(await shown(entry)).toEqual([stays])
    await admin.call('unmerge_posts', { post_ids: [post] })
    expect(await shown(entry)).toEqual([post])
  })

  test('survives an edit between a deletion and its undo', async () => {
    const { id: post } = await createPost()
    const { id: other } = await createPost()
    const entry = await draftEntry(admin, { posts: [post, other] })
    await admin.call('delete_posts', { post_ids: [post] })
    expect(await shown(entry)).toEqual([other])
    await save(entry)
    await admin.call('restore_posts', { post_ids: [post] })
    expect(await shown(entry)).toEqual([post, other])
  })

  test('is removed with the post that a merged one became', async () => {
    const { id: post } = await createPost()
    const { id: stays } = await createPost()
    const entry = await draftEntry(admin, { posts: [post] })
    await admin.call('merge_posts', { post_ids: [post], into_id: stays })
    await admin.call('admin_save_entry', {
      entry_id: entry,
      new_title: 'Without',
      new_body: '',
      posts: [],
    })
    await admin.call('unmerge_posts', { post_ids: [post] })
    expect(await shown(entry)).toEqual([])
  })
})
