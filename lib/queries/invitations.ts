import 'server-only'
import * as z from '../schemas/zod'
import { viewerClient } from '../supabase/server'

export type Invitation = Awaited<ReturnType<typeof listInvitations>>[number]

export async function listInvitations() {
  const { data } = await (await viewerClient()).rpc('admin_invitations').throwOnError()
  return data.map(({ id, address, role, invited_by, sent_at, ends_at }) => ({
    id,
    address,
    role,
    invitedBy: invited_by,
    sentAt: sent_at,
    endsAt: ends_at,
    hasEnded: new Date(ends_at) <= new Date(),
  }))
}

export async function getInvitation(key: string) {
  if (!z.uuid().safeParse(key).success) return null
  const client = await viewerClient()
  const { data } = await client.rpc('read_invitation', { key }).maybeSingle().throwOnError()
  return data && { address: data.address, role: data.role, invitedBy: data.invited_by }
}
