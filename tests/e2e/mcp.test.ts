import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { keyOf } from './api-client'
import { expect, test } from './fixtures'
import { createPerson, sql } from './people'
import { createPost } from './posts'

type Post = Awaited<ReturnType<typeof createPost>>

const { TEST_SITE_URL } = process.env as Record<string, string>

async function connect(key?: string) {
  const client = new Client({ name: 'test', version: '1' })
  const headers = key ? { Authorization: `Bearer ${key}` } : undefined
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/api/mcp', TEST_SITE_URL), { requestInit: { headers } }),
  )
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: input })
    const texts = (content as { text: string }[]).map(({ text }) => text)
    const data = texts.map((text) => /^<untrusted-data id="[^"]+">\n([\s\S]*)\n<\/untrusted/.exec(text)?.[1])
    return { isError: isError === true, said: texts[0]!, data: JSON.parse(data.find(Boolean) ?? 'null') }
  }
  return { client, call }
}

test('an agent triages ten posts and undoes everything', async () => {
  const moderator = await createPerson({ moderator: true })
  const { client, call } = await connect(await keyOf(moderator, ['write', 'team']))
  const { tools } = await client.listTools()
  const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint)
  expect(reading.map(({ name }) => name)).toEqual(expect.arrayContaining(['search_posts', 'list_inbox']))
  expect(client.getInstructions()).toContain('untrusted')
  const changing = tools.filter(({ annotations }) => annotations?.readOnlyHint === false)
  expect(reading.length + changing.length).toBe(tools.length)

  const tag =
    await sql`insert into public.tags (name) values (${`agent ${moderator.id.slice(0, 8)}`}) returning id`
  const tagId = tag[0]!.id as number
  const posts = await Promise.all(Array.from({ length: 10 }, () => createPost(null)))
  const ids = posts.map(({ id }) => id)
  const states = () => sql`select id, state from public.posts where id = any (${ids}) order by id`
  const before = await states()
  for (const { id } of posts) {
    expect((await call('read_post', { post: id })).data.id).toBe(id)
    expect((await call('find_similar', { post: id })).isError).toBe(false)
    const proposed = await call('propose_state', { post: id, state: 'planned', why: 'Many ask for it' })
    expect(proposed.said).toMatch(/To undo it: delete_note with note \d+/)
    const moved = await call('set_state', {
      post: id,
      state: 'candidate',
      seen: 'proposed',
      note: 'We look at it',
    })
    expect(moved.said).toContain(`set_state with state proposed and seen candidate`)
    expect((await call('change_tags', { post: id, add: [tagId] })).said).toContain(`remove [${tagId}]`)
    const note = Number(/note (\d+)/.exec(proposed.said)![1])
    expect((await call('set_state', { post: id, state: 'proposed', seen: 'candidate' })).said).toContain(
      'Moved',
    )
    expect((await call('change_tags', { post: id, remove: [tagId] })).isError).toBe(false)
    expect((await call('delete_note', { note })).isError).toBe(false)
  }
  const [first, second] = posts as [Post, Post]
  // The first of the inbox, which lists the oldest posts first.
  await sql`update public.posts set created_at = '2001-01-01' where id = ${first.id}`
  const inbox = () => call('list_inbox').then(({ data }) => JSON.stringify(data.items))
  const title = (await call('read_post', { post: first.id })).data.title as string
  // A new state takes a post out of the inbox.
  expect(await inbox()).not.toContain(title)
  expect((await call('set_reviewed', { post: first.id, is_reviewed: false })).isError).toBe(false)
  expect(await inbox()).toContain(title)
  const looked = await call('set_reviewed', { post: first.id, is_reviewed: true })
  expect(looked.said).toContain('set_reviewed with is_reviewed false')
  expect(await inbox()).not.toContain(title)
  await call('set_reviewed', { post: first.id, is_reviewed: false })
  expect(await inbox()).toContain(title)
  const replied = await call('reply', { post: first.id, body: 'Thanks, we look at it.' })
  const comments = () => call('read_comments', { post: first.id }).then(({ data }) => data.items)
  expect(await comments()).toMatchObject([{ body: 'Thanks, we look at it.' }])
  const comment = Number(/delete_comment with comment (\d+)/.exec(replied.said)![1])
  expect((await call('delete_comment', { comment })).isError).toBe(false)
  expect(await comments()).toEqual([])
  const merged = await call('merge_posts', { post: second.id, into: first.id })
  expect(merged.said).toContain(`unmerge_post with post ${second.id}`)
  expect((await call('unmerge_post', { post: second.id })).isError).toBe(false)
  expect([...(await states())]).toEqual([...before])
  expect(await sql`select from public.post_tags where tag_id = ${tagId}`).toHaveLength(0)
  expect(
    (
      await sql`select count(*)::int as n from public.audit_log where key_name = 'Test' and actor_id = ${moderator.id}`
    )[0]!.n,
  ).toBeGreaterThan(20)
  await sql`delete from public.tags where id = ${tagId}`
  await sql`delete from public.posts where id = any (${ids})`
})

test('an agent has its key’s rights, and user content is marked as such', async () => {
  const visitor = await connect()
  const found = await visitor.call('search_posts', { q: 'dark' })
  expect(found.said).toMatch(/^<untrusted-data id="[0-9a-f-]{36}">/)
  expect((await visitor.call('list_changelog')).data.items).toEqual(expect.any(Array))
  expect(await visitor.call('list_inbox')).toMatchObject({ isError: true })
  const reader = await connect(await keyOf(await createPerson({ moderator: true }), ['team']))
  expect((await reader.call('list_inbox')).isError).toBe(false)
  const refused = await reader.call('add_note', { post: 1, body: 'x' })
  expect(refused).toMatchObject({
    isError: true,
    said: 'Not allowed: This key doesn’t have the scope `write`. Create one that does at /dashboard/api-keys.',
  })
  await expect(connect('sp_nothing')).rejects.toThrow()
})
