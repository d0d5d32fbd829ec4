import { t } from '../words/t.ts'
import 'server-only'
import { viewerClient } from '../supabase/server'
import { type AnswerWords, callingName } from '../text/fill-answer'
import { getSite } from './site'

export type CannedAnswer = Awaited<ReturnType<typeof listCannedAnswers>>[number]

export async function listCannedAnswers() {
  const client = await viewerClient()
  const { data } = await client
    .from('canned_answers')
    .select('id, name, body')
    .order('name')
    .order('id')
    .throwOnError()
  return data
}

export async function getCommonWords(): Promise<AnswerWords> {
  const { name } = await getSite()
  return { name: callingName(null), title: t('queries.savedReplies.thisPost'), state: '', site: name }
}

export async function getAnswerWords(post: number): Promise<AnswerWords | null> {
  const client = await viewerClient()
  const [{ data }, site] = await Promise.all([
    client
      .from('posts')
      .select('title, state, author:profiles!posts_author_id_fkey(name)')
      .eq('id', post)
      .maybeSingle()
      .throwOnError(),
    getSite(),
  ])
  return (
    data && {
      name: callingName(data.author?.name),
      title: data.title,
      state: site.stateNames[data.state],
      site: site.name,
    }
  )
}
