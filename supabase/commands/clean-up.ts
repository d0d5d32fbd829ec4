import { createClient } from '@supabase/supabase-js'
import { findBackend } from '../local/backend.ts'
import { connect } from './connection.ts'
import { fail } from './environment.ts'

// npm run clean-up: removes for good the posts whose deletion can no longer be undone, and from the storage the
// objects of what is gone, with what interrupted uploads left there for more than a day.
const buckets = ['images', 'avatars'] as const
const stepSize = 500

try {
  const { sql, name, end } = await connect()
  try {
    const local = await findBackend()
    const url = process.env.NEXT_PUBLIC_SUPABASE_URL ?? local?.url
    const secretKey = process.env.SUPABASE_SECRET_KEY ?? local?.secretKey
    if (!url || !secretKey) {
      throw new Error('Set SUPABASE_SECRET_KEY: only it may remove what others stored. See .env.example.')
    }
    const storage = createClient(url, secretKey, { auth: { persistSession: false } }).storage
    const [removed] = await sql<{ posts: number }[]>`select private.remove_deleted_posts() as posts`
    console.log(`${removed!.posts} deleted posts removed from ${name}.`)
    for (const bucket of buckets) {
      const orphans = await sql<{ name: string }[]>`
        select o.name from storage.objects o
        where o.bucket_id = ${bucket}
          and (o.created_at < now() - interval '1 day'
               or o.bucket_id = 'images' and o.name in (select r.path from private.removed_objects r))
          and not exists (select 1 from public.images i where i.path = o.name)
          and not exists (select 1 from public.profiles p where p.avatar_url = o.name)
        order by o.name`
      for (let start = 0; start < orphans.length; start += stepSize) {
        const paths = orphans.slice(start, start + stepSize).map((orphan) => orphan.name)
        const { error } = await storage.from(bucket).remove(paths)
        if (error) throw error
      }
      console.log(`${orphans.length} objects removed from ${bucket} of ${name}.`)
    }
    await sql`
      delete from private.removed_objects r
      where not exists (select 1 from storage.objects o where o.bucket_id = 'images' and o.name = r.path)`
  } finally {
    await end()
  }
} catch (error) {
  fail(error)
}
process.exit(0)
