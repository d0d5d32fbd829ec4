import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import type { Database } from '../../lib/supabase/database.types.ts'
import { anonClient, createMember, type Member, sql } from '../support/database.ts'

const { TEST_SUPABASE_URL, TEST_SUPABASE_PUBLISHABLE_KEY } = process.env as Record<string, string>

async function clientOfKey(owner: Member, scopes: string[]) {
  const { data } = await owner.client.rpc('make_api_key', { name: 'Release bot', scopes }).throwOnError()
  return createClient<Database>(TEST_SUPABASE_URL!, TEST_SUPABASE_PUBLISHABLE_KEY!, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { headers: { 'x-signpost-key': data } },
  })
}
type Client = Awaited<ReturnType<typeof clientOfKey>>

const draft = (client: Client, title = 'What is new') =>
  client
    .rpc('admin_save_entry', { entry_id: null as unknown as number, new_title: title, new_body: 'Text' })
    .single()
const codeOf = async (asked: PromiseLike<{ error: { code: string } | null }>) =>
  (await asked).error?.code ?? null

test('only published entries are public', async () => {
  const admin = await createMember({ admin: true })
  const client = await clientOfKey(admin, ['write', 'admin'])
  const ids = []
  for (const title of ['Published', 'Scheduled', 'Draft']) ids.push((await draft(client, title)).data!.id)
  const [published, scheduled] = ids as [number, number, number]
  await client.rpc('admin_publish_entry', { entry_id: published }).throwOnError()
  const later = { entry_id: scheduled, at_moment: '2099-01-01T00:00:00Z' }
  await client.rpc('admin_publish_entry', later).throwOnError()
  for (const as of [anonClient(), admin.client, client]) {
    const { data } = await as.rpc('api_entries', { entry_ids: ids }).throwOnError()
    expect(data).toMatchObject([{ id: published, title: 'Published', body: 'Text', posts: [] }])
  }
})

test('a team key drafts entries, a key of someone who may publish publishes them, and the log names it', async () => {
  const [moderator, admin] = await Promise.all([
    createMember({ moderator: true }),
    createMember({ admin: true }),
  ])
  expect(await codeOf(draft(await clientOfKey(admin, ['write'])))).toBe('42501')
  expect(await codeOf(draft(await clientOfKey(admin, ['team'])))).toBe('25006')
  const keys = [await clientOfKey(moderator, ['write', 'team']), await clientOfKey(admin, ['write', 'team'])]
  for (const key of keys) {
    const { data } = await draft(key)
    expect(await codeOf(key.rpc('admin_publish_entry', { entry_id: data!.id }))).toBe('42501')
    await sql`update public.site_settings set moderators_publish = true`
    try {
      expect(await codeOf(key.rpc('admin_publish_entry', { entry_id: data!.id }))).toBeNull()
    } finally {
      await sql`update public.site_settings set moderators_publish = false`
    }
  }
  const log = await sql`
    select action, key_name, post_id, after ->> 'table' as place from public.audit_log
    where actor_id = ${moderator.id} and key_name is not null order by id`
  expect([...log]).toEqual([
    { action: 'key.insert', key_name: 'Release bot', post_id: null, place: 'changelog_entries' },
    { action: 'changelog.publish', key_name: 'Release bot', post_id: null, place: null },
  ])
})

test('a read-only key counts unread entries and marks none as seen', async () => {
  const admin = await createMember({ admin: true })
  const reader = await clientOfKey(admin, [])
  const before = await reader.rpc('changelog_unread').single().throwOnError()
  expect(await codeOf(reader.rpc('see_changelog'))).toBe('25006')
  expect((await reader.rpc('changelog_unread').single()).data).toEqual(before.data)
  const writer = await clientOfKey(admin, ['write'])
  expect(await codeOf(writer.rpc('see_changelog'))).toBeNull()
  expect((await reader.rpc('changelog_unread').single()).data).toMatchObject({ unread: 0 })
})
