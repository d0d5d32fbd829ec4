import 'server-only'
import { personAddress } from '../post/activity'
import { postAddress } from '../post/address'
import type { ViewerClient } from '../supabase/server'

type Logged = { post_id: number | null; before: unknown; after: unknown }
/** What an entry of the log is about, with its address. */
export type AuditSubject = { kind: 'post' | 'entry' | 'person'; href: string }

const fieldOf = ({ before, after }: Logged, name: string) =>
  ((before ?? {}) as Record<string, unknown>)[name] ?? ((after ?? {}) as Record<string, unknown>)[name]

const numbers = (all: unknown[]) => [...new Set(all.filter((one) => typeof one === 'number'))]

/** Finds the posts, changelog entries and people of `names` that still exist. */
export async function linkLogged(client: ViewerClient, logged: Logged[], names: Map<string, string>) {
  const postIds = numbers(logged.map((row) => row.post_id))
  const entryIds = numbers(logged.map((row) => fieldOf(row, 'entry')))
  const [posts, entries] = await Promise.all([
    client.from('posts').select('id, slug, categories!inner(slug)').in('id', postIds).throwOnError(),
    client.from('changelog_entries').select('id').in('id', entryIds).throwOnError(),
  ])
  const addresses = new Map(
    posts.data.map(({ id, slug, categories }) => [id, postAddress({ slug, categorySlug: categories.slug })]),
  )
  const kept = new Set(entries.data.map(({ id }) => id))
  return (row: Logged): AuditSubject | null => {
    if (row.post_id !== null) {
      const href = addresses.get(row.post_id)
      return href ? { kind: 'post', href } : null
    }
    const entry = fieldOf(row, 'entry') as number
    if (kept.has(entry)) return { kind: 'entry', href: `/dashboard/changelog/edit?id=${entry}` }
    const person = fieldOf(row, 'user_id') as string
    return names.has(person) ? { kind: 'person', href: personAddress(person) } : null
  }
}
