import { postAddress } from './address.ts'
import { entryAddress } from './changelog.ts'
import type { PostState } from './states.ts'

export type PublicPerson = { id: string; name: string; is_team: boolean }
export type PublicPost = {
  id: number
  title: string
  details: string
  category: string
  slug: string
  state: PostState
  votes: number
  comments: number
  created_at: string
  author: PublicPerson | null
}
export type PublicEntry = {
  id: number
  title: string
  body: string
  slug: string
  published_at: string
  labels: string[]
  posts: PublicPost[]
}

export const linkPost = <Post extends PublicPost>(post: Post, site: string) => ({
  ...post,
  url: site + postAddress({ categorySlug: post.category, slug: post.slug }),
})
export const linkEntry = (entry: PublicEntry, site: string) => ({
  ...entry,
  posts: entry.posts.map((post) => linkPost(post, site)),
  url: site + entryAddress(entry.slug),
})
