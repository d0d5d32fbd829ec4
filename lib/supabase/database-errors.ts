/**
 * Whether the database could not read a value it was given (SQLSTATE class 22): a cursor made by hand, a NUL
 * character, a number out of range. Whoever asked is to blame; any other error is ours.
 */
export function isDataException(error: unknown): boolean {
  return error instanceof Object && 'code' in error && /^22[0-9A-Z]{3}$/.test(String(error.code))
}

/** Whether the database did not accept the token of a request: whoever sent it is nobody. */
export function isInvalidToken({ code }: { code: string }): boolean {
  return code === 'PGRST301' || code === 'PGRST303'
}
