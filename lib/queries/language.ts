import { log } from '../log'
import { publicClient } from '../supabase/public'
import { speak } from '../words/catalog'

export async function speakSiteLanguage(): Promise<void> {
  const { data, error } = await publicClient.from('site_settings').select('language').single()
  if (error) log('warn', 'The language of the site cannot be read', { reason: error.message })
  else await speak(data.language)
}
