/** Everywhere except on this machine, unless sslmode says otherwise. The drivers default to no encryption. */
export function needsTls(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  const isThisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return !isThisMachine && !searchParams.has('sslmode') && !searchParams.has('ssl')
}
