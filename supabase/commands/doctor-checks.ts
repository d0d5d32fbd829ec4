import type { Sql } from 'postgres'
import { defaultSiteName } from '../../lib/post/default-site-name.ts'
import { compareMigrations } from '../local/migrations.ts'

/** What was looked at, whether it is well, and otherwise how to mend it. */
export type Finding = { what: string; isFine: boolean; advice?: string }

export const fine = (what: string): Finding => ({ what, isFine: true })
export const broken = (what: string, advice: string): Finding => ({ what, isFine: false, advice })

/**
 * Looks at the project from outside, with what the site itself has.
 * @param providers the names in AUTH_PROVIDERS
 */
export async function checkProject(
  url: string,
  key: string,
  siteUrl: string,
  providers: string[] = [],
): Promise<Finding[]> {
  const findings: Finding[] = []
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(url + path, { headers: { ...headers, apikey: key }, signal: AbortSignal.timeout(10_000) }).catch(
      () => null,
    )

  const silent = broken(
    `The project at ${url} does not answer.`,
    'Check NEXT_PUBLIC_SUPABASE_URL, and that the project is not paused.',
  )
  const categories = await ask('/rest/v1/categories?select=slug')
  if (!categories) return [silent]
  findings.push(
    categories.ok
      ? fine('The key is accepted and the tables are there.')
      : broken(
          `The project answers ${categories.status} to the site's key.`,
          'Check NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY, and apply the migrations: npx supabase db push --remote',
        ),
  )
  if (key.startsWith('sb_secret_') || isServiceRole(key)) {
    findings.push(
      broken(
        'The site uses a secret key. It goes to every browser!',
        'Put the publishable key there and roll the secret one at once.',
      ),
    )
  } else findings.push(fine('The key is a publishable one.'))
  // A key that is refused sees nothing, whoever else may.
  if (categories.ok) {
    const roles = await ask('/rest/v1/roles?select=user_id')
    const inside = await ask('/rest/v1/imports?limit=1', { 'accept-profile': 'private' })
    if (roles && inside) findings.push(checkRoles(roles), checkPrivate(inside))
    else findings.push(silent)
  }
  const settings = await ask('/auth/v1/settings')
  if (settings?.ok) {
    const {
      disable_signup: isClosed,
      mailer_autoconfirm: isAutomatic,
      external = {},
    } = (await settings.json()) as {
      disable_signup: boolean
      mailer_autoconfirm: boolean
      external?: Record<string, boolean>
    }
    for (const name of providers.filter((provider) => !external[provider])) {
      findings.push(
        broken(
          `The site offers signing in with ${name}, the project does not.`,
          `Set it up under Authentication > Sign In / Providers, or take ${name} out of AUTH_PROVIDERS.`,
        ),
      )
    }
    findings.push(fine(isClosed ? 'Signing up is switched off.' : 'Signing up is open.'))
    findings.push(
      isAutomatic
        ? broken(
            'E-mail addresses are not confirmed.',
            'Switch on "Confirm email", or push supabase/config.toml: npx supabase config push',
          )
        : fine('E-mail addresses are confirmed.'),
    )
  } else
    findings.push(
      broken('The sign-in service does not answer.', 'Check that Auth is enabled in the project.'),
    )
  const storage = await ask('/storage/v1/object/public/images/doctor')
  findings.push(
    storage && storage.status < 500
      ? fine('The storage answers.')
      : broken('The storage does not answer.', 'Check that Storage is enabled in the project.'),
  )
  const isLocal = /^https?:\/\/(localhost|127\.)/.test(siteUrl)
  findings.push(
    isLocal || siteUrl.startsWith('https:')
      ? fine(`The site's address is ${siteUrl}.`)
      : broken(
          `The site's address is ${siteUrl}, without https.`,
          'Serve it over https and set SITE_URL: session cookies travel in clear otherwise.',
        ),
  )
  return findings
}

const checkRoles = ({ ok }: Response): Finding =>
  ok
    ? broken(
        'A visitor can read the table of roles.',
        'Apply the migrations anew; row level security is off or a grant was added.',
      )
    : fine('A visitor cannot read who is an admin.')

const checkPrivate = ({ status }: Response): Finding =>
  status === 406
    ? fine('The schema private is not served.')
    : broken(
        'The schema private is served to everybody.',
        'Take it out of the exposed schemas: Project Settings > Data API, or npx supabase config push',
      )

function isServiceRole(key: string): boolean {
  try {
    return JSON.parse(Buffer.from(key.split('.')[1] ?? '', 'base64url').toString()).role === 'service_role'
  } catch {
    return false
  }
}

