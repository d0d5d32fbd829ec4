import 'server-only'
import { env } from '../env'
import { log } from '../log'
import { defaultSiteName } from '../post/default-site-name'
import { secretClient } from '../supabase/secret'

/** Nobody but an admin is called as this site is; of a name from the dashboard the database sees to it. Without a secret key only the operator's command can see to it. */
export async function reserveSiteName(): Promise<void> {
  const name = env.SITE_NAME ?? defaultSiteName
  const names = [name, `${name} team`]
  const error = (await secretClient?.rpc('reserve_names', { names }))?.error
  if (error) log('warn', 'The name of the site could not be reserved', { reason: error.message })
}
