import type { Site } from '../mail/claimed-mail.ts'
import { defaultSiteName } from '../post/default-site-name.ts'
import { stateNames } from '../post/state-names.ts'
import type { PostState } from '../post/states.ts'
import { speak } from '../words/catalog.ts'
import type { JobContext } from './context.ts'

type Row = {
  name: string | null
  logo_path: string | null
  logo_width: number
  logo_height: number
  accent: string | null
  sender: string | null
  footer: string | null
  states: Record<string, string> | null
  language: string
}

/** The site's settings for emails and messages. The environment takes precedence over the dashboard. */
export async function readSite({
  sql,
  site,
  supabaseUrl,
}: Pick<JobContext, 'sql' | 'site' | 'supabaseUrl'>): Promise<Site> {
  const [row] = await sql<Row[]>`
    select s.language, s.name, s.logo_path, s.logo_width, s.logo_height, s.accent, s.mail_sender as sender, s.mail_footer as footer,
      (select jsonb_object_agg(t.state, t.name) from public.state_texts t where t.name is not null) as states
    from public.site_settings s`
  const {
    name,
    logo_path: path,
    logo_width: width,
    logo_height: height,
    accent,
    sender,
    footer,
    states,
    language,
  } = row!
  await speak(language)
  const shownName = site.name ?? name ?? defaultSiteName
  return {
    url: site.url,
    name: shownName,
    logo: site.logo
      ? { src: new URL(site.logo, site.url).href }
      : path
        ? { src: `${supabaseUrl}/storage/v1/object/public/images/${path}`, width, height }
        : undefined,
    accent: accent ?? undefined,
    sender: sender ?? shownName,
    footer: footer ?? undefined,
    stateNames: { ...stateNames, ...(states as Partial<Record<PostState, string>> | null) },
  }
}
