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

/** `role` comes from the database, never from the session. `email` is '' if another site shared none. */
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

/** Throws if that can't be determined: an outage doesn't turn someone into a visitor. */
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

/** Until the code is given, the person counts as a visitor. */
export async function awaitsCode(): Promise<boolean> {
  const client = await viewerClient()
  const { data, error } = await requestSession(client)
  if (isAuthRetryableFetchError(error)) throw error
  return Boolean(data.session) && (await client.rpc('awaits_code')).data === true
}

export async function requireTeam(): Promise<Viewer> {
  await connection()
  const viewer = await getViewer()
  return viewer && isTeam(viewer) ? viewer : notFound()
}

export async function requireAdmin(): Promise<Viewer> {
  const viewer = await requireTeam()
  return viewer.role === 'admin' ? viewer : notFound()
}
