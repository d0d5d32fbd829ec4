import { isIP } from 'node:net'

/** The address to listen on, when one was chosen. Some shells put the machine's name into HOST: that is no choice. */
export function chosenHost(): string | undefined {
  const host = process.env.HOST ?? ''
  return isIP(host) || host === 'localhost' ? host : undefined
}

/** Whether an address is reachable from this machine only. */
export function isLoopback(host: string | undefined): boolean {
  return host !== undefined && /^(127(\.\d{1,3}){3}|::1|localhost)$/.test(host)
}

/** Where a site that listens there is reached from this machine. */
export function addressOf(host: string | undefined, port: number): string {
  const isEverywhere = !host || host === '0.0.0.0' || host === '::'
  if (isEverywhere || host === '127.0.0.1') return `http://localhost:${port}`
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`
}
