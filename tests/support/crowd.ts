import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import type postgres from 'postgres'
import { findBuild } from '../../supabase/commands/build-site.ts'
import { projectRoot } from '../../supabase/local/backend.ts'
import { ask, type Asked } from './ask.ts'
import { sessionCookies } from './session-cookies.ts'

type Backend = { url: string; publishableKey: string }
export type Member = { name: string; cookie: string }
export type Post = { id: number; path: string }

const password = 'correct horse battery'

/** People who are signed in, each with a unique name. */
export async function createCrowd(
  sql: postgres.Sql,
  backend: Backend,
  site: string,
  count: number,
): Promise<Member[]> {
  await sql`update private.limits set max_count = 1000000`
  const people = Array.from({ length: count }, () => ({
    email: `${randomUUID()}@example.com`,
    name: `Somebody ${randomUUID()}`,
  }))
  const client = createClient(backend.url, backend.publishableKey, { auth: { persistSession: false } })
  const members: Member[] = []
  for (const { email, name } of people) {
    const { data, error } = await client.auth.signUp({ email, password })
    if (error) throw error
    await sql`update auth.users set email_confirmed_at = now() where email = ${email}`
    await sql`update public.profiles set name = ${name} where id = ${data.user!.id}`
    members.push({ name, cookie: cookieHeader(await sessionCookies(backend, { email, password }, site)) })
  }
  return members
}

const cookieHeader = (cookies: { name: string; value: string }[]) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

/** Posts without votes. */
export async function createPosts(sql: postgres.Sql, count: number): Promise<Post[]> {
  const run = randomUUID().slice(0, 8)
  return sql<Post[]>`
    with made as (
      insert into public.posts (category_id, author_id, title, details)
      select c.id, null, 'Counted ' || ${run} || ' ' || n, 'Some words.'
      from public.categories c, generate_series(1, ${count}::integer) n where c.slug = 'bugs'
      returning id, slug
    )
    select id::integer, '/bugs/' || slug as path from made order by id`
}

let voteAction: string | undefined

/** Votes as the browser does, through the action of that name. */
export async function vote(site: string, { cookie }: Member, { id, path }: Post): Promise<void> {
  const manifest = join(projectRoot, findBuild()!, 'server/server-reference-manifest.json')
  voteAction ??= Object.entries(
    (JSON.parse(readFileSync(manifest, 'utf8')) as { node: Record<string, { exportedName: string }> }).node,
  ).find(([, { exportedName }]) => exportedName === 'setVote')![0]
  const answer = await ask(site + path, {
    method: 'POST',
    headers: { 'next-action': voteAction, 'content-type': 'text/plain;charset=UTF-8', origin: site, cookie },
    body: JSON.stringify([{ id, wanted: true }]),
  })
  if (!answer.text.includes('"isVoted":true')) throw unexpected(answer)
}

/** The number of votes that a post's page shows. */
export async function votesShown(site: string, { path }: Post): Promise<number> {
  const answer = await ask(site + path)
  const shown = /LikeAction","userInteractionCount":(\d+)/.exec(answer.text)
  if (answer.status !== 200 || !shown) throw unexpected(answer)
  return Number(shown[1])
}

const unexpected = ({ status, text }: Asked) => new Error(`${status} ${text.slice(0, 200)}`)
