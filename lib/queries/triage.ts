import { shownName } from '../words/shown-name'
import 'server-only'
import type { ShownImage } from '../image/sizes'
import type { PostState } from '../post/states'
import { storageAddress } from '../supabase/storage-address'
import { viewerClient } from '../supabase/server'
import { parseMarkdown } from '../text/markdown'

const comparedLength = 600

type Stored = {
  id: number
  title: string
  details: string
  state: PostState
  category_id: number
  votes_total: number
  comments_total: number
  author: {
    id: string
    name: string
    avatar: string | null
    is_team: boolean
    created_at: string
    has_account: boolean
    posts_total: number
    comments_total: number
    posts: { id: number; title: string; state: PostState; slug: string; category_slug: string }[]
  } | null
  images: (Omit<ShownImage, 'src'> & { path: string })[]
  comments: {
    id: number
    author_id: string | null
    author_name: string | null
    author_is_team: boolean
    body: string
    created_at: string
  }[]
  plan: { assignee: string | null; quarter: string | null }
  interest: { companies: number; monthly_value: number; plans: Record<string, number> } | null
  tags: number[]
  notes: {
    id: number
    author_id: string | null
    author_name: string | null
    body: string
    created_at: string
    is_context: boolean
  }[]
}

export type TriagePost = Awaited<ReturnType<typeof readTriage>>[number]
export type Note = TriagePost['notes'][number]

/** Everything needed to decide about posts, for the team. Deleted posts are missing. At most 20 at once. */
export async function readTriage(ids: number[]) {
  const client = await viewerClient()
  const { data } = await client.rpc('admin_triage', { post_ids: ids }).throwOnError()
  return (data as Stored[]).map((post) => ({
    id: post.id,
    title: post.title,
    details: parseMarkdown(post.details),
    compared: post.details.slice(0, comparedLength),
    votesTotal: post.votes_total,
    commentsTotal: post.comments_total,
    author: post.author && {
      id: post.author.id,
      name: shownName(post.author.name),
      avatar: storageAddress('avatars', post.author.avatar),
      isTeam: post.author.is_team,
      createdAt: post.author.created_at,
      hasAccount: post.author.has_account,
      postsTotal: post.author.posts_total,
      commentsTotal: post.author.comments_total,
      posts: post.author.posts.map(({ category_slug, ...one }) => ({ ...one, categorySlug: category_slug })),
    },
    images: post.images.map(({ path, ...image }) => ({ ...image, src: storageAddress('images', path) })),
    comments: post.comments.map((comment) => ({
      id: comment.id,
      authorId: comment.author_id,
      authorName: shownName(comment.author_name),
      authorIsTeam: comment.author_is_team,
      body: comment.body,
      createdAt: comment.created_at,
    })),
    interest: post.interest && {
      companies: post.interest.companies,
      monthlyValue: post.interest.monthly_value,
      plans: post.interest.plans,
    },
    plan: post.plan,
    tags: post.tags,
    notes: post.notes.map((note) => ({
      id: note.id,
      authorId: note.author_id,
      authorName: shownName(note.author_name),
      body: note.body,
      createdAt: note.created_at,
      isContext: note.is_context,
    })),
  }))
}

export type Tag = Awaited<ReturnType<typeof listTags>>[number]

export async function listTags() {
  const client = await viewerClient()
  const { data } = await client.from('tags').select('id, name').order('name').throwOnError()
  return data
}
