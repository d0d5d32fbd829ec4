import { type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import type { Sql } from 'postgres'
import { type Backend, projectRoot } from '../../supabase/local/backend.ts'
import { endChild, hasEnded, signalGroup, spawnNode, waitUntil } from '../../supabase/local/processes.ts'
import type { CountingMailServer } from './counting-mail-server.ts'

const followers = 12

export const faults = [
  'nothing',
  'kill -9 of a worker',
  'kill -9 of both workers',
  'kill -9 of the database',
  'kill -9 of the database and a worker',
  'a mail server that says nothing after it took a mail',
  'a mail server that says nothing, and kill -9 of a worker',
] as const
export type Fault = (typeof faults)[number]

export type Round = { notices: number; sent: number; unknown: number; wrong: string[] }

type Stage = { backend: Backend; folder: string; sql: Sql; mail: CountingMailServer }

/** Two workers with a database and a mail server, and rounds in which a state changes and something is killed. */
export async function startRounds({ backend, folder, sql, mail }: Stage) {
  const workers: ChildProcess[] = [startWorker(), startWorker()]
  const engine = new PgBoss({
    connectionString: backend.databaseUrl,
    max: 1,
    supervise: false,
    schedule: false,
  })
  // The database may be down.
  engine.on('error', () => {})
  await engine.start()
  await retry(() => sql`update private.notice_rules set correction = '0'`)
  const [admin] = await sql`
    with person as (
      insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), ${`${randomUUID()}@example.com`}, now())
      returning id
    ) select id from person`
  await sql`insert into public.roles (user_id, role) values (${admin!.id}, 'admin')`

  function startWorker(): ChildProcess {
    return spawnNode(join(projectRoot, 'supabase/commands/worker.ts'), [], {
      cwd: projectRoot,
      env: {
        ...process.env,
        NODE_ENV: 'test',
        NODE_OPTIONS: '--conditions=react-server',
        NEXT_PUBLIC_SUPABASE_URL: backend.url,
        NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
        SUPABASE_SECRET_KEY: backend.secretKey,
        DATABASE_URL: backend.databaseUrl,
        SMTP_URL: mail.url,
        MAIL_FROM: 'Signpost <signpost@localhost>',
      },
      stdio: ['ignore', 'ignore', 'ignore'],
    })
  }

  const killWorker = (index: number) => signalGroup(workers[index]!.pid!, 'SIGKILL')
  const killDatabase = () => {
    const pid = Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
    process.kill(pid, 'SIGKILL')
  }
  const happen: Record<Fault, () => void> = {
    nothing: () => {},
    'kill -9 of a worker': () => killWorker(0),
    'kill -9 of both workers': () => [0, 1].forEach(killWorker),
    'kill -9 of the database': killDatabase,
    'kill -9 of the database and a worker': () => {
      killDatabase()
      killWorker(1)
    },
    'a mail server that says nothing after it took a mail': () => mail.behave({ silent: 0.3, busy: 0.2 }),
    'a mail server that says nothing, and kill -9 of a worker': () => {
      mail.behave({ silent: 0.3 })
      setTimeout(() => killWorker(0), Math.random() * 400)
    },
  }

  /** @param delay milliseconds from the change to the fault */
  async function round(fault: Fault, delay: number): Promise<Round> {
    const isEarly = fault.startsWith('a mail server')
    if (isEarly) happen[fault]()
    const event = await changeState(delay, isEarly ? () => {} : happen[fault])
    await wait(300)
    const told = async () => {
      // Restarts the worker, also after it ended because the database was down, as a process manager would.
      for (const [index, worker] of workers.entries()) if (hasEnded(worker)) workers[index] = startWorker()
      await sql`select pg_notify('signpost', 'event'), pg_notify('signpost', 'mail')`
      // Here, jobs of a lost program are free at once, and there are no pauses.
      await sql`update pgboss.job set heartbeat_on = now() - interval '1 hour'
                where name = 'send-mail' and state = 'active' and heartbeat_on < now() - interval '4 seconds'`
      await sql`update pgboss.queue set monitor_claim_on = null, monitor_on = null where name = 'send-mail'`
      await engine.supervise('send-mail')
      await sql`update pgboss.job set start_after = now() where name = 'send-mail' and state < 'active'`
      await wait(250)
      const [left] = await sql`
        select (select count(*) from private.untold)::int + (select count(*) from private.mail_parts where mail_id is null)::int
          + (select count(*) from private.mails where state in ('ready', 'claimed', 'sending'))::int as number`
      return left!.number === 0
    }
    await waitUntil(`The end of the round "${fault}"`, told, 90_000)
    mail.behave({})
    return retry(() => check(event))
  }

  /** Changes the state of a post with followers while something is killed. */
  async function changeState(delay: number, fault: () => void): Promise<number> {
    const [post] = await retry(
      () => sql`
      with people as (
        insert into auth.users (id, email, email_confirmed_at)
        select gen_random_uuid(), gen_random_uuid() || '@example.com', now() from generate_series(1, ${followers})
        returning id
      ), post as (
        insert into public.posts (category_id, title)
        select min(id), 'Round ' || gen_random_uuid() from public.categories
        returning id
      )
      select post.id, array_agg(people.id) as people from post, people group by post.id`,
    )
    await retry(
      () => sql`
      insert into public.votes (post_id, user_id, created_at)
      select ${post!.id}, id, now() - interval '1 hour' from unnest(${post!.people}::uuid[]) id on conflict do nothing`,
    )
    await retry(() =>
      sql.begin(async (as) => {
        await as`select set_config('request.jwt.claims', ${JSON.stringify({ role: 'authenticated', sub: admin!.id })}, true),
        set_config('request.jwt.claim.sub', ${admin!.id}, true)`
        await as`select * from public.admin_set_state(array[${post!.id}]::bigint[], 'planned', 'For all.')`
      }),
    )
    await wait(delay)
    fault()
    await wait(50)
    return retry(async () => {
      const [event] =
        await sql`select id from private.events where post_id = ${post!.id} and kind = 'post.state'`
      return Number(event!.id)
    })
  }

  /** Every follower has one notification. Each email arrived once, or is marked as uncertain. */
  async function check(event: number): Promise<Round> {
    const [told] = await sql`
      select count(*)::int as notices, count(distinct person_id)::int as people from private.notices where event_id = ${event}`
    const mails = await sql`
      select m.key, m.state, m.outcome, u.email, count(*) over (partition by m.person_id)::int as mails_each
      from private.mail_parts p join private.mails m on m.id = p.mail_id join auth.users u on u.id = m.person_id
      where p.event_id = ${event}`
    const wrong: string[] = []
    if (told!.notices !== followers || told!.people !== followers) wrong.push(`${told!.notices} notices`)
    if (mails.length !== followers) wrong.push(`${mails.length} mails`)
    for (const { key, state, outcome, email, mails_each } of mails) {
      const taken = mail.taken.get(`${key} ${email}`) ?? 0
      if (mails_each !== 1) wrong.push(`${mails_each} mails for one person`)
      if (taken > 1 || (state === 'sent' && taken !== 1)) wrong.push(`${state}, taken ${taken} times`)
      if (!['sent', 'unknown'].includes(state)) wrong.push(`${state}: ${outcome}`)
    }
    const count = (state: string) => mails.filter((mail) => mail.state === state).length
    return { notices: told!.notices, sent: count('sent'), unknown: count('unknown'), wrong }
  }

  return {
    round,
    async stop() {
      await engine.stop({ graceful: false })
      await Promise.all(workers.map((worker) => endChild(worker)))
    },
  }
}

/** The database may be starting again. */
async function retry<T>(run: () => Promise<T>): Promise<T> {
  const end = Date.now() + 90_000
  for (;;) {
    try {
      return await run()
    } catch (error) {
      if (Date.now() > end) throw error
      await wait(200)
    }
  }
}
