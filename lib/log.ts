type Facts = Record<string, string | number | boolean | null | undefined>

/** The longest value that is logged: a header of ten kilobytes must break neither log nor reader. */
const maxLength = 300

/**
 * Writes one line of JSON: time, level, message and facts. Facts are never personal: no email address, no token, no URL
 * with its query, no network address.
 */
export function log(level: 'info' | 'warn' | 'error', message: string, facts: Facts = {}): void {
  const entry: Facts = { time: new Date().toISOString(), level, message: message.slice(0, maxLength) }
  for (const [name, value] of Object.entries(facts)) {
    if (value !== undefined) entry[name] = typeof value === 'string' ? value.slice(0, maxLength) : value
  }
  console[level](JSON.stringify(entry))
}

/** The request id from a proxy if it is valid, otherwise a new one. */
export function requestId(given: string | string[] | null | undefined): string {
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : crypto.randomUUID()
}
