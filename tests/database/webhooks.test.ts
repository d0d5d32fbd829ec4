import { describe, expect, test } from 'vitest'
import { createAccounts, sql } from '../support/database.ts'
import {
  act,
  add,
  admin,
  claim,
  hook,
  log,
  member,
  move,
  say,
  settle,
  takeAll,
  useWebhook,
  write,
} from '../support/webhooks.ts'

useWebhook()

describe('a webhook', () => {
  test('gets each event it wants once and no others, in the event’s transaction', async () => {
    await sql`delete from private.webhooks`
    await add({ kinds: ['comment.created'] })
    const post = await write()
    await say(post, 'First')
    await expect(say(post, '')).rejects.toThrow()
    const told = await takeAll()
    expect(told.map(({ says }) => says.type)).toEqual(['comment.created'])
    expect(told[0]!.says.data.comment).toMatchObject({ body: 'First' })
    expect(await takeAll()).toEqual([])
  })

  test('gets one request at a time, even if two processes send', async () => {
    await write()
    await write()
    const both = (await Promise.all([claim(), claim()])).filter((one) => one !== null)
    expect(both).toHaveLength(1)
    expect(await claim()).toBeNull()
    await settle(both[0]!, 200)
    expect(new Set([...both, ...(await takeAll())].map(({ key }) => key)).size).toBe(2)
  })

  test('gets what everyone can read, and no addresses', async () => {
    const post = await write('Dark mode for all')
    await move(post, 'planned', 'In spring.')
    const [created, changed] = await takeAll()
    expect(created!.says).toMatchObject({
      type: 'post.created',
      data: {
        post: { id: post, title: 'Dark mode for all', details: 'Because.', category: 'new-features' },
        actor: { id: member.id, name: 'Member', is_team: false },
      },
    })
    expect(changed!.says.data).toMatchObject({
      change: { from: 'proposed', to: 'planned', note: 'In spring.' },
      actor: { name: 'Admin', is_team: true },
    })
    const said = JSON.stringify([created, changed])
    expect(said).not.toContain(member.email)
    expect(said).not.toContain(admin.email)
    expect(Object.keys(created!.says.data.actor!).toSorted()).toEqual(['id', 'is_team', 'name'])
  })

  test('never gets deleted texts, and only gets a deletion if it got the content', async () => {
    const post = await write('A title that goes')
    const comment = await say(post, 'A comment that is heard of')
    expect((await takeAll()).map(({ says }) => says.type)).toEqual(['post.created', 'comment.created'])
    await act(`delete_comment(${comment})`)
    await act(`delete_comment(${await say(post, 'A secret comment')})`)
    const first = await takeAll()
    expect(first.map(({ says }) => says)).toMatchObject([
      { type: 'comment.deleted', data: { post: { id: post }, comment: { id: comment } } },
    ])
    expect(JSON.stringify(first.map(({ says }) => says))).not.toContain('secret')
    await move(post, 'planned', 'A secret note')
    await move(post, 'planned', 'A secret again')
    await act(`delete_post(${post})`)
    const then = await takeAll()
    expect(then.map(({ says }) => says)).toMatchObject([
      { type: 'post.deleted', data: { post: { id: post } } },
    ])
    expect(JSON.stringify(then.map(({ says }) => says))).not.toMatch(/secret|goes|Member/)
    const gone = ['dropped', 'Its subject no longer exists.']
    expect((await log()).map(({ state, outcome }) => [state, outcome])).toEqual([
      ['sent', 'Responded with 200.'],
      gone,
      gone,
      gone,
      ['sent', 'Responded with 200.'],
      ['sent', 'Responded with 200.'],
      ['sent', 'Responded with 200.'],
    ])
    expect((await log())[0]!.post_title).toBeNull()
  })

  test('sends the state at the time of the attempt: a correction, an undone change, a restored post', async () => {
    const post = await write()
    await move(post, 'planned', 'Frist words')
    await move(post, 'planned', 'First words')
    expect((await takeAll()).map(({ says }) => [says.type, says.data.change?.note])).toEqual([
      ['post.created', undefined],
      ['post.state', 'First words'],
      ['post.corrected', 'First words'],
    ])
    await move(post, 'proposed')
    expect((await takeAll()).map(({ says }) => says)).toMatchObject([
      { type: 'post.corrected', data: { post: { id: post, state: 'proposed' }, change: null } },
    ])
    await act(`delete_post(${post})`)
    await act(`restore_posts(array[${post}])`)
    expect((await takeAll()).map(({ says }) => says.type)).toEqual(['post.deleted', 'post.restored'])
  })

  test('says for a merged post which one remains, and that it was restored', async () => {
    const [post, into] = [await write('Night mode'), await write('Dark mode')]
    await takeAll()
    await admin.client.rpc('merge_posts', { post_ids: [post], into_id: into }).throwOnError()
    const [merged] = await takeAll()
    expect(merged!.says).toMatchObject({
      type: 'post.merged',
      data: { post: { id: post }, merged_into: { id: into, title: 'Dark mode' } },
    })
    expect(JSON.stringify(merged!.says)).not.toContain('Night')
    await admin.client.rpc('unmerge_posts', { post_ids: [post] }).throwOnError()
    expect((await takeAll()).map(({ says }) => says)).toMatchObject([
      { type: 'post.unmerged', data: { post: { title: 'Night mode' } } },
    ])
  })

  test('that hasn’t been told about a post gets no merge of it, and all that follows the undo', async () => {
    const [into] = [await write('Dark mode'), await takeAll()]
    const post = await write('Night mode')
    await admin.client.rpc('merge_posts', { post_ids: [post], into_id: into }).throwOnError()
    expect(await takeAll()).toEqual([])
    await admin.client.rpc('unmerge_posts', { post_ids: [post] }).throwOnError()
    expect((await takeAll()).map(({ says }) => says)).toMatchObject([
      { type: 'post.created', data: { post: { id: post, title: 'Night mode' } } },
    ])
    await act(`delete_post(${post})`)
    expect((await takeAll()).map(({ says }) => says.type)).toEqual(['post.deleted'])
  })

  test('gets a comment with its current post after a merge', async () => {
    const [post, into] = [await write('Night mode'), await write('Dark mode')]
    await say(post, 'Said before')
    await admin.client.rpc('merge_posts', { post_ids: [post], into_id: into }).throwOnError()
    const told = (await takeAll()).find(({ says }) => says.type === 'comment.created')
    expect(told!.says.data).toMatchObject({ post: { id: into }, comment: { body: 'Said before' } })
  })

  test('names no one whose account is deleted', async () => {
    const [account] = await createAccounts(1)
    const leaver = { ...account!, email: '' }
    await sql`update public.profiles set name = 'Leaver' where id = ${leaver.id}`
    await write('What the leaver left', leaver)
    await sql`delete from auth.users where id = ${leaver.id}`
    const [row] = await sql`
      select private.event_says(d.event_id) as says from private.webhook_deliveries d
      where d.webhook_id = ${hook} order by d.id desc limit 1`
    expect(row!.says?.data.actor ?? null).toBeNull()
    expect(JSON.stringify(row!.says)).not.toContain('Leaver')
  })

  test('gets a merge by id if the remaining post is hidden by then', async () => {
    const [stays, goes] = [await write(), await write()]
    await takeAll()
    await admin.client.rpc('merge_posts', { post_ids: [goes], into_id: stays }).throwOnError()
    await admin.client.rpc('hide_posts', { post_ids: [stays], reason: 'spam' }).throwOnError()
    expect((await takeAll()).map(({ says: { type, data } }) => ({ type, data }))).toEqual([
      { type: 'post.merged', data: { post: { id: goes }, merged_into: null } },
      { type: 'post.deleted', data: { post: { id: stays } } },
    ])
  })

  test('deleted during an event doesn’t make it fail', async () => {
    const [deleting, writing] = [sql.reserve(), write()]
    const as = await deleting
    await as`begin`
    await as`delete from private.webhooks where id = ${hook}`
    const second = write()
    await as`commit`
    as.release()
    expect(await writing).toBeGreaterThan(0)
    expect(await second).toBeGreaterThan(0)
  })
})
