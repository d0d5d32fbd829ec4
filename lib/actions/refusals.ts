import { isKey } from '../words/deferred.ts'
import { t } from '../words/t.ts'
import { refuse } from '../schemas/action-result'
import { isDataException } from '../supabase/database-errors'
import 'server-only'
import type { AuthError } from '@supabase/supabase-js'
import { authProblem, waitValues } from '../session/auth-errors'
import { longDate } from '../text/dates'
import type { ViewerClient } from '../supabase/server'
import type { Trap } from '../schemas/fields'

type DatabaseError = { code?: string; message: string; details?: string | null; hint?: string | null }

/** The sentence for what the database refused: the error's hint is its name, its detail holds the values as JSON. */
function saidBy({ message, hint, details }: DatabaseError): string {
  const key = `database.${hint}`
  if (!isKey(key)) return message
  const { wait, until, ...values } = JSON.parse(details || '{}') as Record<string, string | number>
  return t(key, {
    ...values,
    ...waitValues(Number(wait)),
    hasEnd: Boolean(until),
    until: until ? longDate(new Date(until)) : '',
  })
}

/** What the database refused, as an answer to the person who asked. Unexpected errors are thrown. */
export function databaseProblem(error: DatabaseError, fallback = t('actions.refusals.thisCantBeSaved')) {
  const { code } = error
  switch (code) {
    case 'PT429':
      return refuse(saidBy(error), { reason: 'rate-limit' })
    case 'PT409':
      return refuse(saidBy(error))
    case 'PT403':
      return refuse(saidBy(error), { reason: error.hint === 'not_fresh' ? 'not-fresh' : 'forbidden' })
    case '42501':
      return refuse(t('actions.refusals.youArentAllowedTo'), { reason: 'forbidden' })
    case 'PGRST301':
    case 'PGRST303':
      return refuse(t('common.signInToContinue'), { reason: 'signed-out' })
    case '40P01':
      return refuse(t('actions.refusals.someoneElseWasChanging'))
    case 'P0002':
    case '23503':
      return refuse(t('actions.refusals.thisNoLongerExists'), { reason: 'gone' })
    case '23514':
      return refuse(error.hint ? saidBy(error) : fallback)
  }
  if (isDataException({ code })) return refuse(fallback)
  throw Object.assign(new Error(error.message), { code: error.code, details: error.details })
}

const nameIsKept = () => t('database.name_reserved')

export const nameProblem = (error: DatabaseError) =>
  error.code === '23514'
    ? refuse(nameIsKept(), { fieldErrors: { name: nameIsKept() } })
    : databaseProblem(error)

export function refuseAuth(error: AuthError) {
  const { message, field, reason } = authProblem(error)
  return refuse(message, { reason, ...(field && { fieldErrors: { [field]: message } }) })
}

export async function refuseKeptName(client: ViewerClient, name: string) {
  const { data: isFree, error } = await client.rpc('is_name_free', { name })
  if (error) throw error
  return isFree ? null : refuse(nameIsKept(), { fieldErrors: { name: nameIsKept() } })
}

/** Browsers' clocks are coarse. */
const tolerance = 100

/** Keeps simple programs away. A person who sends it again gets through; the database's limits apply to all. */
export function checkHoneypot(trap: Trap, leastTime: number) {
  if (!trap || (!trap.isFilled && trap.milliseconds >= leastTime - tolerance)) return null
  return refuse(t('actions.refusals.thisLookedLikeIt'), {
    reason: 'rate-limit',
  })
}
