import { nameIsKept } from '../schemas/account'
import { refuse } from '../schemas/action-result'
import { isDataException } from '../supabase/data-exception'

type DatabaseError = { code?: string; message: string; details?: string | null; hint?: string | null }

/**
 * What the database refused, for the person who asked for it. Unexpected errors are thrown.
 * @param fallback for a value that breaks a rule the form should have caught
 */
export function databaseProblem(error: DatabaseError, fallback = 'This cannot be saved as it is.') {
  const { code, message } = error
  switch (code) {
    case 'PT429':
      return refuse(message, { reason: 'rate-limit' })
    case 'PT409':
      return refuse(message)
    case 'PT403':
      return refuse(message, { reason: 'forbidden' })
    case '42501':
      return refuse('You may not do this.', { reason: 'forbidden' })
    case 'PGRST301':
    case 'PGRST303':
      return refuse('Sign in to go on.', { reason: 'signed-out' })
    case '40P01':
      return refuse('Somebody else was changing this at the same moment. Try again.')
    case 'P0002':
    case '23503':
      return refuse('This no longer exists. It may have been deleted in the meantime.', { reason: 'gone' })
    case '23514':
      return refuse(fallback)
  }
  if (isDataException({ code })) return refuse(fallback)
  throw Object.assign(new Error(error.message), { code: error.code, details: error.details })
}

/** The same about a person's name, beside its field. */
export const nameProblem = (error: DatabaseError) =>
  error.code === '23514' ? refuse(nameIsKept, { fieldErrors: { name: nameIsKept } }) : databaseProblem(error)
