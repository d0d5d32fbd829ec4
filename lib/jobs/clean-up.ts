import type { JobContext } from './context.ts'

const buckets = ['images', 'avatars'] as const
const stepSize = 500

/** Removes what can't be undone any more, and objects left for a day. Without the storage's key, objects stay. */
export async function cleanUp({ sql, storage }: Pick<JobContext, 'sql' | 'storage'>): Promise<string[]> {
  const [posts] = await sql<{ count: number }[]>`select private.remove_deleted_posts() as count`
  const [comments] = await sql<{ count: number }[]>`select private.remove_deleted_comments() as count`
  const removed = [`${posts!.count} deleted posts removed`, `${comments!.count} deleted comments removed`]
  if (!storage) return removed
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
    removed.push(`${count} objects of ${bucket} removed`)
  }
  await sql`
    delete from private.removed_objects r
    where not exists (select 1 from storage.objects o where o.bucket_id = 'images' and o.name = r.path)`
  const [rows] = await sql<{ count: number }[]>`select private.remove_stray_rows() as count`
  return [...removed, `${rows!.count} pictures without an object removed`]
}
