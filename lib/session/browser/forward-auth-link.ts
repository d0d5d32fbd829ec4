const callback = '/auth/callback'

/** Whether an address ends with what the auth service adds for a browser that followed one of its own links. */
export const isAuthHash = (hash: string): boolean => /^#(access_token|error|message)=/.test(hash)

/**
 * Invitations and sign-in links that an operator sends from the project's dashboard lead to the site's first page, with
 * the session behind the '#'. Another page continues with it.
 */
export function forwardAuthLink(): void {
  const { hash, pathname } = location
  if (isAuthHash(hash) && pathname !== callback) location.replace(callback + hash)
}
