'use server'

import * as z from '../schemas/zod'
import { succeed } from '../schemas/action-result'
import { idSchema } from '../schemas/fields'
import { addressesIn, invitationSchema } from '../schemas/invitation'
import { markPersonChanged } from './mark-changed'
import { adminAction, memberAction } from './member-action'
import { databaseProblem } from './refusals'

export const invite = adminAction(invitationSchema, async ({ addresses, role }, { client }) => {
  const { data, error } = await client.rpc('admin_invite', {
    addresses: addressesIn(addresses),
    wanted: role,
  })
  if (!error) return succeed({ sent: data })
  const problem = databaseProblem(error)
  return { ...problem, fieldErrors: { addresses: problem.message } }
})

export const resendInvitation = adminAction(idSchema, async ({ id }, { client }) => {
  const { error } = await client.rpc('admin_resend_invitation', { invitation_id: id })
  return error ? databaseProblem(error) : succeed(null)
})

export const revokeInvitation = adminAction(idSchema, async ({ id }, { client }) => {
  const { error } = await client.rpc('admin_revoke_invitation', { invitation_id: id })
  return error ? databaseProblem(error) : succeed(null)
})

export const acceptInvitation = memberAction(z.uuid(), async (key, { viewer, client }) => {
  const { error } = await client.rpc('accept_invitation', { key })
  if (error) return databaseProblem(error)
  markPersonChanged(viewer.id)
  return succeed(null)
})
