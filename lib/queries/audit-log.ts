import { t } from '../words/t'
import { shownName } from '../words/shown-name'
import 'server-only'
import { operator } from '../post/dashboard-choices'
import { viewerClient } from '../supabase/server'
import { nameLogged, readChanges } from './audit-changes'
import { linkLogged } from './audit-links'

export type AuditEntry = Awaited<ReturnType<typeof listAuditLog>>['entries'][number]

const pageSize = 50

/** In the database. */
const operatorName = 'Operator'

export type AuditFilter = {
  /** Only these actions; null for all. */
  actions: string[] | null
  /** A person's id. */
  person: string | typeof operator | null
  /** By the UTC calendar, as it is shown: "2026-11-27". */
  day: string | null
}

const dayLength = 86_400_000

/** For admins, newest first. */
export async function listAuditLog({ actions, person, day }: AuditFilter, before: number | null) {
  const client = await viewerClient()
  let query = client
    .from('audit_log')
    .select('id, action, actor_id, actor_name, key_name, post_id, post_title, before, after, created_at')
    .order('id', { ascending: false })
    .limit(pageSize + 1)
  if (before) query = query.lt('id', before)
  if (actions) query = query.in('action', actions)
  if (person === operator) query = query.is('actor_id', null).eq('actor_name', operatorName)
  else if (person) query = query.eq('actor_id', person)
  if (day) {
    const [start, end] = [0, dayLength].map((after) => new Date(Date.parse(day) + after).toISOString())
    query = query.gte('created_at', start!).lt('created_at', end!)
  }
  const { data } = await query.throwOnError()
  const rows = data.slice(0, pageSize)
  const people = await nameLogged(client, rows)
  const [changesOf, subjectOf] = await Promise.all([readChanges(people), linkLogged(client, rows, people)])
  const entries = rows.map(({ post_title, actor_id, actor_name, key_name, before, after, ...row }) => {
    const person = people.get(personOf(before) ?? personOf(after) ?? '')
    const subject = textOf(after, ...subjects) ?? textOf(before, ...subjects)
    // A key belongs to a person, but has a name of its own.
    const about = post_title ?? (row.action.startsWith('key.') ? subject : (person ?? subject))
    return {
      ...row,
      about,
      // A key is about more than the person it belongs to.
      subject: row.action.startsWith('key.') ? null : subjectOf({ ...row, before, after }),
      changes: changesOf({ ...row, before, after }, post_title === null, about),
      actorId: people.has(actor_id ?? '') ? actor_id : null,
      actorName: actorName({ actor_id, actor_name, key_name }, people),
    }
  })
  return { entries, next: data.length > pageSize ? entries.at(-1)!.id : null }
}

export async function hasOperatorEntries(): Promise<boolean> {
  const client = await viewerClient()
  const { data } = await client
    .from('audit_log')
    .select('id')
    .is('actor_id', null)
    .eq('actor_name', operatorName)
    .limit(1)
    .throwOnError()
  return data.length > 0
}

/** The fields that say what an entry is about. */
const subjects = ['name', 'title', 'host']

type Actor = { actor_id: string | null; actor_name: string; key_name: string | null }

/** Who did something, by today's name, perhaps with an API key. Without an id, it is an operator or someone who left. */
export function actorName({ actor_id, actor_name, key_name }: Actor, people: Map<string, string>): string {
  const isOperator = actor_id === null && actor_name === operatorName
  const known = isOperator ? t('dashboard.auditLog.operator') : people.get(actor_id ?? '')
  const name = known ?? shownName(actor_name)
  return key_name ? t('dashboard.auditLog.withKey', { name, key: key_name }) : name
}

function textOf(value: unknown, ...keys: string[]): string | null {
  const fields = (value ?? {}) as Record<string, unknown>
  return keys.map((key) => fields[key]).find((text) => typeof text === 'string') ?? null
}

const personOf = (value: unknown) => textOf(value, 'user_id')
