/**
 * Whether a connection to a database has to be encrypted: everywhere except on this machine, unless the address says
 * otherwise (sslmode). The drivers default to no encryption at all.
 */
export function needsTls(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  const isThisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return !isThisMachine && !searchParams.has('sslmode') && !searchParams.has('ssl')
}
