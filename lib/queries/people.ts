import { shownName } from '../words/shown-name'
import 'server-only'
import { viewerClient } from '../supabase/server'
import { storageAddress } from '../supabase/storage-address'
import { isDataException } from '../supabase/database-errors'
import type { PeopleChoice } from '../post/dashboard-choices'

export type ListedPerson = Awaited<ReturnType<typeof listPeople>>['people'][number]

const pageSize = 50
const mostFound = 8

export type TeamMember = Awaited<ReturnType<typeof listTeam>>[number]

export async function listTeam() {
  const client = await viewerClient()
  const { data } = await client
    .from('profiles')
    .select('id, name')
    .eq('is_team', true)
    .order('name')
    .order('id')
    .throwOnError()
  return data
}

/** The database refuses anyone outside the team, and returns addresses to admins only. */
export async function listPeople(query: string, choice: PeopleChoice | 'confirmed', after: string | null) {
  const client = await viewerClient()
  const { data, error } = await client.rpc('admin_people', {
    query,
    only_of: choice === 'all' ? undefined : choice,
    after_cursor: after ?? undefined,
    max_rows: pageSize + 1,
  })
  if (error && after && isDataException(error)) return listPeople(query, choice, null)
  if (error) throw error
  const people = data.slice(0, pageSize).map((row) => ({
    id: row.id,
    name: shownName(row.name),
    avatar: storageAddress('avatars', row.avatar_url as string | null),
    email: row.email as string | null,
    role: row.role as 'admin' | 'moderator' | null,
    hasAccount: row.has_account,
    hasFactor: row.has_factor,
    createdAt: row.created_at,
    posts: row.posts,
    comments: row.comments,
    votes: row.votes,
    hidden: row.hidden,
    block: (row.blocked_at as string | null) && {
      reason: row.block_reason,
      endsAt: row.block_ends_at as string | null,
    },
    cursor: row.row_cursor,
  }))
  return { people, next: data.length > pageSize ? people[people.length - 1]!.cursor : null }
}

export type FoundPerson = Awaited<ReturnType<typeof findPeople>>[number]

export async function findPeople(query: string) {
  const { people } = await listPeople(query, 'all', null)
  return people.slice(0, mostFound).map(inShort)
}

/** The people the team can vote for: with a confirmed address, and not blocked. */
export async function findVoters(query: string) {
  const { people } = await listPeople(query, 'confirmed', null)
  return people
    .filter(({ block }) => !block)
    .slice(0, mostFound)
    .map(inShort)
}

const inShort = ({ id, name, avatar, email }: ListedPerson) => ({ id, name, avatar, email })
