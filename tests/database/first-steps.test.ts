import { expect, test } from 'vitest'
import { savedAnswer } from '../../lib/post/saved-mail.ts'
import { actingAs, anonClient, createMember } from '../support/database.ts'

const [admin, moderator, member] = await Promise.all([
  createMember({ name: 'Admin', admin: true }),
  createMember({ name: 'Moderator', moderator: true }),
  createMember({ name: 'Member' }),
])

test('only admins are told which first steps are done', async () => {
  const anon = await anonClient().rpc('admin_first_steps')
  expect(anon.error?.code).toBe('42501')
  for (const person of [member, moderator]) {
    const { data, error } = await person.client.rpc('admin_first_steps')
    expect([data, error?.code]).toEqual([null, '42501'])
  }
  const { data } = await admin.client.rpc('admin_first_steps').single().throwOnError()
  expect(Object.keys(data).toSorted()).toEqual([
    'has_categories',
    'has_logo',
    'has_posts',
    'has_sent_mail',
    'has_team',
    'has_widget',
    'is_dismissed',
    'is_named',
  ])
})

test('each step is done by the fact itself, and a list is dismissed for every admin', async () => {
  await actingAs(admin, async (as) => {
    const steps = async () => {
      const rows = await as`select * from public.admin_first_steps()`
      return { ...rows[0] }
    }
    expect(await steps()).toMatchObject({ is_named: false, has_logo: false, has_team: true })
    await as`select public.admin_save_site('{"name": "Acme"}')`
    const changed = async () =>
      (await as`select count(*)::int as n from public.audit_log where action = 'category.update'`)[0]!.n
    const before = await changed()
    await as`select public.admin_save_site('{"language": "fr"}')`
    expect(await changed(), 'a new language renames the first category').toBe(before)
    await as`select public.admin_save_category(null, 'ideas-of-first-steps', 'Ideas', null, null, null)`
    expect(await steps()).toMatchObject({ is_named: true, has_logo: false, has_categories: true })
    await as`select public.admin_save_site('{"hides_first_steps": true}')`
    expect(await steps()).toMatchObject({ is_named: true, is_dismissed: true })
  })
})

test('email is set up once a mail server took one, not when one was saved to the mailbox', async () => {
  await actingAs(admin, async (as) => {
    const isDone = async () =>
      (await as`select has_sent_mail from public.admin_first_steps()`)[0]!.has_sent_mail as boolean
    await as`reset role`
    await as`delete from private.mails where state = 'sent'`
    const settle = (state: string, outcome: string) => as`
      insert into private.mails (kind, person_id, state, outcome) values ('test', ${admin.id}, ${state}, ${outcome})`
    await settle('sent', `250 ${savedAnswer}`)
    await settle('ready', 'connect ECONNREFUSED')
    expect(await isDone()).toBe(false)
    await settle('sent', '250 OK')
    expect(await isDone()).toBe(true)
  })
})
