/** Longer than the database makes any, percent-encoded; composing a long run of marks would take long. */
const maxEncoded = 2_000

/** A slug as the database knows it, from its percent-encoded form in an address; null for nonsense. */
export function decodeSlug(encoded: string): string | null {
  if (encoded.length > maxEncoded) return null
  try {
    const slug = decodeURIComponent(encoded).normalize('NFC')
    return slug.includes('\0') ? null : slug
  } catch {
    return null
  }
}
