/** A slug as the database knows it, from its percent-encoded form in an address; null for nonsense. */
export function decodeSlug(encoded: string): string | null {
  try {
    const slug = decodeURIComponent(encoded).normalize('NFC')
    return slug.includes('\0') ? null : slug
  } catch {
    return null
  }
}
