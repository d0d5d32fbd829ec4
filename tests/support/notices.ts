import { type Member, sql } from './database.ts'

/** Sends all pending notifications, as the worker does. */
export async function tellAll(batch = 2000): Promise<void> {
  while ((await sql<{ told: number | null }[]>`select private.tell(${batch}) as told`)[0]!.told !== null);
}

/** A person’s notifications about a post. */
export const noticesOf = async (member: Member, post_id: number) =>
  (await member.call('my_notices', {})).find((row) => row.post_id === post_id)

type Item = { kind: string; reason: string; note: string | null; excerpt: string | null; is_read: boolean }

export const itemsOf = async (member: Member, post_id: number) =>
  ((await noticesOf(member, post_id))?.items ?? []) as Item[]

/** Backdates the events of a post, so that those that wait become due. */
export async function agePost(postId: number, interval: string): Promise<void> {
  await sql.begin(async (as) => {
    await as`set local session_replication_role = replica`
    await as`update private.events set created_at = created_at - ${interval}::interval where post_id = ${postId}`
    await as`
      update private.mail_parts m set due_at = due_at - ${interval}::interval
      from private.events e where e.id = m.event_id and e.post_id = ${postId}`
    await as`update public.post_events set created_at = created_at - ${interval}::interval where post_id = ${postId}`
    await as`update public.votes set created_at = created_at - ${interval}::interval where post_id = ${postId}`
    await as`update public.comments set created_at = created_at - ${interval}::interval where post_id = ${postId}`
    await as`update private.follows set created_at = created_at - ${interval}::interval where post_id = ${postId}`
    await as`
      update private.mail_follows set confirmed_at = confirmed_at - ${interval}::interval where post_id = ${postId}`
  })
}

export type ClaimedMail = {
  id: number
  attempt: number
  key: string
  kind: string
  to: string
  token: string
  post_id: number | null
  posts?: {
    id: number
    title: string
    items: { kind: string; reason: string; note: string | null; to_state?: string | null }[]
  }[]
}

/** Every due email of these addresses, prepared and counted as sent. */
export async function takeMails(addresses: string[]): Promise<ClaimedMail[]> {
  while ((await sql<{ made: number }[]>`select private.gather_mails() as made`)[0]!.made > 0);
  const taken: ClaimedMail[] = []
  const prepared = await sql<{ mail: ClaimedMail | null }[]>`
    select private.prepare_mail(m.key) as mail
    from (
      select key from private.mails where state in ('ready', 'claimed', 'sending') and due_at <= now() order by due_at, id
    ) m`
  for (const { mail } of prepared) {
    if (!mail) continue
    if (addresses.includes(mail.to)) taken.push(mail)
    await sql`select private.settle_mail(${mail.id}, ${mail.attempt}, 'sent', 'Taken by a test.')`
  }
  return taken
}
