/** Every list of posts, with its order and totals. */
export const boardTag = () => 'board'
/** Next takes plain ASCII of 256 letters; long addresses that begin alike share a tag, and are made anew together. */
const tag = (kind: string, ...parts: string[]) =>
  `${kind}:${parts.map(encodeURIComponent).join('/')}`.slice(0, 256)
/** How the site is called, how it looks and what it says. */
export const siteTag = () => 'site'
/** What the categories are called, where they are and in which order. */
export const categoriesTag = () => 'categories'
/** The lists of one category. */
export const categoryTag = (slug: string) => tag('category', slug)
/** Everything on a post's page but its comments. */
export const postTag = (id: number) => `post:${id}`
/** A post's comments and replies. */
export const commentsTag = (postId: number) => `comments:${postId}`
/** Whatever an address leads to, also nothing. */
export const addressTag = (category: string, slug: string) => tag('address', category, slug)
/** The sitemaps, when an address begins or ceases to lead elsewhere; what changes otherwise they show in their time. */
export const sitemapTag = () => 'sitemap'
/** Every list of changelog entries. */
export const changelogTag = () => 'changelog'
/** Whether there is an entry at all, which every page says in its navigation. */
export const hasChangelogTag = () => 'has-changelog'
/** Whatever an address of the changelog leads to, also nothing. */
export const entryAddressTag = (slug: string) => tag('entry', slug)
/** Whatever shows a person's name or picture and is kept. */
export const personTag = (id: string) => `person:${id}`
/** The tags of everyone named in a list; Next allows 128 tags for one entry. */
export const personTags = (ids: (string | null | undefined)[]) =>
  [...new Set(ids.flatMap((id) => id ?? []))].slice(0, 100).map(personTag)
/** Whatever is kept: what `revalidatePath('/', 'layout')` marks. */
export const everythingTag = () => '_N_T_/layout'
/** On no page: tells every instance that something was deleted. */
export const deletionTag = () => 'deletion'
