import { createServer, isIP } from 'node:net'

/** The address to listen on, if one was chosen. Some shells set HOST to the machine's name, which doesn't count. */
export function chosenHost(): string | undefined {
  const host = process.env.HOST ?? ''
  return isIP(host) || host === 'localhost' ? host : undefined
}

/** Whether an address is reachable from this machine only. */
export function isLoopback(host: string | undefined): boolean {
  return host !== undefined && /^(127(\.\d{1,3}){3}|::1|localhost)$/.test(host)
}

/** The address at which this machine reaches a site that listens there. */
export function addressOf(host: string | undefined, port: number): string {
  const isEverywhere = !host || host === '0.0.0.0' || host === '::'
  if (isEverywhere || host === '127.0.0.1') return `http://localhost:${port}`
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`
}

/** @param noted where the running site is, if it says so */
export function siteAddress(noted?: string): string {
  const { SITE_URL, PORT } = process.env
  if (SITE_URL) return SITE_URL
  return noted && !PORT ? noted : addressOf(chosenHost(), Number(PORT || 3000))
}

/** Whether no program listens there. Without a host, on every address. */
export function isFree(port: number, host?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen({ port, host }, () => probe.close(() => resolve(true)))
  })
}

export const portHint = (mode: 'start' | 'dev'): string =>
  `To choose another, run: PORT=<port> ${mode === 'start' ? 'npm start' : 'npm run dev'}`
