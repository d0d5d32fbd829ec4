import { createClient } from '@supabase/supabase-js'
import { connect } from './connection.ts'
import { fail } from './environment.ts'

// npm run clean-up: removes for good the posts whose deletion can no longer be undone, and from the storage the
// objects of what is gone, with what interrupted uploads left for more than a day.
const buckets = ['images', 'avatars'] as const
const stepSize = 500

try {
  const { sql, name, end } = await connect()
  try {
    const { NEXT_PUBLIC_SUPABASE_URL: url, SUPABASE_SECRET_KEY: secretKey } = process.env
    if (!url || !secretKey) {
      throw new Error(
        'Set NEXT_PUBLIC_SUPABASE_URL and SUPABASE_SECRET_KEY: only with that key may be removed what others stored. See .env.example.',
      )
    }
    const storage = createClient(url, secretKey, { auth: { persistSession: false } }).storage
    const [removed] = await sql<{ posts: number }[]>`select private.remove_deleted_posts() as posts`
    console.log(`${removed!.posts} deleted posts removed from ${name}.`)
    for (const bucket of buckets) {
      const orphans = await sql<{ path: string }[]>`
        select path from private.find_strays() where kind = 'object' and bucket = ${bucket}
        union
        select o.name from storage.objects o join private.removed_objects r on r.path = o.name
        where o.bucket_id = ${bucket} and o.bucket_id = 'images'
          and not exists (select 1 from private.shown_objects s where s.bucket = o.bucket_id and s.path = o.name)
        order by path`
      let count = 0
      for (let start = 0; start < orphans.length; start += stepSize) {
        const paths = orphans.slice(start, start + stepSize).map(({ path }) => path)
        const { data, error } = await storage.from(bucket).remove(paths)
        if (error) throw error
        count += data.length
      }
      console.log(`${count} objects removed from ${bucket} of ${name}.`)
    }
    await sql`
      delete from private.removed_objects r
      where not exists (select 1 from storage.objects o where o.bucket_id = 'images' and o.name = r.path)`
    const [rows] = await sql`select private.remove_stray_rows() as number`
    console.log(`${rows!.number} pictures without an object removed from ${name}.`)
  } finally {
    await end()
  }
} catch (error) {
  fail(error)
}
process.exit(0)
