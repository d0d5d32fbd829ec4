import { AuthRetryableFetchError, type SupabaseClient } from '@supabase/supabase-js'

/** In milliseconds. auth-js tries for half a minute, and no page should wait that long. */
const patience = 3_000

/** A retryable error means that the service didn't respond in time; the session may still be fine. */
export async function requestSession(client: Pick<SupabaseClient, 'auth'>) {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<{ data: { session: null }; error: AuthRetryableFetchError }>((resolve) => {
    timer = setTimeout(() => {
      resolve({ data: { session: null }, error: new AuthRetryableFetchError('No answer in time', 0) })
    }, patience)
  })
  const answer = await Promise.race([client.auth.getSession(), late]).finally(() => clearTimeout(timer))
  if (answer.error?.status !== 429) return answer
  return { data: { session: null }, error: new AuthRetryableFetchError(answer.error.message, 429) }
}
