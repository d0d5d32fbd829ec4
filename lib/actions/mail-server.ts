'use server'

import { refuse, succeed } from '../schemas/action-result'
import { mailServerSchema } from '../schemas/mail-server'
import * as z from '../schemas/zod'
import { t } from '../words/t.ts'
import { adminAction } from './member-action'
import { databaseProblem } from './refusals'
import { leadsToPrivate } from './leads-to-private'

export const saveMailServer = adminAction(
  mailServerSchema,
  async ({ username, password, ...server }, { client }) => {
    if (await leadsToPrivate(`https://${server.host}`)) {
      const message = t('actions.mailServer.isPrivate')
      return refuse(message, { fieldErrors: { host: message } })
    }
    const { error } = await client.rpc('admin_save_mail_server', {
      ...server,
      username: username || undefined,
      password: password || undefined,
    })
    if (!error) return succeed(null)
    const problem = databaseProblem(error)
    return error.hint === 'mail_password_missing'
      ? { ...problem, fieldErrors: { password: problem.message } }
      : problem
  },
)

export const removeMailServer = adminAction(z.null(), async (_, { client }) => {
  const { error } = await client.rpc('admin_save_mail_server', {})
  return error ? databaseProblem(error) : succeed(null)
})

/** Tries at once to send the emails that the mail server didn't take. */
export const retryMails = adminAction(z.null(), async (_, { client }) => {
  const { error } = await client.rpc('admin_retry_mails')
  return error ? databaseProblem(error) : succeed(null)
})
