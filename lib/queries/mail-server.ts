import 'server-only'
import { env } from '../env'
import { viewerClient } from '../supabase/server'

export type StoredMailServer = NonNullable<Awaited<ReturnType<typeof getMailServer>>>
export type MailDelivery = 'off' | 'saved' | 'sent'

/** Whether SMTP_URL leads to a mail server, which takes precedence over one chosen in the dashboard. */
export const hasOwnMailServer = (): boolean => Boolean(env.SMTP_URL) && !env.SIGNPOST_SAVES_MAILS

/** The mail server chosen in the dashboard, without its password. For admins. */
export async function getMailServer() {
  const { data } = await (await viewerClient()).rpc('admin_mail_server').maybeSingle().throwOnError()
  return data && { ...data, username: data.username as string | null }
}

/** What happens to the emails that Signpost writes. Supabase sends those with an account's links and codes. For admins. */
export async function mailDelivery(): Promise<MailDelivery> {
  if (hasOwnMailServer() || (await getMailServer())) return 'sent'
  return env.SMTP_URL ? 'saved' : 'off'
}
