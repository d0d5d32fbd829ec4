'use server'

import { t } from '../words/t.ts'
import type { Follow } from '../queries/follows'
import { type ActionResult, refuse, refuseFields, succeed } from '../schemas/action-result'
import { followSchema, mailFollowSchema } from '../schemas/notification'
import { checkRateLimit } from '../session/rate-limit'
import { refuseWithoutCaptcha } from '../session/verify-captcha'
import { secretClient } from '../supabase/secret'
import { databaseProblem } from './refusals'
import { memberAction } from './member-action'

export const setFollow = memberAction(followSchema, async ({ id, level }, { client }) => {
  const { data, error } = await client
    .rpc('follow_post', { post_id: id, wanted: level ?? undefined })
    .single()
  if (error) return databaseProblem(error)
  return succeed(data as Follow)
})

/** Emails a link that starts following. The answer doesn't reveal whether the address already follows. */
export async function followByMail(input: unknown): Promise<ActionResult> {
  const form = mailFollowSchema.safeParse(input)
  if (!form.success) return refuseFields(form.error)
  if (!secretClient) return refuse(t('actions.follows.thisSiteDoesntEmail'))
  const { id, email, captchaToken } = form.data
  // Checked before the site-wide limit, so bots can't use it up.
  const robot = await refuseWithoutCaptcha(captchaToken)
  if (robot) return robot
  const waiting = await checkRateLimit('follow', email)
  if (waiting) return waiting
  const { error } = await secretClient.rpc('follow_by_mail', { post_id: id, address: email })
  return error ? databaseProblem(error, t('common.enterAValidEmailAddress')) : succeed(null)
}
