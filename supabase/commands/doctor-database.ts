import type { Sql } from 'postgres'
import { defaultSiteName } from '../../lib/post/default-site-name.ts'
import { compareMigrations } from '../local/migrations.ts'
import { longDate } from '../../lib/text/dates.ts'
import { broken, check, fine, type Finding, warning } from './doctor-finding.ts'

/** Triggers on tables of the project itself, which our dump doesn't include. */
const guards = [
  'create_profile',
  'bound_user_data',
  'prove_account',
  'drop_unproven_identities',
  'keep_an_identity',
  'delete_profile',
  'guard_password',
  'guard_password_at_end',
  'let_first_password_go',
  'keep_to_budget',
  'guard_factor',
  'guard_first_code',
  'guard_linking',
  'note_device',
  'tell_new_password',
  'tell_identity',
]

/** Checks the database with the operator's rights. */
export async function checkDatabase(sql: Sql, givenName?: string): Promise<Finding[]> {
  const findings: Finding[] = []
  const note = (...found: Parameters<typeof check>) => findings.push(check(...found))
  const [version] = await sql`select current_setting('server_version_num')::int as number`
  note(
    version!.number >= 150_000,
    `PostgreSQL ${Math.floor(version!.number / 10_000)}.`,
    'PostgreSQL is older than 15.',
    'Upgrade the project in its settings.',
  )
  const { files, missing, unknown } = await compareMigrations(sql)
  note(
    missing.length === 0,
    `All ${files.length} migrations are applied.`,
    `${missing.length} migrations aren't applied: ${missing.join(', ')}.`,
    'npx supabase db push --remote',
  )
  if (unknown.length > 0) {
    findings.push(
      broken(
        `The database was made by another version of Signpost: ${unknown.length} of its migrations don't exist here (${unknown.join(', ')}).`,
        'Run the version that made it, or start over without its data: npx supabase db reset --remote --no-seed',
      ),
    )
  }
  const open = await sql`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and not c.relrowsecurity order by 1`
  note(
    open.length === 0,
    'Row level security is on for every table.',
    `Row level security is off for ${open.map(({ name }) => name).join(', ')}.`,
    'alter table … enable row level security, with a policy for the roles that may see its rows.',
  )
  const lost = await sql`
    select name from unnest(${guards}::text[]) name
    where not exists (select from pg_trigger where tgname = name and tgenabled <> 'D')`
  note(
    lost.length === 0,
    'The triggers on accounts and objects exist.',
    `Triggers are missing or disabled: ${lost.map(({ name }) => name).join(', ')}.`,
    'Create them as in supabase/schemas.',
  )
  const buckets =
    await sql`select id, public, file_size_limit from storage.buckets where id in ('images', 'avatars')`
  const isSound = buckets.length === 2 && buckets.every((bucket) => bucket.public && bucket.file_size_limit)
  note(
    isSound,
    'Both buckets exist, are public and limit file size.',
    'A bucket is missing, private, or accepts files of any size.',
    'Create them as in supabase/schemas/24_storage.',
  )
  const [admins] = await sql`select count(*)::int as number from public.roles where role = 'admin'`
  note(
    admins!.number > 0,
    admins!.number === 1 ? 'There is one admin.' : `There are ${admins!.number} admins.`,
    'There is no admin.',
    'Sign up on the site, then: npm run admin -- grant <email>',
  )
  const [kept] = await sql`
    select s.name, exists (
      select from private.reserved_names where private.looks_of(name) = private.looks_of(s.name)
    ) as "isKept"
    from (select coalesce(${givenName ?? null}::text, (select name from public.site_settings), ${defaultSiteName}) as name) s`
  const siteName = kept!.name as string
  note(
    kept!.isKept,
    `Only admins can use the name ${siteName}.`,
    `Anyone can use the site's name, ${siteName}.`,
    `npm run admin -- reserve ${siteName}`,
  )
  const strays = await sql`select kind from private.find_strays()`.catch(() => [])
  note(
    strays.length === 0,
    'Every picture has a stored file, and every file a picture.',
    `${strays.filter(({ kind }) => kind === 'object').length} stored files belong to nothing, ` +
      `${strays.filter(({ kind }) => kind === 'row').length} pictures have no file.`,
    'npm run clean-up',
  )
  const miscounts = await sql`select 1 from private.find_miscounts() limit 1`.catch(() => [])
  note(
    miscounts.length === 0,
    'All counts are correct.',
    'Some counts are wrong.',
    'npm run recount -- --fix',
  )
  return findings
}

/** Reports the last export, from the dashboard or by npm run export. Other backups leave no trace here. */
export async function checkExport(sql: Sql): Promise<Finding> {
  const [last] = await sql<{ at: Date; origin: string; isOld: boolean }[]>`
    select made_at as at, origin, made_at < now() - interval '30 days' as "isOld"
    from private.exports where made_at is not null order by made_at desc limit 1`
  const advice = 'If you have no other backup, export the board at /dashboard/import or with npm run export.'
  if (!last) return warning('The board was never exported.', advice)
  const how = last.origin === 'shell' ? 'with npm run export' : 'from the dashboard'
  const said = `The last export was made on ${longDate(last.at)} ${how}.`
  return last.isOld ? warning(said, advice) : fine(said)
}

