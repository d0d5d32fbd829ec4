import 'server-only'
import { cacheLife, cacheTag } from 'next/cache'
import { cache } from 'react'
import { siteTag } from '../cache-tags'
import { env } from '../env'
import { log } from '../log'
import { defaultSiteName } from '../post/default-site-name'
import { stateNames } from '../post/state-names'
import type { PostState } from '../post/states'
import { publicClient } from '../supabase/public'
import { storageAddress } from '../supabase/storage-address'
import { speak } from '../words/catalog'
import { currentLanguage } from '../words/languages'
import { t } from '../words/t.ts'

export type Site = Awaited<ReturnType<typeof getSite>>
type Logo = { src: string; width?: number; height?: number }

export const ownWelcome = () => t('queries.site.welcome')

async function readSettings() {
  'use cache'
  cacheLife('board')
  cacheTag(siteTag())
  const [settings, states] = await Promise.all([
    publicClient
      .from('site_settings')
      .select(
        'name, logo_path, logo_width, logo_height, accent, shows_quarters, shows_reactions, marketing_url, terms_url, privacy_url, welcome, language, widget_origins',
      )
      .single()
      .throwOnError(),
    publicClient.from('state_texts').select('state, name, description').throwOnError(),
  ])
  return { ...settings.data, states: states.data }
}

const nothingSet: Awaited<ReturnType<typeof readSettings>> = {
  name: null,
  logo_path: null,
  logo_width: null,
  logo_height: null,
  accent: null,
  shows_quarters: false,
  shows_reactions: true,
  marketing_url: null,
  terms_url: null,
  privacy_url: null,
  welcome: null,
  // Keeps the language that the server has already set.
  language: '',
  widget_origins: [],
  states: [],
}

/** Pages don't fail because of the site's name. */
async function readOrDoWithout() {
  if (env.SIGNPOST_OFFLINE_BUILD) return nothingSet
  return readSettings().catch((error: Error) => {
    log('warn', 'The settings of the site cannot be read', { reason: error.message })
    return nothingSet
  })
}

/** The environment takes precedence over the dashboard. */
export const getSite = cache(async () => {
  const set = await readOrDoWithout()
  const words = await speak(set.language || currentLanguage())
  const stored: Logo | null = set.logo_path
    ? {
        src: storageAddress('images', set.logo_path),
        width: set.logo_width ?? undefined,
        height: set.logo_height ?? undefined,
      }
    : null
  const logo: Logo | null = env.SITE_LOGO_URL ? { src: env.SITE_LOGO_URL } : stored
  const texts = new Map(set.states.map(({ state, ...text }) => [state, text]))
  const names = Object.fromEntries(
    Object.entries(stateNames).map(([state, name]) => [state, texts.get(state as PostState)?.name ?? name]),
  ) as Record<PostState, string>
  return {
    words: { locale: words.locale, messages: words.core, version: words.version },
    pageWords: words.pages,
    language: words.language,
    name: env.SITE_NAME ?? set.name ?? defaultSiteName,
    logo,
    accent: set.accent,
    marketingUrl: env.MARKETING_URL ?? set.marketing_url ?? env.SITE_URL,
    showsQuarters: set.shows_quarters,
    showsReactions: set.shows_reactions,
    widgetOrigins: set.widget_origins,
    termsUrl: set.terms_url,
    privacyUrl: set.privacy_url,
    welcome: set.welcome ?? ownWelcome(),
    stateNames: names,
    ownStateNames: Object.fromEntries(
      set.states.flatMap(({ state, name }) => (name ? [[state, name]] : [])),
    ) as Partial<Record<PostState, string>>,
    stateDescriptions: Object.fromEntries(
      set.states.flatMap(({ state, description }) => (description ? [[state, description]] : [])),
    ) as Partial<Record<PostState, string>>,
  }
})
