import { randomUUID } from 'node:crypto'
import { ask, keyOf } from './api-client'
import { expect, test } from './fixtures'
import { createPerson } from './people'

test('an admin’s key succeeds at every endpoint that needs existing things', async () => {
  const admin = await createPerson({ admin: true })
  const [key, member] = [await keyOf(admin, ['write', 'admin']), await createPerson()]
  const done = async (method: string, path: string, body?: object) => {
    const answer = await ask(method, path, { key, body })
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }
  const slug = `made-${randomUUID().slice(0, 8)}`
  const category = await done('POST', '/categories', { name: 'Made by a key', slug })
  const named = await done('PATCH', `/categories/${category.id}`, { name: 'Named by a key' })
  expect(named).toMatchObject({ id: category.id, slug, name: 'Named by a key', is_archived: false })
  expect(await done('GET', `/categories/${category.id}`)).toEqual(named)
  await done('DELETE', `/categories/${category.id}`)
  expect((await ask('GET', `/categories/${category.id}`)).status).toBe(404)

  const post = await done('POST', '/posts', { category: 'bugs', title: `Of a key ${randomUUID()}` })
  const comment = await done('POST', `/posts/${post.id}/comments`, { body: 'First' })
  await done('POST', `/posts/${post.id}/comments`, { body: 'Second', parent_id: comment.id })
  expect((await done('GET', `/comments/${comment.id}/replies`)).items).toHaveLength(1)
  expect((await done('GET', `/comments/${comment.id}`)).body).toBe('First')
  await done('DELETE', `/comments/${comment.id}`)

  const tag = await done('POST', '/tags', { name: slug })
  await done('POST', `/posts/${post.id}/tags`, { add: [tag.id] })
  const note = await done('POST', `/posts/${post.id}/notes`, { body: 'Noted' })
  await done('PATCH', `/posts/${post.id}/plan`, { assignee: admin.id, quarter: '2099-Q1' })
  expect(await done('GET', `/posts/${post.id}/internals`)).toMatchObject({
    tags: [tag.id],
    notes: [{ id: note.id, body: 'Noted' }],
    plan: { assignee: admin.id, quarter: '2099-Q1' },
  })
  await done('PUT', `/posts/${post.id}/reviewed`, { is_reviewed: true })
  await done('DELETE', `/notes/${note.id}`)
  await done('DELETE', `/tags/${tag.id}`)

  await done('PUT', `/people/${member.id}/role`, { role: 'moderator' })
  await done('PUT', `/people/${member.id}/role`, { role: null })

  const address = `https://example.com/${randomUUID()}`
  const hook = await done('POST', '/webhooks', { address, kinds: ['post.created'] })
  await done('PATCH', `/webhooks/${hook.id}`, { kinds: ['post.state'], is_on: true })
  await done('POST', `/webhooks/${hook.id}/test`, {})
  // Other tests may have posted before the change of its events.
  const deliveries = (await done('GET', `/webhooks/${hook.id}/deliveries`)).items as { kind: string }[]
  expect(deliveries.filter(({ kind }) => kind === 'webhook.test')).toHaveLength(1)
  const shown = (await done('GET', '/webhooks')).items.find((one: { id: number }) => one.id === hook.id)
  expect(shown).toMatchObject({ address, kinds: ['post.state'], is_on: true })
  await done('DELETE', `/webhooks/${hook.id}`)
  await done('DELETE', `/posts/${post.id}`)
})
