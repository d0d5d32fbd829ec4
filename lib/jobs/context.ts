import type { SupabaseClient } from '@supabase/supabase-js'
import type { PgBoss } from 'pg-boss'
import type { Sql } from 'postgres'
import type { Mailer } from '../mail/open-mailer.ts'

/** What jobs work with. */
export type JobContext = {
  /** With the operator's rights. */
  sql: Sql
  /** Over the same database connection. */
  engine: PgBoss
  /** The site's address, and its name and logo from the environment. */
  site: { url: string; name?: string; logo?: string }
  /** Opens a connection to the mail server for emails from this sender; null if there is none, and emails wait. */
  openMailer: ((sender?: string) => Mailer) | null
  /** Where everybody reads pictures. */
  supabaseUrl: string
  /** With the secret key; null without one, and objects stay. */
  storage: SupabaseClient['storage'] | null
  /** Whether webhooks may lead to this machine itself. */
  webhooksToLoopback: boolean
  /** Whether to stop: the process is asked to end, or the time of a request is over. What is left waits. */
  isOver: () => boolean
}
