/**
 * Whether a connection to a database has to be encrypted: everywhere but on this machine, unless the address says how
 * (sslmode). The drivers' own default is no encryption at all.
 */
export function needsTls(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  const isThisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return !isThisMachine && !searchParams.has('sslmode') && !searchParams.has('ssl')
}
