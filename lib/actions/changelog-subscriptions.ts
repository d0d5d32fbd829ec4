'use server'

import { t } from '../words/t.ts'
import { type ActionResult, refuse, refuseFields, succeed } from '../schemas/action-result'
import { subscribeByMailSchema, subscribeSchema } from '../schemas/changelog'
import { checkRateLimit } from '../session/rate-limit'
import { refuseWithoutCaptcha } from '../session/verify-captcha'
import { secretClient } from '../supabase/secret'
import { memberAction } from './member-action'
import { databaseProblem } from './refusals'

export const setSubscription = memberAction(subscribeSchema, async ({ wanted }, { client }) => {
  const { error } = await client.rpc('set_notice_settings', { changelog: wanted })
  return error ? databaseProblem(error) : succeed(null)
})

/** Emails a link that starts the subscription. The answer doesn't reveal whether the address already subscribes. */
export async function subscribeByMail(input: unknown): Promise<ActionResult> {
  const form = subscribeByMailSchema.safeParse(input)
  if (!form.success) return refuseFields(form.error)
  if (!secretClient) return refuse(t('actions.changelog.noMailFollow'))
  const { email, captchaToken } = form.data
  const refused = (await refuseWithoutCaptcha(captchaToken)) ?? (await checkRateLimit('follow', email))
  if (refused) return refused
  const { error } = await secretClient.rpc('subscribe_to_changelog', { address: email })
  return error ? databaseProblem(error, t('common.enterAValidEmailAddress')) : succeed(null)
}
