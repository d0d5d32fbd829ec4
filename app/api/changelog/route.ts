import { queryRoute } from '@/lib/publish/answer'
import { listEntries, showEntry } from '@/lib/queries/changelog'
import { entriesQuery } from '@/lib/schemas/query'

export const GET = queryRoute(entriesQuery, async ({ label, after }) => {
  const { entries, next } = await listEntries(label, after)
  return { entries: entries.map(showEntry), next }
})
