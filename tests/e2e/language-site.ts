import type { BrowserContext } from 'playwright/test'
import postgres from 'postgres'
import { demoPassword } from '../../supabase/local/demo-accounts'
import { sessionCookies } from '../support/session-cookies'
import { startOwnSite } from './own-site'

/** Starts a site in a language. Its samples are a published entry and somebody who wrote posts. */
export async function startSite(language: string) {
  let samples: [entry: string, person: string] | undefined
  const site = await startOwnSite({
    supabase: async ({ url, databaseUrl }) => {
      const sql = postgres(databaseUrl, { onnotice: () => {} })
      await sql`update public.site_settings set language = ${language}`
      const [person] =
        await sql`select author_id from public.posts where author_id is not null order by id limit 1`
      const [entry] = await sql`select slug from public.changelog_entries where state = 'published' limit 1`
      await sql.end()
      samples = [entry!.slug, person!.author_id]
      return url
    },
  })
  return { ...site, samples: samples! }
}

export async function signInAdmin(context: BrowserContext, own: Awaited<ReturnType<typeof startSite>>) {
  const admin = { email: 'admin@example.com', password: demoPassword }
  await context.addCookies(await sessionCookies(own.backend, admin, own.url))
}
