'use server'

import { succeed } from '../schemas/action-result'
import { siteSchema } from '../schemas/site'
import * as z from '../schemas/zod'
import { databaseProblem } from './refusals'
import { markEverythingChanged, markSiteChanged } from './mark-changed'
import { adminAction } from './member-action'
import { replaceLogo } from './stored-picture'

/** What is left out stays unchanged. */
export const saveSite = adminAction(siteSchema.partial(), async (form, { client }) => {
  const {
    marketingUrl,
    termsUrl,
    privacyUrl,
    showsQuarters,
    timeZone,
    moderatorsPublish,
    showsReactions,
    mailSender,
    mailFooter,
    ...others
  } = form
  const { error } = await client.rpc('admin_save_site', {
    settings: {
      ...others,
      marketing_url: marketingUrl,
      terms_url: termsUrl,
      privacy_url: privacyUrl,
      shows_quarters: showsQuarters,
      time_zone: timeZone,
      moderators_publish: moderatorsPublish,
      shows_reactions: showsReactions,
      mail_sender: mailSender,
      mail_footer: mailFooter,
    },
  })
  if (error) return databaseProblem(error)
  markSiteChanged()
  return succeed(null)
})

export const dismissFirstSteps = adminAction(z.boolean(), async (isDismissed, { client }) => {
  const { error } = await client.rpc('admin_save_site', { settings: { hides_first_steps: isDismissed } })
  return error ? databaseProblem(error) : succeed(null)
})

export const removeLogo = adminAction(z.null(), (_, { client }) =>
  replaceLogo(client, { path: null, width: null, height: null }),
)

export const setExampleBoard = adminAction(z.boolean(), async (wanted, { client }) => {
  const { error } = await client.rpc('admin_set_example_board', { wanted })
  if (error) return databaseProblem(error)
  markEverythingChanged()
  return succeed(null)
})
