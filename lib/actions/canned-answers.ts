'use server'

import { t } from '../words/t.ts'
import { refuse, succeed } from '../schemas/action-result'
import { cannedAnswerSchema } from '../schemas/team'
import { databaseProblem } from './refusals'
import { adminAction } from './member-action'
import { idSchema } from '../schemas/fields'

const taken = () => t('actions.savedReplies.taken')
const gone = () => t('actions.savedReplies.gone')

export const saveCannedAnswer = adminAction(cannedAnswerSchema, async ({ id, name, body }, { client }) => {
  const table = client.from('canned_answers')
  const { data, error } = await (
    id ? table.update({ name, body }).eq('id', id) : table.insert({ name, body })
  )
    .select('id')
    .maybeSingle()
  if (error?.code === '23505') return refuse(taken(), { fieldErrors: { name: taken() } })
  if (error) return databaseProblem(error)
  return data ? succeed(data) : refuse(gone(), { reason: 'gone' })
})

export const deleteCannedAnswer = adminAction(idSchema, async ({ id }, { client }) => {
  const { error } = await client.from('canned_answers').delete().eq('id', id)
  return error ? databaseProblem(error) : succeed(null)
})
