import { type Backend, dataFolder } from '../local/backend.ts'
import { isLoopback } from './listening.ts'

type Facts = {
  address: string
  port: number
  wantedPort: number
  host: string | undefined
  backend: Backend | null
  accounts: { email: string; password: string }[]
}

/** Says in the terminal where everything is. */
export function greet({ address, port, wantedPort, host, backend, accounts }: Facts): void {
  const lines = ['']
  if (port !== wantedPort) lines.push(`Port ${wantedPort} is taken, so this is port ${port}.`)
  lines.push(`Signpost is ready on ${address}`)
  if (backend) {
    const isOpen = !isLoopback(host)
    lines.push(`The local Supabase answers on ${backend.url}; its data is kept in ${dataFolder()}.`)
    lines.push(
      isOpen
        ? `Others reach the site as well (HOST). Its e-mails are kept as files in ${backend.mailbox}.`
        : `Its e-mails can be read on ${address}/mailbox.`,
    )
    for (const { email, password } of accounts)
      lines.push(`Sign in as ${email} with the password ${password}`)
    if (isOpen && accounts.length > 0) lines.push('These passwords are new and are shown this once.')
  }
  lines.push('Ctrl-C ends it.')
  console.log(lines.join('\n'))
}
