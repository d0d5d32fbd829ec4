'use server'

import { t } from '../words/t.ts'
import * as z from '../schemas/zod'
import { authProblem } from '../session/auth-errors'
import { log } from '../log'
import { passwordMissing, profileSchema } from '../schemas/account'
import { changePasswordSchema, deleteAccountSchema, signInAgainSchema } from '../schemas/account-security'
import { reauthenticate, renewSession } from '../session/reauthenticate'
import { deleteSessionCookies } from '../session/sign-out'
import type { ViewerClient } from '../supabase/server'
import { nameProblem } from './refusals'
import { markEverythingChanged, markPersonChanged } from './mark-changed'
import { memberAction } from './member-action'
import { replaceAvatar } from './stored-picture'
import { refuse, succeed } from '../schemas/action-result'

export const updateProfile = memberAction(profileSchema, async ({ name }, { viewer, client }) => {
  const { error } = await client.from('profiles').update({ name }).eq('id', viewer.id)
  if (error) return nameProblem(error)
  markPersonChanged(viewer.id)
  return succeed(null)
})

export const signInAgain = memberAction(
  signInAgainSchema,
  async (form, { viewer, client }) => (await renewSession(client, viewer.email, form)) ?? succeed(null),
)

export const changePassword = memberAction(changePasswordSchema, async (form, { viewer, client }) => {
  const { fresh, refusal } = await reauthenticate(viewer.email, form)
  if (refusal) return refusal
  const { error } = await fresh.auth.updateUser({
    password: form.newPassword,
    current_password: form.password,
  })
  if (error) {
    await fresh.auth.signOut({ scope: 'local' })
    const { message, field } = authProblem(error)
    return refuse(message, field ? { fieldErrors: { newPassword: message } } : {})
  }
  await fresh.auth.signOut({ scope: 'others' })
  const { data } = await fresh.auth.getSession()
  if (data.session) await client.auth.setSession(data.session)
  return succeed(null)
})

export const removeAvatar = memberAction(z.null(), async (_, { viewer, client }) => {
  await replaceAvatar(client, viewer.id, null)
  return succeed(null)
})

/** Page by page, because the storage limits its lists. Stops when nothing more can be removed. */
async function removeFolder(client: ViewerClient, bucket: 'avatars' | 'images', folder: string) {
  for (;;) {
    const { data: objects } = await client.storage.from(bucket).list(folder, { limit: 1000 })
    if (!objects || objects.length === 0) return
    const { data: removed } = await client.storage
      .from(bucket)
      .remove(objects.map(({ name }) => `${folder}/${name}`))
    if (!removed || removed.length === 0) return
  }
}

const isLastAdmin = () => t('actions.settings.isLastAdmin')

async function countAdmins(client: ViewerClient): Promise<number> {
  const { data } = await client.from('roles').select('user_id').eq('role', 'admin').limit(2).throwOnError()
  return data.length
}

const notFresh = () => t('actions.settings.notFresh')

export const deleteAccount = memberAction(deleteAccountSchema, async (form, { viewer, client }) => {
  // The database refuses this as well, but by then the images would be gone.
  if (viewer.role === 'admin' && (await countAdmins(client)) === 1) return refuse(isLastAdmin())
  let acting: Pick<ViewerClient, 'rpc'> = client
  if (viewer.hasPassword) {
    if (!form.password) return refuse(passwordMissing(), { fieldErrors: { password: passwordMissing() } })
    const { fresh, refusal } = await reauthenticate(viewer.email, form)
    if (refusal) return refusal
    acting = fresh
  } else if (!(await client.rpc('is_fresh').throwOnError()).data) return refuse(notFresh())
  const isRemoving = form.content === 'remove'
  for (const bucket of isRemoving ? (['avatars', 'images'] as const) : (['avatars'] as const)) {
    await removeFolder(client, bucket, viewer.id)
  }
  const { error } = await acting.rpc('delete_account', { remove_content: isRemoving })
  if (error) {
    log('error', 'An account could not be deleted', { reason: error.message, code: error.code })
    return refuse(t('actions.settings.theAccountCouldntBe'))
  }
  await deleteSessionCookies()
  markEverythingChanged()
  return succeed(null)
})
