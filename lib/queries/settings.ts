import 'server-only'
import { env } from '../env'
import { namesSender } from '../text/sender'
import { type PostState, postStates } from '../post/states'
import { viewerClient } from '../supabase/server'
import { storageAddress } from '../supabase/storage-address'
import { hasOwnMailServer } from './mail-server'

export type SiteSettings = Awaited<ReturnType<typeof getSiteSettings>>
export type ExampleBoard = NonNullable<Awaited<ReturnType<typeof getExampleBoard>>>
export type CategorySettings = Awaited<ReturnType<typeof listCategorySettings>>[number]

export async function listCategorySettings() {
  const { data } = await (await viewerClient()).rpc('list_categories').throwOnError()
  return data.map(({ id, slug, name, description, posts_total, archived_at, prompt, details_prompt }) => ({
    id,
    slug,
    name,
    description,
    prompt: (prompt as string | null) ?? '',
    detailsPrompt: (details_prompt as string | null) ?? '',
    isArchived: (archived_at as string | null) !== null,
    posts: posts_total,
  }))
}

export async function getExampleBoard() {
  const { data } = await (await viewerClient()).rpc('admin_example_board').throwOnError()
  return data as 'addable' | 'removable' | 'shared' | null
}

/** The site's settings, what the environment overrides, and the defaults. For admins. */
export async function getSiteSettings() {
  const client = await viewerClient()
  const [{ data }, states] = await Promise.all([
    client.from('site_settings').select('*').single().throwOnError(),
    client.from('state_texts').select('state, name, description').throwOnError(),
  ])
  const texts = new Map(states.data.map(({ state, ...text }) => [state, text]))
  const textOf = (state: PostState) => ({
    name: texts.get(state)?.name ?? '',
    description: texts.get(state)?.description ?? '',
  })
  return {
    values: {
      name: data.name ?? '',
      accent: data.accent ?? '',
      marketingUrl: data.marketing_url ?? '',
      termsUrl: data.terms_url ?? '',
      privacyUrl: data.privacy_url ?? '',
      welcome: data.welcome ?? '',
      states: Object.fromEntries(postStates.map((state) => [state, textOf(state)])) as Record<
        PostState,
        ReturnType<typeof textOf>
      >,
      language: data.language,
      showsQuarters: data.shows_quarters,
      timeZone: data.time_zone,
      moderatorsPublish: data.moderators_publish,
      showsReactions: data.shows_reactions,
      mailSender: data.mail_sender ?? '',
      mailFooter: data.mail_footer ?? '',
    },
    requiresFactor: data.requires_factor,
    widgetOrigins: data.widget_origins,
    trustsOwnAddresses: data.trusts_own_addresses,
    logo: data.logo_path && storageAddress('images', data.logo_path),
    /** Whether account emails keep their language: a hosted project has its own copies of their texts. */
    keepsAccountMails: !env.SIGNPOST_MAILBOX,
    environment: {
      name: env.SITE_NAME ?? null,
      logo: env.SITE_LOGO_URL ?? null,
      marketingUrl: env.MARKETING_URL ?? null,
      mailSender: hasOwnMailServer() && namesSender(env.MAIL_FROM!) ? env.MAIL_FROM! : null,
    },
  }
}
