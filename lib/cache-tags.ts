export const boardTag = () => 'board'
/**
 * Next only accepts 256 ASCII characters. Long addresses with the same beginning share a tag and are refreshed
 * together.
 */
const tag = (kind: string, ...parts: string[]) =>
  `${kind}:${parts.map(encodeURIComponent).join('/')}`.slice(0, 256)
export const siteTag = () => 'site'
export const categoriesTag = () => 'categories'
export const categoryTag = (slug: string) => tag('category', slug)
export const postTag = (id: number) => `post:${id}`
export const commentsTag = (postId: number) => `comments:${postId}`
/** Whatever an address leads to, including nothing. */
export const addressTag = (category: string, slug: string) => tag('address', category, slug)
/** The sitemaps, when an address starts or stops redirecting. Other changes appear there in time. */
export const sitemapTag = () => 'sitemap'
export const changelogTag = () => 'changelog'
/** Whether there is any entry, which the navigation of every page shows. */
export const hasChangelogTag = () => 'has-changelog'
/** Whatever an address of the changelog leads to, including nothing. */
export const entryAddressTag = (slug: string) => tag('entry', slug)
/** Everything cached that shows a person's name or picture. */
export const personTag = (id: string) => `person:${id}`
/** The tags of everyone named in a list. Next allows 128 tags per entry. */
export const personTags = (ids: (string | null | undefined)[]) =>
  [...new Set(ids.flatMap((id) => id ?? []))].slice(0, 100).map(personTag)
/** Everything cached: what `revalidatePath('/', 'layout')` marks. */
export const everythingTag = () => '_N_T_/layout'
/** On no page. Tells every instance that something was deleted. */
export const deletionTag = () => 'deletion'
