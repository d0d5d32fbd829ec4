import type { SupabaseClient } from '@supabase/supabase-js'
import type { Sql } from 'postgres'
import type { Mailer } from '../mail/open-mailer.ts'
import type { Site } from '../mail/write-mail.ts'

/** What jobs work with. */
export type JobContext = {
  /** With the operator's rights. */
  sql: Sql
  site: Site
  /** Makes a connection to the mail server; null when there is none, and mails wait. */
  openMailer: (() => Mailer) | null
  /** With the secret key; null without one, and objects stay. */
  storage: SupabaseClient['storage'] | null
  /** Whether webhooks may lead to this machine itself. */
  webhooksToLoopback: boolean
  /** Whether to leave off: the program is asked to end, or the time of a request is over. What is left waits. */
  isOver: () => boolean
}
