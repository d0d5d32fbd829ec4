import { postAddress } from './address.ts'
import { entryAddress } from './changelog.ts'
import type { PostState } from './states.ts'

// Posts and changelog entries in the format that webhooks and the API share.

export type PublicPerson = { id: string; name: string; is_team: boolean }
export type PublicPost = {
  id: number
  title: string
  /** Markdown. */
  details: string
  category: string
  slug: string
  state: PostState
  votes: number
  comments: number
  created_at: string
  /** Null once the account is gone, as for every person here. */
  author: PublicPerson | null
}
export type PublicEntry = {
  id: number
  title: string
  /** Markdown. */
  body: string
  slug: string
  published_at: string
  labels: string[]
  posts: PublicPost[]
}

/** A post as the database returns it, with its address on the site. */
export const linkPost = <Post extends PublicPost>(post: Post, site: string) => ({
  ...post,
  url: site + postAddress({ categorySlug: post.category, slug: post.slug }),
})
/** The same for a changelog entry and its posts. */
export const linkEntry = (entry: PublicEntry, site: string) => ({
  ...entry,
  posts: entry.posts.map((post) => linkPost(post, site)),
  url: site + entryAddress(entry.slug),
})
