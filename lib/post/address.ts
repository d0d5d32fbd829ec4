/** Where a post lives on this site; slugs may hold letters of any script. */
export function postAddress(post: { categorySlug: string; slug: string }): string {
  return `/${post.categorySlug}/${encodeURIComponent(post.slug)}`
}
