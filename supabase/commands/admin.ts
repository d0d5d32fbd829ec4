import type { Sql } from 'postgres'
import { runCommand } from './environment.ts'
import { withDatabase } from './connection.ts'

const usage = `Usage: npm run admin -- <command>

Manages admins and the names that only they can use.

  grant <email>          Make an account an admin.
  revoke <email>         Make an admin a member again.
  list                   List all admins.
  reset-factors <email>  Turn off two-factor authentication for someone who lost their device.
  reserve <name>         Reserve a name and its lookalikes for admins.`

await runCommand(async () => {
  const [command, ...rest] = process.argv.slice(2)
  if (command === '--help' || command === '-h') return console.log(usage)
  // A name may have several words.
  const given = rest.join(' ').trim()
  const isComplete = {
    list: rest.length === 0,
    grant: rest.length === 1 && given !== '',
    revoke: rest.length === 1 && given !== '',
    'reset-factors': rest.length === 1 && given !== '',
    reserve: given !== '',
  }[command ?? '']
  if (!isComplete) throw new Error(usage)
  await withDatabase(async (sql, name) => {
    if (command === 'list') await list(sql, name)
    else if (command === 'reserve') await reserve(sql, given)
    else if (command === 'reset-factors') await resetFactors(sql, given)
    else await change(sql, command === 'grant', given)
  })
})

async function findAccount(sql: Sql, email: string) {
  const accounts = await sql<{ id: string; email: string; isConfirmed: boolean }[]>`
    select id, email, email_confirmed_at is not null as "isConfirmed" from auth.users where lower(email) = lower(${email.trim()})`
  const [account] = accounts
  if (!account) throw new Error(`No account has the address ${email}. Sign up on the site first.`)
  if (accounts.length > 1) throw new Error(`${accounts.length} accounts have the address ${email}.`)
  return account
}

async function resetFactors(sql: Sql, email: string): Promise<void> {
  const account = await findAccount(sql, email)
  const [row] = await sql`select private.reset_factor(${account.id}) as "isReset"`
  console.log(
    row!.isReset
      ? `Turned off two-factor authentication for ${account.email} and signed them out everywhere.`
      : `${account.email} doesn't use two-factor authentication.`,
  )
}

async function change(sql: Sql, isGrant: boolean, email: string): Promise<void> {
  const account = await findAccount(sql, email)
  // Otherwise, someone who signed up with another person's address would become an admin once that person follows the
  // link.
  if (isGrant && !account.isConfirmed)
    throw new Error(
      `${account.email} hasn't been confirmed yet. Follow the link in the confirmation email, then run this again.`,
    )
  const changed = isGrant
    ? await sql`
        insert into public.roles (user_id, role) values (${account.id}, 'admin')
        on conflict (user_id) do nothing returning user_id`
    : await sql`delete from public.roles where user_id = ${account.id} returning user_id`
  if (isGrant) {
    console.log(
      changed.length > 0 ? `${account.email} is now an admin.` : `${account.email} is already an admin.`,
    )
    return
  }
  console.log(
    changed.length > 0 ? `${account.email} is no longer an admin.` : `${account.email} isn't an admin.`,
  )
  const [left] = await sql`select from public.roles limit 1`
  if (!left) console.log('There are no admins left. Add one with "npm run admin -- grant <email>".')
}

async function reserve(sql: Sql, name: string): Promise<void> {
  const [found] = await sql<{ looks: string; isNew: boolean }[]>`
    select private.looks_of(${name}) as looks, public.reserve_names(array[${name}]) > 0 as "isNew"`
  if (!found!.looks) throw new Error(`The name ${name} has no letters or digits.`)
  console.log(
    found!.isNew
      ? `Only admins can use the name ${name} from now on.`
      : `The name ${name} is already reserved for admins.`,
  )
  const [bearers] = await sql<{ number: number }[]>`
    select count(*)::int as number from public.profiles p
    where private.looks_of(p.name) = ${found!.looks} and not exists (select from public.roles r where r.user_id = p.id)`
  const { number } = bearers!
  if (number > 0) {
    console.log(
      `${number === 1 ? 'One person already uses' : `${number} people already use`} it and can keep it.`,
    )
  }
}

async function list(sql: Sql, name: string): Promise<void> {
  const admins = await sql<{ email: string | null; name: string; since: Date }[]>`
    select u.email, p.name, r.created_at as since
    from public.roles r
    join public.profiles p on p.id = r.user_id
    left join auth.users u on u.id = r.user_id
    order by r.created_at, u.email`
  if (admins.length === 0) console.log(`There are no admins in ${name}.`)
  for (const admin of admins) {
    console.log(
      `${admin.email ?? 'no email'}  ${admin.name}, since ${admin.since.toISOString().slice(0, 10)}`,
    )
  }
}
