import type { Sql } from 'postgres'
import { plainName } from '../../lib/transfer/import/states.ts'

/** The category with this slug. Throws an error that lists the existing ones. */
export async function findCategory(sql: Sql, slug: string): Promise<{ id: number; label: string }> {
  const categories = await sql<{ id: number; slug: string; name: string }[]>`
    select id, slug, name from public.categories order by position, id`
  const found = categories.find((category) => category.slug === slug)
  if (found) return { id: found.id, label: found.name }
  throw new Error(
    `There is no category “${slug}”. The categories are: ${categories.map((one) => one.slug).join(', ')}`,
  )
}

/** A line of the table of categories: the tracker's name in plain form, and the id of our category. */
export async function placeCategory(sql: Sql, [name = '', slug = '']: string[]): Promise<[string, number]> {
  return [plainName(name), (await findCategory(sql, slug)).id]
}
