import 'server-only'
import { env } from '../env'
import { viewerClient } from '../supabase/server'
import { hasOwnMailServer, mailDelivery } from './mail-server'

export type FirstSteps = NonNullable<Awaited<ReturnType<typeof getFirstSteps>>>['steps']

/** Which first steps of a new board are done, until all are. */
export async function getFirstSteps() {
  const { data } = await (await viewerClient()).rpc('admin_first_steps').single().throwOnError()
  const steps = {
    name: (data.is_named || Boolean(env.SITE_NAME)) && (data.has_logo || Boolean(env.SITE_LOGO_URL)),
    categories: data.has_categories,
    team: data.has_team,
    posts: data.has_posts,
    // Anyone can mistype a server's address: it works once it has taken an email.
    mail: hasOwnMailServer() || ((await mailDelivery()) === 'sent' && data.has_sent_mail),
    widget: data.has_widget,
  }
  return Object.values(steps).every(Boolean) ? null : { steps, isDismissed: data.is_dismissed }
}
