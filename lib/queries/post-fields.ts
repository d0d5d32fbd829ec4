import type { ListedPost } from './posts'

/** What a post shows in each view of a list. Nothing else is sent to the browser. */
const fields = {
  card: [
    'id',
    'categorySlug',
    'categoryName',
    'slug',
    'title',
    'votesTotal',
    'commentsTotal',
    'movedAt',
    'expected',
  ],
  row: [
    'id',
    'categorySlug',
    'categoryName',
    'slug',
    'title',
    'excerpt',
    'state',
    'votesTotal',
    'commentsTotal',
    'authorId',
    'authorName',
    'authorIsTeam',
    'createdAt',
    'isPinned',
  ],
  tableRow: ['id', 'categorySlug', 'slug', 'title', 'state', 'votesTotal', 'commentsTotal', 'createdAt'],
} as const satisfies Record<string, readonly (keyof ListedPost)[]>

type Look = keyof typeof fields
export type PostIn<Shown extends Look> = Pick<ListedPost, (typeof fields)[Shown][number]>

export function postsIn<Shown extends Look>(look: Shown, posts: ListedPost[]): PostIn<Shown>[] {
  return posts.map(
    (post) => Object.fromEntries(fields[look].map((field) => [field, post[field]])) as PostIn<Shown>,
  )
}
