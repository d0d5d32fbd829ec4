/** SQLSTATE class 22: an invalid cursor, a NUL character. That is the caller's fault; other errors are ours. */
export function isDataException(error: unknown): boolean {
  return error instanceof Object && 'code' in error && /^22[0-9A-Z]{3}$/.test(String(error.code))
}

/** Whether the sender of a request is unknown: a token that doesn't count, or an account that no longer exists. */
export function isSignedOut({ code, hint }: { code: string; hint?: string | null }): boolean {
  return code === 'PGRST301' || code === 'PGRST303' || hint === 'signed_out'
}
