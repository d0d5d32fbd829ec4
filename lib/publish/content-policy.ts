type Configuration = {
  siteUrl: string
  supabaseUrl: string
  clarityId?: string
  clarityUrl: string
  /** React needs eval to point at the source of an error there, and nowhere else. */
  isDevelopment?: boolean
}

/**
 * What a page may load, for a meta element at its head; both policies hold, this one and the header's.
 *
 * Inline scripts are allowed. Each stored page carries its own data in them, so a list of hashes for all pages
 * cannot name them; a nonce would make every page dynamic, and `experimental.sri` covers script files only. What
 * people write reaches a page as data and never as markup (lib/text/markdown.ts), and no other origin may serve a
 * script.
 */
export function contentPolicy(configuration: Configuration): string {
  const { siteUrl, supabaseUrl, clarityId, clarityUrl, isDevelopment } = configuration
  const backend = new URL(supabaseUrl).origin
  const clarity = clarityId ? [new URL(clarityUrl).origin, 'https://*.clarity.ms'] : []
  const policy: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", "'unsafe-inline'", ...(isDevelopment ? ["'unsafe-eval'"] : []), ...clarity],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', backend, ...clarity],
    'connect-src': ["'self'", 'blob:', backend, ...clarity],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
  }
  const rules = Object.entries(policy).map(([name, sources]) => `${name} ${sources.join(' ')}`)
  return [...rules, ...(siteUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : [])].join('; ')
}
