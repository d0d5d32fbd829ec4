import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anonClient, sql } from '../support/database.ts'

/** An address that a stranger signed up with, under a name of their choice. */
async function claimed() {
  const email = `${randomUUID()}@example.com`
  const data = { name: 'Silly Stranger' }
  const { data: made } = await anonClient().auth.signUp({
    email,
    password: 'correct horse battery',
    options: { data },
  })
  return made.user!.id
}

const nameOf = async (id: string) => (await sql`select name from public.profiles where id = ${id}`)[0]!.name
/** As the auth service links another site's sign-in: it replaces what the stranger said, then confirms. */
const keep = (id: string, data: Record<string, string>) =>
  sql`update auth.users set raw_user_meta_data = ${sql.json(data)} where id = ${id}`

test('whoever comes with the address from another site has the name of that site, not the stranger’s', async () => {
  const id = await claimed()
  expect(await nameOf(id)).toBe('Silly Stranger')
  await keep(id, { name: 'Octo Cat', full_name: 'Octo Cat', user_name: 'octo' })
  await sql`update auth.users set email_confirmed_at = now(), encrypted_password = null where id = ${id}`
  expect(await nameOf(id)).toBe('Octo Cat')
})

test.each([
  ['its user name where there is no other', { user_name: 'octo' }, 'octo'],
  ['none that looks like the site’s', { name: 'Signpost' }, 'New member'],
  ['none where that site says none', {}, 'New member'],
])('and gets %s', async (_, data: Record<string, string>, name) => {
  const id = await claimed()
  await keep(id, data)
  expect(await nameOf(id)).toBe(name)
})

test.each(['email_confirmed_at', 'last_sign_in_at'])('with %s nobody is renamed any more', async (column) => {
  const id = await claimed()
  await sql`update auth.users set ${sql(column)} = now() where id = ${id}`
  await sql`update public.profiles set name = 'Nora Lin' where id = ${id}`
  await keep(id, { name: 'Octo Cat' })
  expect(await nameOf(id)).toBe('Nora Lin')
})
