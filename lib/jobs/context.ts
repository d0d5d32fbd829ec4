import type { SupabaseClient } from '@supabase/supabase-js'
import type { PgBoss } from 'pg-boss'
import type { Sql } from 'postgres'
import type { Mailer } from '../mail/open-mailer.ts'

export type JobContext = {
  /** With the operator's rights. */
  sql: Sql
  engine: PgBoss
  site: { url: string; name?: string; logo?: string }
  openMailer: ((sender?: string) => Mailer) | null
  supabaseUrl: string
  /** Uses the secret key. Null without one, and then objects stay. */
  storage: SupabaseClient['storage'] | null
  webhooksToLoopback: boolean
  /** Tells the site that something on its pages changed. If it can't be told, it shows the change after 30 seconds. */
  tellSite: () => Promise<void>
  /** Whether to stop, because the process is asked to end or the request's time is over. The rest waits. */
  isOver: () => boolean
}
