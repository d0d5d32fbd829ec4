import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { draftEntry } from '../support/changelog.ts'
import { add, admin, takeAll, useWebhook, write } from '../support/webhooks.ts'
import { sql } from '../support/database.ts'

useWebhook()

const kinds = ['changelog.published', 'changelog.changed', 'changelog.removed']

test('a webhook gets entries that everyone can read, and no drafts', async () => {
  await sql`delete from private.webhooks`
  await add({ kinds })
  const word = `secret${randomUUID().replaceAll('-', '')}`
  const post = await write('A wish that came true')
  const entry = await draftEntry(admin, {
    title: `Title ${word}`,
    body: `Body ${word}`,
    posts: [post],
    labels: [1],
  })
  expect(await takeAll()).toEqual([])
  await admin.one('admin_publish_entry', { entry_id: entry, at_time: '2999-01-01T00:00' })
  expect(await takeAll()).toEqual([])
  await admin.one('admin_publish_entry', { entry_id: entry })
  const [published, ...more] = await takeAll()
  expect(more).toEqual([])
  expect(published!.says).toMatchObject({
    type: 'changelog.published',
    data: {
      entry: {
        id: entry,
        title: `Title ${word}`,
        labels: ['New'],
        posts: [{ id: post, title: 'A wish that came true' }],
      },
      actor: { name: 'Admin' },
    },
  })
  await admin.call('admin_save_entry', { entry_id: entry, new_title: `New ${word}`, new_body: '' })
  expect((await takeAll()).map(({ says }) => says.type)).toEqual(['changelog.changed'])
  // Pending deliveries of an unpublished entry are dropped.
  await admin.call('admin_save_entry', { entry_id: entry, new_title: `Newer ${word}`, new_body: word })
  await admin.call('admin_take_back_entry', { entry_id: entry })
  const last = (await takeAll()).map(({ says }) => says)
  expect(last).toMatchObject([{ type: 'changelog.removed', data: { entry: { id: entry } } }])
  expect(JSON.stringify(last)).not.toContain(word)
})
