import type { Sql } from 'postgres'
import type { Entry, ZipFile } from 'yauzl'
import * as z from 'zod'
import { Refusal } from '../import/reading.ts'
import { cleanLine, shorten } from '../import/text.ts'
import { accountsName, type Manifest, tableEntry } from './manifest.ts'
import { parseRows, type Row } from './rows.ts'
import { t } from '../../words/t.ts'

export const rolesTable = 'public.roles'

type TeamMember = { id: string; role: string; name: string; email: string | null }

const roleRow = z.object({ user_id: z.string(), role: z.string() })
const accountRow = z.object({ id: z.string(), name: z.string().nullish(), email: z.string().nullish() })
const mostMembers = 1000

export async function readTeam(
  zip: ZipFile,
  entries: Map<string, Entry>,
  { accounts, tables }: Manifest,
): Promise<TeamMember[]> {
  const has = (table: string) => tables.some(({ name }) => name === table)
  const rowsOf = (name: string) => parseRows(zip, entries.get(name)!)
  const team = new Map<string, TeamMember>()
  if (!has(rolesTable)) return []
  for await (const { row } of rowsOf(tableEntry(rolesTable))) {
    const { data } = roleRow.safeParse(row)
    if (data && !team.has(data.user_id))
      team.set(data.user_id, { id: data.user_id, role: data.role, name: 'no name', email: null })
    if (team.size > mostMembers) throw new Refusal(t('transfer.refusal.teamTooLarge', { most: mostMembers }))
  }
  const people = accounts !== null ? accountsName : has('public.profiles') && tableEntry('public.profiles')
  if (!people) return [...team.values()]
  for await (const { row } of rowsOf(people)) {
    const { data } = accountRow.safeParse(row)
    const member = data && team.get(data.id)
    if (member) Object.assign(member, { name: data.name ?? member.name, email: data.email ?? null })
  }
  return [...team.values()]
}

export function showTeam(team: TeamMember[], admins: string[]): string[] {
  const isNamed = ({ email }: TeamMember) => email !== null && admins.includes(email.toLowerCase())
  for (const address of admins)
    if (!team.some(({ email }) => email?.toLowerCase() === address))
      throw new Refusal(`${address} isn't on this board's team.`)
  if (team.length === 0) return []
  const lines = team.map((member) => {
    const { role, name, email } = member
    return plain(`${email ?? 'no address'} (${name}): ${role}${isNamed(member) ? '' : ', left out'}`)
  })
  const advice = 'Only people named by --with-emails --admins <email>,<email> keep their role.'
  return ['The team of this board:', ...lines, ...(team.every(isNamed) ? [] : [advice])]
}

const plain = (line: string) => shorten(cleanLine(line), 300)

/** Ids of the accounts that have these addresses here. The ids in the file can't be trusted. */
export async function findAdmins(sql: Sql, admins: string[]): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`
    select id from auth.users where lower(email) = any(${admins}) and email_confirmed_at is not null`
  return new Set(rows.map(({ id }) => id))
}

export async function listUngranted(sql: Sql, admins: string[]): Promise<string[]> {
  const rows = await sql<{ address: string }[]>`
    select a.address from unnest(${admins}::text[]) as a (address)
    where not exists (
      select from auth.users u join public.roles r on r.user_id = u.id where lower(u.email) = a.address
    )`
  return rows.map(
    ({ address }) =>
      `${address} got no role, because that address belongs to another account here. Run npm run admin -- grant ${address}`,
  )
}

export const isOfOneOf = (ids: Set<string>) => (row: Row) => {
  const { data } = roleRow.safeParse(row)
  return data !== undefined && ids.has(data.user_id)
}
