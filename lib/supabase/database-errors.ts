/**
 * Whether the database couldn't read a given value (SQLSTATE class 22): an invalid cursor, a NUL character, a number
 * out of range. That is the caller's fault; any other error is ours.
 */
export function isDataException(error: unknown): boolean {
  return error instanceof Object && 'code' in error && /^22[0-9A-Z]{3}$/.test(String(error.code))
}

/** Whether the sender of a request is unknown: a token that doesn't count, or an account that no longer exists. */
export function isSignedOut({ code, hint }: { code: string; hint?: string | null }): boolean {
  return code === 'PGRST301' || code === 'PGRST303' || hint === 'signed_out'
}