/** Whether the server can count attempts to sign in, for which it needs its own key and the visitors' addresses. */
export async function checkAttempts(url: string, secretKey?: string, proxies = 0): Promise<Finding> {
  const meaning =
    "Attempts to sign in are not counted by the site; to the project's own limits every visitor is this server"
  if (!secretKey)
    return { ...fine(`${meaning}: there is no secret key.`), advice: 'Set SUPABASE_SECRET_KEY.' }
  const response = await fetch(`${url}/rest/v1/roles?select=user_id&limit=1`, {
    headers: { apikey: secretKey },
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null)
  if (!response)
    return broken('The project does not say whether it takes the secret key.', 'Try again in a while.')
  if (!response.ok) {
    return broken('The secret key is not accepted, so nobody can sign in.', 'Check SUPABASE_SECRET_KEY.')
  }
  return proxies > 0
    ? fine('Attempts to sign in are counted per account and network address.')
    : { ...fine(`${meaning}: visitors' addresses are not known.`), advice: 'Set TRUSTED_PROXIES.' }
}

/** Triggers on tables that are the project's own, not in the dump of ours. */
const guards = [
  'create_profile',
  'bound_user_data',
  'prove_account',
  'drop_unproven_identities',
  'delete_profile',
  'guard_password',
  'let_first_password_go',
  'keep_to_budget',
]

/** Looks into the database with the operator's rights. */
export async function checkDatabase(sql: Sql, givenName?: string): Promise<Finding[]> {
  const findings: Finding[] = []
  const [version] = await sql`select current_setting('server_version_num')::int as number`
  findings.push(
    version!.number >= 150_000
      ? fine(`PostgreSQL ${Math.floor(version!.number / 10_000)}.`)
      : broken('PostgreSQL is older than 15.', 'Upgrade the project in its settings.'),
  )
  const { files, missing, unknown } = await compareMigrations(sql)
  findings.push(
    missing.length === 0
      ? fine(`All ${files.length} migrations are applied.`)
      : broken(
          `${missing.length} migrations are not applied: ${missing.join(', ')}.`,
          'npx supabase db push --remote',
        ),
  )
  if (unknown.length > 0) {
    findings.push(
      broken(
        `The database was made by another version of Signpost: ${unknown.length} of its migrations are not here (${unknown.join(', ')}).`,
        'Run the version that made it, or start anew without its data: npx supabase db reset --remote --no-seed',
      ),
    )
  }
  const open = await sql`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and not c.relrowsecurity order by 1`
  findings.push(
    open.length === 0
      ? fine('Row level security is on for every table.')
      : broken(
          `Row level security is off for ${open.map(({ name }) => name).join(', ')}.`,
          'alter table … enable row level security, with a policy for whoever may see its rows.',
        ),
  )
  const lost = await sql`
    select name from unnest(${guards}::text[]) name
    where not exists (select from pg_trigger where tgname = name and tgenabled <> 'D')`
  findings.push(
    lost.length === 0
      ? fine('The triggers on accounts and objects are there.')
      : broken(
          `Triggers are missing or switched off: ${lost.map(({ name }) => name).join(', ')}.`,
          'Make them as the files in supabase/schemas do.',
        ),
  )
  const buckets =
    await sql`select id, public, file_size_limit from storage.buckets where id in ('images', 'avatars')`
  const isSound = buckets.length === 2 && buckets.every((bucket) => bucket.public && bucket.file_size_limit)
  findings.push(
    isSound
      ? fine('Both buckets are there, public and limited.')
      : broken(
          'A bucket is missing, private, or takes files of any size.',
          'Make them as supabase/schemas/24_storage does.',
        ),
  )
  const [admins] = await sql`select count(*)::int as number from public.roles where role = 'admin'`
  findings.push(
    admins!.number > 0
      ? fine(admins!.number === 1 ? 'There is one admin.' : `There are ${admins!.number} admins.`)
      : broken('There is no admin.', 'Sign up on the site, then: npm run admin -- grant <email>'),
  )
  const [kept] = await sql`
    select s.name, exists (
      select from private.reserved_names where private.looks_of(name) = private.looks_of(s.name)
    ) as "isKept"
    from (select coalesce(${givenName ?? null}::text, (select name from public.site_settings), ${defaultSiteName}) as name) s`
  const siteName = kept!.name as string
  findings.push(
    kept!.isKept
      ? fine(`Nobody but an admin can be called ${siteName}.`)
      : broken(`Anybody can be called ${siteName}, as the site is.`, `npm run admin -- reserve ${siteName}`),
  )
  const strays = await sql`select kind from private.find_strays()`.catch(() => [])
  findings.push(
    strays.length === 0
      ? fine('Every picture has its object, and every object its picture.')
      : broken(
          `${strays.filter(({ kind }) => kind === 'object').length} objects are shown by nothing, ` +
            `${strays.filter(({ kind }) => kind === 'row').length} pictures have no object.`,
          'npm run clean-up',
        ),
  )
  const miscounts = await sql`select 1 from private.find_miscounts() limit 1`.catch(() => [])
  findings.push(
    miscounts.length === 0
      ? fine('Every count is right.')
      : broken('Some counts are wrong.', 'npm run recount -- --fix'),
  )
  return findings
}
