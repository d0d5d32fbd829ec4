const callback = '/auth/callback'

/** Whether an address ends with what the auth service says to a browser that followed a link of its own. */
export const isAuthHash = (hash: string): boolean => /^#(access_token|error|message)=/.test(hash)

/**
 * Invites and sign-in links that an operator sends from the project's dashboard lead to the site's first page, with the
 * session behind the '#'. Another page goes on with it.
 */
export function forwardAuthLink(): void {
  const { hash, pathname } = location
  if (isAuthHash(hash) && pathname !== callback) location.replace(callback + hash)
}
