type Header = { key: string; value: string }
type Configuration = { siteUrl?: string; supabaseUrl?: string; clarityId?: string; clarityUrl?: string }

/**
 * The headers of every answer.
 *
 * Scripts: inline ones are allowed. Each stored page carries its own data in inline scripts, so a list of hashes
 * in one header cannot name them; a nonce would make every page dynamic, and `experimental.sri` covers script
 * files only. What people write reaches a page as data and never as markup (lib/markdown.ts), and no other
 * origin may serve a script.
 */
export function securityHeaders({ siteUrl, supabaseUrl, clarityId, clarityUrl }: Configuration): Header[] {
  const backend = supabaseUrl ? backendOrigin(supabaseUrl) : []
  const clarity = clarityId
    ? [new URL(clarityUrl || 'https://www.clarity.ms/tag/').origin, 'https://*.clarity.ms']
    : []
  const policy: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", "'unsafe-inline'", ...clarity],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...backend, ...clarity],
    'font-src': ["'self'"],
    'connect-src': ["'self'", 'blob:', ...backend, ...clarity],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  const isSecure = siteUrl?.startsWith('https:')
  return [
    {
      key: 'Content-Security-Policy',
      value: [
        ...Object.entries(policy).map(([name, sources]) => `${name} ${sources.join(' ')}`),
        ...(isSecure ? ['upgrade-insecure-requests'] : []),
      ].join('; '),
    },
    { key: 'X-Content-Type-Options', value: 'nosniff' },
    { key: 'X-Frame-Options', value: 'DENY' },
    { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
    {
      key: 'Permissions-Policy',
      value: 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    },
    { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
    ...(isSecure ? [{ key: 'Strict-Transport-Security', value: 'max-age=63072000; includeSubDomains' }] : []),
  ]
}

/** The local backend may get another port with its next start, without a new build. */
function backendOrigin(url: string): string[] {
  const { origin, hostname } = new URL(url)
  return /^(localhost|127\.0\.0\.1)$/.test(hostname) ? [`http://${hostname}:*`] : [origin]
}
