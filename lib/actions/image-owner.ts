import type { ViewerClient } from '../supabase/server'
import { databaseProblem } from './refusals'

/** Keeps images from being read that the database would refuse. Null if the image may be added. */
export async function refuseOthersOwner(
  client: ViewerClient,
  { owner, id, author }: { owner: 'post' | 'comment' | 'entry'; id: number; author: string },
) {
  if (owner === 'entry') {
    const { data, error } = await client.from('changelog_entries').select('id').eq('id', id)
    if (error) return databaseProblem(error)
    return data.length > 0 ? null : databaseProblem({ code: '42501', message: '' })
  }
  const [standing, waiting] = await Promise.all([
    client
      .from(owner === 'post' ? 'posts' : 'comments')
      .select('id')
      .eq('id', id)
      .eq('author_id', author)
      .is('deleted_at', null)
      .is('hidden_at', null),
    client
      .rpc('my_waiting')
      .select('post_id, comment_id')
      .eq(owner === 'post' ? 'post_id' : 'comment_id', id),
  ])
  const error = standing.error ?? waiting.error
  if (error) return databaseProblem(error)
  return standing.data!.length + waiting.data!.length > 0
    ? null
    : databaseProblem({ code: '42501', message: '' })
}
