import 'server-only'
import { publicClient } from '../supabase/public'
import { quarterText } from '../text/quarters'
import { getSite } from './site'

export async function listExpected(ids: number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0 || !(await getSite()).showsQuarters) return new Map()
  const { data } = await publicClient.rpc('expected_quarters', { post_ids: ids }).throwOnError()
  return new Map(data.map(({ post_id, quarter }) => [post_id, quarterText(quarter)]))
}
