import { expect, test } from 'vitest'
import { sql } from '../support/database.ts'
import { siteAddresses } from '../support/site-addresses.ts'

// Pages the site may get. A category that had such an address could not give it back: others link to its posts.
const keptForLater = ['admin', 'insights', 'sign-in', 'sign-up']

test.each(siteAddresses())('no category takes /%s from the site', async (slug) => {
  await expect(
    sql`insert into public.categories (slug, name) values (${slug}, 'Taken')`,
  ).rejects.toMatchObject({ code: '23514' })
})

test('no name is reserved that neither the site answers nor is kept for later', async () => {
  const [constraint] = await sql<{ definition: string }[]>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'categories_slug_is_free'`
  const reserved = [...constraint!.definition.matchAll(/'([^']+)'/g)].map(([, name]) => name!)
  const answered = siteAddresses()
  expect(reserved.filter((name) => !answered.includes(name)).toSorted()).toEqual(keptForLater)
})
