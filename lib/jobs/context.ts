import type { SupabaseClient } from '@supabase/supabase-js'
import type { PgBoss } from 'pg-boss'
import type { Sql } from 'postgres'
import type { Mailer } from '../mail/open-mailer.ts'

/** What jobs work with. */
export type JobContext = {
  /** With the operator's rights. */
  sql: Sql
  /** Over the same database. */
  engine: PgBoss
  /** Its address, and the name that the environment gives it. */
  site: { url: string; name?: string }
  /** Makes a connection to the mail server, for mails from a sender of this name; null when there is none, and mails wait. */
  openMailer: ((sender?: string) => Mailer) | null
  /** Where everybody reads pictures. */
  supabaseUrl: string
  /** With the secret key; null without one, and objects stay. */
  storage: SupabaseClient['storage'] | null
  /** Whether webhooks may lead to this machine itself. */
  webhooksToLoopback: boolean
  /** Whether to leave off: the program is asked to end, or the time of a request is over. What is left waits. */
  isOver: () => boolean
}
