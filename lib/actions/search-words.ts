'use server'

import { t } from '../words/t.ts'
import { refuse, succeed } from '../schemas/action-result'
import { listWords, searchMissSchema, synonymsSchema } from '../schemas/search-words'
import { databaseProblem } from './refusals'
import { adminAction } from './member-action'
import { markSearchChanged } from './mark-changed'
import { idSchema } from '../schemas/fields'

export const saveSynonyms = adminAction(synonymsSchema, async ({ id, words }, { client }) => {
  const table = client.from('synonyms')
  const row = { words: listWords(words) }
  const { data, error } = await (id ? table.update(row).eq('id', id) : table.insert(row))
    .select('id, words')
    .maybeSingle()
  if (error) return databaseProblem(error, t('actions.searchWords.enterAtLeastTwo'))
  if (!data) return refuse(t('actions.searchWords.theseSynonymsHaveBeen'), { reason: 'gone' })
  markSearchChanged()
  return succeed(data)
})

export const deleteSynonyms = adminAction(idSchema, async ({ id }, { client }) => {
  const { error } = await client.from('synonyms').delete().eq('id', id)
  if (error) return databaseProblem(error)
  markSearchChanged()
  return succeed(null)
})

export const forgetSearchMiss = adminAction(searchMissSchema, async ({ words }, { client }) => {
  const { error } = await client.rpc('admin_forget_search_miss', { missed: words })
  return error ? databaseProblem(error) : succeed(null)
})
