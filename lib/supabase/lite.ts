// Where Supabase Lite, the API of the local backend, differs from a hosted project. Each function leaves alone what a
// hosted project says.

/** Lite writes "2026-11-20 10:00:00+00" where PostgREST writes "2026-11-20T10:00:00+00:00". */
export function hostedTime(value: string): string {
  return value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')
}

type DatabaseError = { code?: string; message: string }

/**
 * A database error with the code and the sentence PostgREST gives. Lite puts a prefix before the sentence, says "SUP"
 * for a broken constraint, and has no code for what the database raises with one of its own.
 */
export function hostedError<Given extends DatabaseError>(error: Given): Given {
  const message = error.message.replace(/^PostgresError: /, '')
  const isLimit = / Try again in \d+ (seconds?|minutes)\.$/.test(message)
  const isGone = /^This (category|post) no longer exists\.$/.test(message)
  const isClosed = message === 'This category takes no new posts.'
  const code = isLimit
    ? 'PT429'
    : isGone
      ? 'P0002'
      : isClosed
        ? 'PT409'
        : error.code === 'SUP'
          ? '23514'
          : error.code
  return { ...error, message, code }
}
