/** The database makes slugs of at most 72 bytes and a number; letters and their marks may be typed apart. */
const maxLetters = 200
/** What percent signs make of as many letters of four bytes. */
const maxEncoded = 12 * maxLetters
const categorySlug = /^[a-z0-9-]{1,60}$/

/** A slug as the database knows it, from an address where it may be percent-encoded; null for what none can be. */
export function decodeSlug(encoded: string): string | null {
  if (encoded.length > maxEncoded) return null
  try {
    const slug = decodeURIComponent(encoded)
    return slug.length > maxLetters || slug.includes('\0') ? null : slug.normalize('NFC')
  } catch {
    return null
  }
}

/** The parts of a post's address as the database knows them, from those of a request; null for what no post can have. */
export function readPostAddress(params: {
  category: string
  slug: string
}): { category: string; slug: string } | null {
  const slug = decodeSlug(params.slug)
  return slug !== null && categorySlug.test(params.category) ? { category: params.category, slug } : null
}
