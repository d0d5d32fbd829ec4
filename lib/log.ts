type Facts = Record<string, string | number | boolean | null | undefined>

/** The longest value that is logged: a header of ten kilobytes must break neither log nor reader. */
const maxLength = 300

/** One line of JSON. Never personal: no email address, token, URL with its query or network address. */
export function log(level: 'info' | 'warn' | 'error', message: string, facts: Facts = {}): void {
  const entry: Facts = { time: new Date().toISOString(), level, message: message.slice(0, maxLength) }
  for (const [name, value] of Object.entries(facts)) {
    if (value !== undefined) entry[name] = typeof value === 'string' ? value.slice(0, maxLength) : value
  }
  console[level](JSON.stringify(entry))
}

export function requestId(given: string | string[] | null | undefined): string {
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : crypto.randomUUID()
}
