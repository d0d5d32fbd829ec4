/** A text without HTML tags; `a < b` and `<3` are no tags and stay. */
export function stripTags(text: string): string {
  return text.replace(/<!--[\s\S]*?-->|<\/?[a-z][^<>]*>/gi, '')
}
