import { describe, expect, test, vi } from 'vitest'
import { draftEntry, publishAs, slugOf, soon, stateOf } from '../support/changelog.ts'
import { anonClient, call, createMember, createPost, sql } from '../support/database.ts'
import { context } from '../support/jobs.ts'

const { tasks } = await import('../../lib/jobs/tasks.ts')

const admin = await createMember({ admin: true })

const publish = publishAs(admin)

describe('a schedule', () => {
  test('is caught up by a worker that was away, once, by several at once', async () => {
    const entry = await draftEntry(admin)
    await publish(entry, { at_time: soon() })
    const run = async () => (await sql`select private.publish_due_entries() as made`)[0]!.made as number
    await run()
    expect(await stateOf(entry)).toBe('scheduled')
    await sql`update public.changelog_entries set publish_at = now() - interval '2 days' where id = ${entry}`
    const made = await Promise.all([run(), run(), run()])
    expect(made.toSorted()).toEqual([0, 0, 1])
    const [row] = await sql`
      select e.state, e.published_at > now() - interval '1 minute' as is_now,
        (select count(*)::integer from private.events v where v.post_id = -e.id and v.kind = 'changelog.published') as events
      from public.changelog_entries e where e.id = ${entry}`
    expect(row).toMatchObject({ state: 'published', is_now: true, events: 1 })
  })

  test('tells the site once an entry is published, and only then', async () => {
    const entry = await draftEntry(admin)
    await publish(entry, { at_time: soon() })
    const tellSite = vi.fn(async () => {
      expect(await stateOf(entry)).toBe('published')
    })
    await sql`update public.changelog_entries set publish_at = now() - interval '1 second' where id = ${entry}`
    await tasks.changelog!.run({ ...context, tellSite })
    expect(tellSite).toHaveBeenCalledOnce()
    const nothing = (async () => [{ published: 0 }]) as unknown as typeof sql
    await tasks.changelog!.run({ ...context, sql: nothing, tellSite })
    expect(tellSite).toHaveBeenCalledOnce()
  })

  test.each([
    ['2027-03-28T09:00', '2027-03-28T07:00:00+00:00'],
    ['2027-03-27T09:00', '2027-03-27T08:00:00+00:00'],
    // There is no half past two on that day.
    ['2027-03-28T02:30', '2027-03-28T01:30:00+00:00'],
    ['2027-10-31T09:00', '2027-10-31T08:00:00+00:00'],
  ])('for %s on clocks in Berlin is for %s', async (at_time, instant) => {
    await admin.call('admin_save_site', { settings: { time_zone: 'Europe/Berlin' } })
    try {
      const entry = await draftEntry(admin)
      expect(await publish(entry, { at_time })).toMatchObject({ status: 'scheduled' })
      const { data } = await admin.client
        .from('changelog_entries')
        .select('publish_at')
        .eq('id', entry)
        .single()
      expect(data!.publish_at).toBe(instant)
    } finally {
      await admin.call('admin_save_site', { settings: { time_zone: 'UTC' } })
    }
    const wrong = call(admin.client, 'admin_save_site', { settings: { time_zone: 'Europe/Nowhere' } })
    expect((await wrong).error?.code).toBe('22023')
  })

  test('for a past time does nothing', async () => {
    const entry = await draftEntry(admin)
    expect(await publish(entry, { at_time: '2020-01-01T00:00' })).toMatchObject({ status: 'past' })
    expect(await stateOf(entry)).toBe('draft')
  })

  test('or publication completes linked posts if wanted', async () => {
    const { id: post } = await createPost()
    const entry = await draftEntry(admin, { posts: [post] })
    const done = await publish(entry, { completes: true })
    expect(done).toMatchObject({ status: 'published', completed: [post] })
    expect((await sql`select state from public.posts where id = ${post}`)[0]!.state).toBe('completed')
  })
})

test('the date of an entry is that of the site’s time zone', async () => {
  const entry = await draftEntry(admin)
  await publish(entry)
  await sql`update public.changelog_entries set published_at = '2026-03-31T22:30:00Z' where id = ${entry}`
  const day = async () =>
    (await anonClient().rpc('get_entry', { address: await slugOf(entry) })).data![0]!.day
  expect(await day()).toBe('2026-03-31')
  await admin.call('admin_save_site', { settings: { time_zone: 'Europe/Berlin' } })
  try {
    expect(await day()).toBe('2026-04-01')
  } finally {
    await admin.call('admin_save_site', { settings: { time_zone: 'UTC' } })
  }
})
