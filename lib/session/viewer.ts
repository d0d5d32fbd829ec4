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
 * Who is looking. `role` comes from the database with every request, never from the session; `email` is '' for people
 * who sign in at another site that shared none.
 */
export type Viewer = {
  id: string
  email: string
  name: string
  avatar: string | null
  role: 'admin' | 'moderator' | null
  hasPassword: boolean
  hasFactor: boolean
  /** The team needs a second factor, and this person hasn't used one: `role` is null until then. */
  needsFactor: boolean
}

/**
 * The person whose session or API key came with the request, as the database knows them; null for everyone else. Throws
 * if that can't be determined: an outage doesn't turn someone whose session is due into a visitor.
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

/**
 * Whether someone signed in and still has to enter a code of their second factor. Until then, they count as a visitor.
 */
export async function awaitsCode(): Promise<boolean> {
  const client = await viewerClient()
  const { data, error } = await requestSession(client)
  if (isAuthRetryableFetchError(error)) throw error
  return Boolean(data.session) && (await client.rpc('awaits_code')).data === true
}

/** The viewer of a page that is rendered per request for the team. Everyone else gets the 404 page. */
export async function requireTeam(): Promise<Viewer> {
  await connection()
  const viewer = await getViewer()
  return viewer && isTeam(viewer) ? viewer : notFound()
}

/** The same for admins only. */
export async function requireAdmin(): Promise<Viewer> {
  const viewer = await requireTeam()
  return viewer.role === 'admin' ? viewer : notFound()
}
