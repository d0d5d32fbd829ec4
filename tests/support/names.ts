import { randomUUID } from 'node:crypto'
import { actingAs, type Member, sql } from './database.ts'

/** Why a new name is refused, or null; rolled back. */
export const rename = (person: Member, name: string) =>
  actingAs(person, (as) => as`update public.profiles set name = ${name} where id = ${person.id}`).then(
    () => null,
    (error: Error) => error,
  )

/** The name of an account that the service confirms when creating it, as with a sign-in at another site. */
export async function signUp(name: string, key = 'name'): Promise<string> {
  const [account] = await sql`
    insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
    values (gen_random_uuid(), ${`${randomUUID()}@example.com`}, now(), ${sql.json({ [key]: name })}) returning id`
  return (await sql`select name from public.profiles where id = ${account!.id}`)[0]!.name
}
