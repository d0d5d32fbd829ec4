'use server'

import { leadsToPrivate } from './leads-to-private'
import { t } from '../words/t.ts'
import { refuse, succeed } from '../schemas/action-result'
import { webhookSchema, webhookSwitchSchema } from '../schemas/webhook'
import { databaseProblem } from './refusals'
import { adminAction } from './member-action'
import { idSchema } from '../schemas/fields'

export const saveWebhook = adminAction(webhookSchema, async ({ id, ...wanted }, { client }) => {
  if (await leadsToPrivate(wanted.address)) {
    const message = t('actions.webhooks.addressIsPrivate')
    return refuse(message, { fieldErrors: { address: message } })
  }
  const { data, error } = id
    ? await client.rpc('admin_set_webhook', { webhook_id: id, ...wanted })
    : await client.rpc('admin_add_webhook', wanted).single()
  return error
    ? databaseProblem(error)
    : succeed({ id: data?.id ?? id ?? null, secret: data?.secret ?? null })
})

export const switchWebhook = adminAction(webhookSwitchSchema, async ({ id, isOn }, { client }) => {
  const { error } = await client.rpc('admin_set_webhook', { webhook_id: id, is_on: isOn })
  return error ? databaseProblem(error) : succeed(null)
})

export const renewWebhookSecret = adminAction(idSchema, async ({ id }, { client }) => {
  const { data, error } = await client.rpc('admin_renew_webhook_secret', { webhook_id: id })
  return error ? databaseProblem(error) : succeed({ secret: data })
})

export const deleteWebhook = adminAction(idSchema, async ({ id }, { client }) => {
  const { error } = await client.rpc('admin_delete_webhook', { webhook_id: id })
  return error ? databaseProblem(error) : succeed(null)
})

export const testWebhook = adminAction(idSchema, async ({ id }, { client }) => {
  const { data: isSent, error } = await client.rpc('admin_test_webhook', { webhook_id: id })
  if (error) return databaseProblem(error)
  return isSent ? succeed(null) : refuse(t('actions.webhooks.aTestIsAlready'), { reason: 'rate-limit' })
})

export const replayDelivery = adminAction(idSchema, async ({ id }, { client }) => {
  const { data: isSent, error } = await client.rpc('admin_replay_delivery', { delivery_id: id })
  if (error) return databaseProblem(error)
  return isSent ? succeed(null) : refuse(t('actions.webhooks.turnTheWebhookOn'))
})
