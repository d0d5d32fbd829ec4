import 'server-only'
import { createServerClient } from '@supabase/ssr'
import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import { env } from '../env'
import { keyClient, keyOfRequest } from './api-key'
import { sanitizeCookies } from './cookies'
import type { Database } from './database.types'
import { refreshWaitHeader, watchRefreshes } from './refresh-once'
import { forwardVisitor } from './secret'
import { sessionFlags } from './session-flags'

/** Acts as the person whose cookies or API key came with the request. The database decides what that person may do. */
export const viewerClient = cache(async () => {
  const key = keyOfRequest()
  if (key) return keyClient(key)
  const store = await cookies()
  const refreshes = watchRefreshes((await headers()).get(refreshWaitHeader))
  return createServerClient<Database>(
    env.NEXT_PUBLIC_SUPABASE_URL,
    env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY,
    {
      cookieOptions: sessionFlags(store),
      global: { fetch: forwardVisitor(refreshes.fetch, headers) },
      cookies: {
        getAll: () => sanitizeCookies(store.getAll()),
        setAll(list) {
          if (refreshes.wait() > 0) return
          try {
            for (const { name, value, options } of list) store.set(name, value, options)
          } catch {
            // A page can't set cookies. The middleware has refreshed the session before.
          }
        },
      },
    },
  )
})

export type ViewerClient = Awaited<ReturnType<typeof viewerClient>>
