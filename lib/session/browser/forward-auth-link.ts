const callback = '/auth/callback'

export const isAuthHash = (hash: string): boolean => /^#(access_token|error|message)=/.test(hash)

/** Links that an operator sends lead to the first page, with the session behind the '#'. */
export function forwardAuthLink(): void {
  const { hash, pathname } = location
  if (isAuthHash(hash) && pathname !== callback) location.replace(callback + hash)
}
