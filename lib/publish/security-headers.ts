type Header = { key: string; value: string }

/** Applies to every response. Pages add which scripts they run. */
export const framePolicy = "frame-ancestors 'none'; object-src 'none'; base-uri 'none'; form-action 'self'"

/**
 * The headers of every response. What a page may load is in the page itself (contentPolicy): Next recompiles a header
 * with a colon in it for every response, which costs a tenth of the throughput.
 * @param siteUrl where the site is reached; https adds Strict-Transport-Security
 */
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

/** The widget's pages, and all other addresses. */
const embedPages = 'embed(?:/(?:write|own|roadmap|changelog))?'
export const embedSource = `/(${embedPages})`
export const otherSource = `/((?!${embedPages}$).*)`
/** Whether the sites that an admin lists may frame a page. */
export const isEmbedPage = (path: string): boolean => new RegExp(`^/${embedPages}$`).test(path)

/**
 * The same for the widget's pages, without who may frame them: each page says that itself
 * (lib/cache/canonical-page.ts).
 */
export const embedHeaders = (siteUrl?: string): Header[] =>
  securityHeaders(siteUrl).filter(({ key }) => !['Content-Security-Policy', 'X-Frame-Options'].includes(key))

/** @param ancestors origins; empty for a page that no one may frame */
export const framedBy = (ancestors: string): string => framePolicy.replace("'none'", ancestors || "'none'")

/**
 * Keeps a page that opened this one from controlling the window of someone who is signed in. Only for people with a
 * session: a browser starts a new process for a page with this header, and a visitor would wait for that.
 */
export const memberHeaders: Header[] = [{ key: 'Cross-Origin-Opener-Policy', value: 'same-origin' }]
