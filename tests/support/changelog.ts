import { type Member, sql } from './database.ts'

/** Creates a person's draft with linked posts. */
export async function draftEntry(
  who: Member,
  { title = 'Dark mode', body = 'It is *here*.', posts = [] as number[], labels = [] as number[] } = {},
): Promise<number> {
  const [row] = await who.call('admin_save_entry', {
    entry_id: null as never,
    new_title: title,
    new_body: body,
    posts,
    labels,
  })
  return row!.id
}

/** Backdates the notifications of an entry, so that those that wait become due. */
export async function ageEntry(entry: number, interval: string): Promise<void> {
  await sql.begin(async (as) => {
    await as`set local session_replication_role = replica`
    await as`update private.events set created_at = created_at - ${interval}::interval where post_id = ${-entry}`
    await as`
      update private.mail_parts m set due_at = due_at - ${interval}::interval
      from private.events e where e.id = m.event_id and e.post_id = ${-entry}`
    await as`
      update public.changelog_entries set published_at = published_at - ${interval}::interval where id = ${entry}`
  })
}

/** Publishes or schedules an entry as an admin. */
export const publishAs =
  (admin: Member) =>
  (entry_id: number, more: object = {}) =>
    admin.one('admin_publish_entry', { entry_id, ...more })
/** A minute from now, on a clock in the site’s time zone. */
export const soon = () => new Date(Date.now() + 60_000).toISOString().slice(0, 19)
export const slugOf = async (entry: number) =>
  (await sql<{ slug: string }[]>`select slug from public.changelog_entries where id = ${entry}`)[0]!.slug
export const stateOf = async (entry: number) =>
  (await sql<{ state: string }[]>`select state from public.changelog_entries where id = ${entry}`)[0]!.state
