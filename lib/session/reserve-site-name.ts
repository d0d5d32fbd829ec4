import 'server-only'
import { env } from '../env'
import { log } from '../log'
import { secretClient } from '../supabase/secret'

/** Nobody but an admin is called as this site is. Without a secret key only the operator's command can see to it. */
export async function reserveSiteName(): Promise<void> {
  const names = [env.SITE_NAME, `${env.SITE_NAME} team`]
  const error = (await secretClient?.rpc('reserve_names', { names }))?.error
  if (error) log('warn', 'The name of the site could not be reserved', { reason: error.message })
}
