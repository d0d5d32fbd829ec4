import { actingAs, createPost, sql } from './database.ts'

type Range = [start: number, length: number]
export type Hit = {
  id: string
  title: string
  snippet: string
  snippet_source: 'details' | 'comment'
  title_ranges: Range[]
  snippet_ranges: Range[]
  total: number
  total_is_exact: boolean
  row_cursor: string
  is_partial: boolean
}

/** Searches everything as a visitor. */
export function search(query: string, cursor: string | null = null, rows = 20): Promise<Hit[]> {
  return actingAs('anon', (as) => as<Hit[]>`select * from public.search_posts(${query}, ${cursor}, ${rows})`)
}

export const titles = (hits: Hit[]) => hits.map((hit) => hit.title)
export const marked = (text: string, ranges: Range[]) =>
  ranges.map(([start, length]) => [...text].slice(start, start + length).join(''))

/** A word that no other test uses, so that each test only finds its own posts. */
export function word(): string {
  const pick = (letters: string) => letters[Math.floor(Math.random() * letters.length)]!
  return Array.from({ length: 5 }, () => pick('bdfgklmnprstvz') + pick('aeiou')).join('')
}

export async function addPost(title: string, details = '', votes = 0): Promise<string> {
  const { id } = await createPost({ title, details })
  if (votes > 0) {
    await sql`
      with voters as (
        insert into public.profiles (name, placeholder) select 'Voter', true from generate_series(1, ${votes}) returning id
      )
      insert into public.votes (user_id, post_id) select id, ${id} from voters`
  }
  return String(id)
}

export async function addComment(post: string, body: string, parent: string | null = null): Promise<string> {
  const [comment] = await sql<{ id: string }[]>`
    insert into public.comments (post_id, parent_id, author_id, body) values (${post}, ${parent}, null, ${body}) returning id`
  return comment!.id
}
