export const boardTag = () => 'board'
/** Next only accepts 256 ASCII characters. Long addresses with the same beginning share a tag. */
const tag = (kind: string, ...parts: string[]) =>
  `${kind}:${parts.map(encodeURIComponent).join('/')}`.slice(0, 256)
export const siteTag = () => 'site'
export const categoriesTag = () => 'categories'
export const categoryTag = (slug: string) => tag('category', slug)
export const postTag = (id: number) => `post:${id}`
export const commentsTag = (postId: number) => `comments:${postId}`
export const addressTag = (category: string, slug: string) => tag('address', category, slug)
/** The sitemaps, when an address starts or stops redirecting. Other changes appear there in time. */
export const sitemapTag = () => 'sitemap'
export const changelogTag = () => 'changelog'
export const hasChangelogTag = () => 'has-changelog'
export const entryAddressTag = (slug: string) => tag('entry', slug)
export const personTag = (id: string) => `person:${id}`
/** The tags of everyone named in a list. Next allows 128 tags per entry. */
export const personTags = (ids: (string | null | undefined)[]) =>
  [...new Set(ids.flatMap((id) => id ?? []))].slice(0, 100).map(personTag)
/** Everything cached: what `revalidatePath('/', 'layout')` marks. */
export const everythingTag = () => '_N_T_/layout'
/** On no page. Tells every instance that something was deleted. */
export const deletionTag = () => 'deletion'
