'use server'

import { t } from '../words/t.ts'
import { followedFeedAddress } from '../queries/notifications'
import { refuse, succeed } from '../schemas/action-result'
import { feedSchema, notificationSettingsSchema, readNotificationsSchema } from '../schemas/notification'
import * as z from '../schemas/zod'
import { databaseProblem } from './refusals'
import { adminAction, memberAction } from './member-action'

export const markNotificationsRead = memberAction(readNotificationsSchema, async ({ seen }, { client }) => {
  let unread = 0
  for (const { post, upTo } of seen) {
    const { data, error } = await client
      .rpc('read_notices', { of_post: post ?? undefined, up_to: upTo ?? undefined })
      .single()
    if (error) return databaseProblem(error)
    unread = data.notices
  }
  return succeed({ unread })
})

export const readReports = memberAction(z.null(), async (_, { client }) => {
  const { data, error } = await client.rpc('read_reports').single()
  return error ? databaseProblem(error) : succeed({ unread: data.notices })
})

export const setNotificationSettings = memberAction(
  notificationSettingsSchema,
  async (wanted, { client }) => {
    const { error } = await client.rpc('set_notice_settings', {
      in_site: wanted.inSite,
      mail: wanted.mail,
      by_vote: wanted.byVote,
      by_comment: wanted.byComment,
      by_post: wanted.byPost,
      summary: wanted.summary,
      changelog: wanted.changelog,
    })
    return error ? databaseProblem(error) : succeed(null)
  },
)

export const renewFeed = memberAction(feedSchema, async ({ wanted }, { client }) => {
  const { data, error } = await client.rpc('renew_feed', { wanted })
  if (error) return databaseProblem(error)
  return succeed({ feed: (data as string | null) && followedFeedAddress(data) })
})

export const sendTestMail = adminAction(z.null(), async (_, { client }) => {
  const { data: isSent, error } = await client.rpc('send_test_mail')
  if (error) return databaseProblem(error)
  return isSent ? succeed(null) : refuse(t('actions.notifications.aTestEmailIs'), { reason: 'rate-limit' })
})