/** The mail server that an admin chose in the dashboard; null without one, or in a database of an older version. */
export async function findChosenMailServer(sql: Sql): Promise<string | null> {
  const [chosen] = await sql<{ host: string }[]>`select host from private.mail_server`.catch(() => [])
  return chosen?.host ?? null
}

/**
 * Checks whether emails about followed posts can be sent.
 * @param mailServer the name of its host
 */
export function checkMailServer(
  isOwnProject: boolean,
  database?: string,
  mailServer?: string | null,
): Finding {
  if (!isOwnProject && !mailServer) return fine('Emails about followed posts go to the local mailbox.')
  if (!database) {
    return broken(
      'No emails are sent, and no one is notified about posts.',
      'Set DATABASE_URL, and a mail server at /dashboard/mails or in SMTP_URL.',
    )
  }
  return mailServer
    ? fine(`Emails about followed posts are sent through ${mailServer}.`)
    : warning(
        'People are notified on the site, but no emails are sent.',
        'Set up a mail server at /dashboard/mails, or SMTP_URL and MAIL_FROM.',
      )
}

/** Checks whether jobs run, and whether emails and webhook deliveries arrive. */
export async function checkJobs(sql: Sql): Promise<Finding[]> {
  const [waiting] = await sql<{ late: number }[]>`
    select count(*)::int as late from private.untold u join private.visible_events e on e.id = u.event_id
    where e.created_at < now() - interval '10 minutes'`
  const [mails] = await sql<{ failed: number; late: number }[]>`
    select count(*) filter (where state in ('failed', 'unknown') and created_at > now() - interval '1 day')::int as failed,
      count(*) filter (where state in ('ready', 'claimed') and due_at < now() - interval '1 hour')::int as late
    from private.mails`
  const [transfers] = await sql<{ late: number }[]>`
    select count(*)::int as late from (
      select held_until from private.import_runs where state in ('checking', 'running', 'undoing')
      union all select held_until from private.exports where state = 'making'
    ) t where t.held_until < now() - interval '10 minutes'`
  const hooks = await sql<{ host: string; is_off: boolean }[]>`
    select distinct substring(address from '^https?://([^/?]+)') as host, off_at is not null as is_off
    from private.webhooks where off_reason is not null or failing_since < now() - interval '1 hour' order by 1`
  return [
    check(
      waiting!.late === 0,
      'All notifications have been delivered.',
      `${waiting!.late} events are waiting to be delivered.`,
      'Run npm start or npm run worker, or call POST /api/jobs from cron.',
    ),
    check(
      mails!.late === 0,
      'No emails are overdue.',
      `${mails!.late} emails have been waiting for more than an hour.`,
      'Set up a mail server at /dashboard/mails, or SMTP_URL and MAIL_FROM, and run npm run worker.',
    ),
    check(
      mails!.failed === 0,
      'Every email in the last day was sent.',
      `${mails!.failed} emails in the last day failed or may not have arrived.`,
      'Check their outcome: select created_at, state, outcome from private.mails order by id desc;',
    ),
    check(
      transfers!.late === 0,
      'No imports or exports are waiting.',
      `${transfers!.late} imports or exports have been waiting for more than ten minutes.`,
      'Run npm start or npm run worker.',
    ),
    check(
      hooks.length === 0,
      'Webhook deliveries are arriving.',
      `Deliveries are failing for the webhooks to ${hooks.map(({ host, is_off }) => (is_off ? `${host} (turned off)` : host)).join(', ')}.`,
      'Check their responses: /dashboard/webhooks.',
    ),
  ]
}

/**
 * Uses the newest account that was confirmed by email to tell which emails the project sends, because only the
 * project's owner can read its settings. A link in our emails leads to the site, whose server uses it and names the
 * device. A default email's link leads a browser, or a scanner, straight to the auth service.
 */
export async function checkAccountMails(sql: Sql): Promise<Finding[]> {
  const [newest] = await sql`
    select s.user_agent is not null as "isKnown", s.user_agent like '%/%' as "isDefault"
    from auth.users u left join auth.sessions s on s.user_id = u.id
      and s.created_at between u.email_confirmed_at and u.email_confirmed_at + interval '1 second'
    where u.invited_at is null and u.email_confirmed_at is not null
      -- The auth service forgets when it sent the mail, as soon as there is a new password.
      and (u.confirmation_sent_at is not null or s.id is not null)
      and u.raw_app_meta_data ->> 'provider' = 'email'
    order by u.email_confirmed_at desc, s.created_at limit 1`
  if (!newest?.isKnown) {
    return [
      warning(
        "Couldn't check which emails the project sends.",
        'Run this again while someone who has just confirmed an address is still signed in.',
      ),
    ]
  }
  return [
    newest.isDefault
      ? broken(
          "The newest account was confirmed past the site: by a link that an operator made, or by the project's default email, whose link a scanner can use up.",
          'npx supabase config push, unless an operator made it. Then sign up once more: the doctor checks the newest account.',
        )
      : fine("The newest account was confirmed with the site's own email."),
  ]
}
