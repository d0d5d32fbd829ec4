/** Whether the database did not accept the token of a request: whoever sent it is nobody. */
export function isInvalidToken({ code }: { code: string }): boolean {
  return code === 'PGRST301' || code === 'PGRST303'
}
