import 'server-only'
import type { PostState } from '../post/states'
import { viewerClient } from '../supabase/server'

export type Insights = NonNullable<Awaited<ReturnType<typeof getInsights>>>

type Answer = {
  counted_at: string | null
  weeks: {
    week: string
    posts: number
    votes: number
    comments: number
    people: number
    answered: number
    /** The median of those answered in the week; null if there are none. */
    answer_hours: number | null
  }[]
  categories: {
    slug: string
    name: string
    posts: number
    votes: number
    comments: number
    states: Partial<Record<PostState, number>>
  }[]
  rising: {
    id: number
    title: string
    slug: string
    category_slug: string
    state: PostState
    votes: number
    votes_before: number
  }[]
  misses: { words: string; times: number }[]
}

/** Recounts what is out of date, where that is quick. */
export async function refreshInsights() {
  await (await viewerClient()).rpc('admin_refresh_insights').throwOnError()
}

export async function getInsights(weeks: number) {
  const { data } = await (await viewerClient()).rpc('admin_insights', { last_weeks: weeks }).throwOnError()
  const { counted_at, ...counts } = data as Answer
  return counted_at === null ? null : { countedAt: counted_at, ...counts }
}

export async function getWeeksBefore(weeks: number) {
  const answer = await (
    await viewerClient()
  )
    .rpc('admin_insights', { last_weeks: 2 * weeks - 1 })
    .throwOnError()
  return (answer.data as Answer).weeks.slice(0, weeks - 1)
}
