import type { TransactionSql } from 'postgres'
import * as z from 'zod'
import { Refusal } from '../import/reading.ts'
import { listColumns } from './columns.ts'
import type { Row } from './rows.ts'

/** The auth service stores addresses in lowercase; another spelling would become a second account. */
const account = z.object({
  id: z.guid(),
  email: z.string().min(3).max(255).toLowerCase(),
  name: z.string(),
  created_at: z.string(),
  confirmed_at: z.string().nullable(),
})

/** Without a password: people get in by "Forgot password?". An account that is already here stays. */
export async function addAccounts(tx: TransactionSql, rows: Row[]): Promise<void> {
  const accounts = rows.map(readAccount)
  await insert(
    tx,
    'auth.users',
    accounts.map(({ id, email, name, created_at, confirmed_at }) => ({
      id,
      email,
      created_at,
      instance_id: '00000000-0000-0000-0000-000000000000',
      aud: 'authenticated',
      role: 'authenticated',
      encrypted_password: '',
      email_confirmed_at: confirmed_at,
      updated_at: created_at,
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
      raw_user_meta_data: { name },
      // The auth service expects strings here, not nulls.
      confirmation_token: '',
      recovery_token: '',
      email_change: '',
      email_change_token_new: '',
      email_change_token_current: '',
      is_sso_user: false,
      is_anonymous: false,
    })),
  )
  await insert(
    tx,
    'auth.identities',
    accounts.map(({ id, email, created_at, confirmed_at }) => ({
      id,
      user_id: id,
      provider: 'email',
      provider_id: id,
      identity_data: { sub: id, email, email_verified: confirmed_at !== null },
      created_at,
      updated_at: created_at,
    })),
    `where exists (
      select from auth.users u where u.id = t.user_id and u.email = t.identity_data ->> 'email'
    )`,
  )
}

function readAccount(row: Row): z.infer<typeof account> {
  const read = account.safeParse(row)
  if (read.success) return read.data
  throw new Refusal(`Can't read an account of this board: ${read.error.issues[0]!.path.join()}.`)
}

async function insert(tx: TransactionSql, table: string, rows: object[], where = ''): Promise<void> {
  const columns = (await listColumns(tx, table)).filter((column) => Object.hasOwn(rows[0]!, column))
  if (columns.length === 0) return
  const names = columns.map((column) => `"${column}"`).join(', ')
  await tx.unsafe(
    `insert into ${table} (${names})
     select ${names} from jsonb_populate_recordset(null::${table}, $1::text::jsonb) t ${where}
     on conflict do nothing`,
    [JSON.stringify(rows)],
  )
}
