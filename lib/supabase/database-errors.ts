/**
 * Whether the database could not read a value it was given (SQLSTATE class 22): a cursor made by hand, a NUL
 * character, a number out of range. Whoever asked is to blame; any other error is ours.
 */
export function isDataException(error: unknown): boolean {
  return error instanceof Object && 'code' in error && /^22[0-9A-Z]{3}$/.test(String(error.code))
}

/** Whether the sender of a request is nobody: a token that doesn't count, or an account that no longer exists. */
export function isSignedOut({ code, hint }: { code: string; hint?: string | null }): boolean {
  return code === 'PGRST301' || code === 'PGRST303' || hint === 'signed_out'
}
