import { env } from '../env.ts'

const here = 'https://here.invalid'
const there = 'https://there.invalid'

/** The address when it is one a reader may safely follow, else null. Relative ones stay on this site. */
export function safeHref(url: string): string | null {
  // Browsers read a backslash as a slash.
  if (url.includes('\\') || !URL.canParse(url, here)) return null
  const { protocol, origin, href } = new URL(url, here)
  if (!['http:', 'https:', 'mailto:'].includes(protocol)) return null
  // A relative address is wherever the page is.
  if (new URL(url, there).origin !== there || origin !== here) return href
  const path = href.slice(here.length)
  // Two slashes would lead to another site.
  return path.startsWith('//') ? null : path
}

/** Whether a picture is one of those people uploaded here. */
export function isOwnImage(url: string): boolean {
  const bucket = `${env.NEXT_PUBLIC_SUPABASE_URL}/storage/v1/object/public/images/`
  return url.startsWith(bucket) && /^[\w-]+(\/[\w-]+)*\.\w+$/.test(url.slice(bucket.length))
}
