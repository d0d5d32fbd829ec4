import 'server-only'
import { isAuthRetryableFetchError } from '@supabase/supabase-js'
import { requestSession } from '../session/request-session'
import { isSignedOut } from '../supabase/database-errors'
import { type ViewerClient, viewerClient } from '../supabase/server'

type Answer<Row> = PromiseLike<{ data: Row[] | null; error: ({ code: string; hint: string } & Error) | null }>

/** The caller's own rows; none for a visitor. Throws if the caller can't be determined. */
export async function readOwn<Row>(ask: (client: ViewerClient) => Answer<Row>): Promise<Row[]> {
  const client = await viewerClient()
  const { data: session, error: unread } = await requestSession(client)
  if (isAuthRetryableFetchError(unread)) throw unread
  if (!session.session) return []
  const { data, error } = await ask(client)
  if (error && !isSignedOut(error)) throw error
  return data ?? []
}
