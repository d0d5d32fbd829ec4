'use server'

import { refuse, succeed } from '../schemas/action-result'
import { apiKeySchema } from '../schemas/api-key'
import { idSchema } from '../schemas/fields'
import { t } from '../words/t.ts'
import { teamAction } from './member-action'
import { databaseProblem } from './refusals'

export const createApiKey = teamAction(apiKeySchema, async ({ name, scopes, lastDay }, { client }) => {
  const { data, error } = await client.rpc('make_api_key', {
    name,
    scopes,
    ends_at: lastDay ? `${lastDay}T23:59:59Z` : undefined,
  })
  return error ? databaseProblem(error) : succeed({ key: data })
})

export const endApiKey = teamAction(idSchema, async ({ id }, { client }) => {
  const { data: isEnded, error } = await client.rpc('end_api_key', { key_id: id })
  if (error) return databaseProblem(error)
  return isEnded ? succeed(null) : refuse(t('actions.apiKeys.hasEnded'), { reason: 'gone' })
})
