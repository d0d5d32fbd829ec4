import type { SupabaseClient } from '@supabase/supabase-js'
import type { PgBoss } from 'pg-boss'
import type { Sql } from 'postgres'
import type { Mailer } from '../mail/open-mailer.ts'

export type JobContext = {
  /** Connects with the operator's rights, so no policy applies. */
  sql: Sql
  engine: PgBoss
  site: { url: string; name?: string; logo?: string }
  /** Null without a mail server. What it returns opens a connection; `name` is the sender's, if its address has none. */
  findMailer: () => Promise<((name?: string) => Mailer) | null>
  supabaseUrl: string
  /** Needs the secret key. Null without one; stored objects are then kept. */
  storage: SupabaseClient['storage'] | null
  webhooksToLoopback: boolean
  /** Tells the site that something on its pages changed. If it can't be told, it shows the change after 30 seconds. */
  tellSite: () => Promise<void>
  /** Whether a job should stop, because the process was asked to end or the request's time is over. The next run does the rest. */
  isOver: () => boolean
}
