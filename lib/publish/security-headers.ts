type Header = { key: string; value: string }

export const framePolicy = "frame-ancestors 'none'; object-src 'none'; base-uri 'none'; form-action 'self'"

/** What a page may load is in the page: Next recompiles a header with a colon for every response. */
export function securityHeaders(siteUrl?: string): Header[] {
  return [
    { key: 'Content-Security-Policy', value: framePolicy },
    { key: 'X-Content-Type-Options', value: 'nosniff' },
    { key: 'X-Frame-Options', value: 'DENY' },
    { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
    {
      key: 'Permissions-Policy',
      value: 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    },
    ...(siteUrl?.startsWith('https:')
      ? [{ key: 'Strict-Transport-Security', value: 'max-age=63072000; includeSubDomains' }]
      : []),
  ]
}

const embedPages = 'embed(?:/(?:write|own|roadmap|changelog))?'
export const embedSource = `/(${embedPages})`
export const otherSource = `/((?!${embedPages}$).*)`
export const isEmbedPage = (path: string): boolean => new RegExp(`^/${embedPages}$`).test(path)

/** Each of the widget's pages says itself who may frame it (lib/cache/canonical-page.ts). */
export const embedHeaders = (siteUrl?: string): Header[] =>
  securityHeaders(siteUrl).filter(({ key }) => !['Content-Security-Policy', 'X-Frame-Options'].includes(key))

export const framedBy = (ancestors: string): string => framePolicy.replace("'none'", ancestors || "'none'")

/** Only for people with a session: a browser starts a new process for a page with this header. */
export const memberHeaders: Header[] = [{ key: 'Cross-Origin-Opener-Policy', value: 'same-origin' }]
