import 'server-only'
import { isAuthRetryableFetchError } from '@supabase/supabase-js'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { cache } from 'react'
import { keyOfRequest } from '../supabase/api-key'
import { isSignedOut } from '../supabase/database-errors'
import { storageAddress } from '../supabase/storage-address'
import { isTeam } from './is-team'
import { requestSession } from './request-session'
import { viewerClient } from '../supabase/server'

/**
 * Who is looking. `role` comes from the database with every request, never from the session; `email` is '' for whoever
 * signs in at another site that told none.
 */
export type Viewer = {
  id: string
  email: string
  name: string
  avatar: string | null
  role: 'admin' | 'moderator' | null
  hasPassword: boolean
  hasFactor: boolean
  /** The team needs a second factor, and this person has not used one: `role` is null until then. */
  needsFactor: boolean
}

/**
 * The person whose session or API key came with the request, as the database knows them; null for everybody else. Throws
 * when nobody can say: an outage makes no visitor of a person whose session is due.
 */
export const getViewer = cache(async (): Promise<Viewer | null> => {
  const client = await viewerClient()
  if (!keyOfRequest()) {
    const { data, error: unread } = await requestSession(client)
    if (isAuthRetryableFetchError(unread)) throw unread
    if (!data.session) return null
  }
  const { data: row, error } = await client.rpc('get_viewer').maybeSingle()
  if (error && !isSignedOut(error)) throw error
  if (!row) return null
  return {
    id: row.id,
    email: row.email ?? '',
    name: row.name,
    avatar: storageAddress('avatars', row.avatar_url),
    role: row.role === 'admin' || row.role === 'moderator' ? row.role : null,
    hasPassword: row.has_password,
    hasFactor: row.has_factor,
    needsFactor: row.needs_factor,
  }
})

/** Whether somebody signed in and has yet to give the code of their second factor: until then they are nobody. */
export async function awaitsCode(): Promise<boolean> {
  const client = await viewerClient()
  const { data, error } = await requestSession(client)
  if (isAuthRetryableFetchError(error)) throw error
  return Boolean(data.session) && (await client.rpc('awaits_code')).data === true
}

/** The viewer of a page that is made for each request of the team; everybody else gets the 404 page. */
export async function requireTeam(): Promise<Viewer> {
  await connection()
  const viewer = await getViewer()
  return viewer && isTeam(viewer) ? viewer : notFound()
}

/** The same for admins alone. */
export async function requireAdmin(): Promise<Viewer> {
  const viewer = await requireTeam()
  return viewer.role === 'admin' ? viewer : notFound()
}
