import 'server-only'
import { approvalModes, webhookKinds, webhookShapes } from '../post/dashboard-choices'
import type { ViewerClient } from '../supabase/server'
import { longDate } from '../text/dates'
import { quarterText } from '../text/quarters'
import { countText } from '../words/count-text'
import { texts } from '../words/deferred'
import { languages } from '../words/languages'
import { listText } from '../words/list-text'
import { byEmail, shownName } from '../words/shown-name'
import { t } from '../words/t'
import { listCategories } from './categories'
import { getSite } from './site'

/** What an entry of the audit log says of a field; `before` is null if the entry only has one value. */
export type AuditChange = { field: string; before: string | null; after: string }

type Fields = Record<string, unknown>
type Logged = { action: string; before: unknown; after: unknown }
type WithActor = Logged & { actor_id: string | null }

const fieldNames: Record<string, string> = texts({
  accent: 'settings.accentField.accentColor',
  address: 'common.email',
  algorithm: 'team.auditFields.algorithm',
  alt: 'team.auditFields.imageDescription',
  approval: 'settings.moderationSettings.requireApprovalFor',
  archived_at: 'settings.categorySettings.archived',
  assignee: 'common.assignedTo',
  author_id: 'common.author',
  body: 'savedReply.list.text',
  category: 'common.category',
  comments_total: 'common.comments',
  created_at: 'common.createdAt',
  description: 'settings.categoryEditor.description',
  details: 'common.details',
  details_prompt: 'settings.categoryEditor.detailsPlaceholder',
  ends_at: 'team.auditFields.endsAt',
  file: 'team.auditFields.file',
  hides: 'moderation.blockDialog.alsoHideEverythingThey',
  hides_first_steps: 'team.auditFields.hidesFirstSteps',
  host: 'webhook.list.address',
  is_on: 'webhook.list.webhook',
  kinds: 'webhook.list.events',
  language: 'settings.siteSettings.language',
  logo_path: 'settings.siteSettings.logo',
  mail_footer: 'settings.siteSettings.emailFooter',
  mail_from: 'dashboard.mailServer.sender',
  mail_sender: 'settings.siteSettings.sender',
  mail_server: 'dashboard.mailServer.title',
  mail_user: 'dashboard.mailServer.username',
  marketing_url: 'settings.siteSettings.yourWebsite',
  merged_into: 'team.auditFields.mergedInto',
  moderators_publish: 'settings.siteSettings.moderatorsPublish',
  name: 'common.name',
  order: 'team.auditFields.order',
  people: 'common.people',
  privacy_url: 'settings.siteSettings.privacy',
  prompt: 'settings.categoryEditor.newPostPrompt',
  quarter: 'common.expected',
  reason: 'moderation.reasonDialog.reason',
  reports_to_hide: 'settings.moderationSettings.reportsBeforeHiding',
  requires_factor: 'settings.teamFactor.title',
  role: 'dashboard.people.role',
  scopes: 'apiKey.form.permissions',
  shape: 'webhook.list.format',
  shows_quarters: 'settings.siteSettings.showEveryoneTheQuarter',
  shows_reactions: 'settings.siteSettings.showsReactions',
  signal: 'team.signals.signals',
  slug: 'settings.categoryEditor.address',
  state: 'common.state',
  table: 'team.auditFields.type',
  terms_url: 'settings.siteSettings.terms',
  time_zone: 'settings.siteSettings.timeZone',
  title: 'common.title',
  trusted_days: 'settings.moderationSettings.trustedAfterDays',
  trusts_own_addresses: 'settings.ownSignIn.trust',
  uploader_id: 'team.auditFields.uploadedBy',
  user_id: 'dashboard.people.person',
  votes: 'common.votes',
  votes_total: 'common.votes',
  welcome: 'settings.siteSettings.welcome',
  why: 'team.voteOnBehalfDialog.why',
  widget_origins: 'settings.widget.origins',
  with_notes: 'importing.exports.withNotes',
  with_pictures: 'importing.exports.withPictures',
})

const roles = texts({
  admin: 'dashboard.personRow.admin',
  member: 'dashboard.personRow.member',
  moderator: 'dashboard.personRow.moderator',
})
const entryStates = texts({
  draft: 'changelog.states.draft',
  published: 'changelog.states.published',
  scheduled: 'changelog.states.scheduled',
})
const scopes = texts({
  admin: 'apiKey.scopes.admin',
  read: 'apiKey.scopes.read',
  team: 'apiKey.scopes.team',
  write: 'apiKey.scopes.write',
})
const signals = texts({
  burst: 'team.auditFields.burst',
  network: 'team.auditFields.oneNetwork',
  young: 'team.auditFields.youngAccounts',
})
const tables = texts({
  changelog_entries: 'common.changelog',
  comments: 'common.comments',
  posts: 'common.posts',
  votes: 'common.votes',
})

const people = ['assignee', 'author_id', 'people', 'uploader_id', 'user_id']
const dates = ['archived_at', 'created_at', 'ends_at']

/** Stands for an empty value. */
const none = '–'

const fieldsOf = (value: unknown): Fields => {
  const { into, title, ...fields } = (value ?? {}) as Fields
  return into === undefined ? ((value ?? {}) as Fields) : { ...fields, merged_into: title }
}

/**
 * The names of people in the log, which has only ids, so that no name outlives an account. Who is known only by an
 * address is called by it.
 */
export async function nameLogged(client: ViewerClient, entries: WithActor[]): Promise<Map<string, string>> {
  const ids = entries.flatMap(({ actor_id, before, after }) => [
    ...[before, after].flatMap((value) => people.flatMap((field) => fieldsOf(value)[field] ?? [])),
    ...(actor_id ? [actor_id] : []),
  ]) as string[]
  if (ids.length === 0) return new Map()
  const { data } = await client
    .from('profiles')
    .select('id, name')
    .in('id', [...new Set(ids)])
    .throwOnError()
  const names = new Map(data.map(({ id, name }) => [id, shownName(name)]))
  const nameless = data.flatMap(({ id, name }) => (name === byEmail ? id : []))
  if (nameless.length === 0) return names
  const known = await client.rpc('admin_voter_addresses', { people: nameless }).throwOnError()
  return new Map([...names, ...known.data.map(({ person_id, address }) => [person_id, address] as const)])
}

/** Says what entries changed, in the site's language. */
export async function readChanges(names: Map<string, string>) {
  const [{ stateNames }, categories] = await Promise.all([getSite(), listCategories()])
  const categoryNames = Object.fromEntries(
    categories.flatMap(({ name, slugs }) => slugs.map((slug) => [slug, name])),
  )
  const languageNames = Object.fromEntries(Object.entries(languages).map(([code, { name }]) => [code, name]))
  const known: Record<string, Record<string, string>> = {
    approval: approvalModes,
    category: categoryNames,
    kinds: webhookKinds,
    language: languageNames,
    order: categoryNames,
    role: roles,
    scopes,
    shape: webhookShapes,
    signal: signals,
    table: tables,
  }

  function say(field: string, value: unknown): string {
    if (value === null || value === undefined || value === '') return none
    if (Array.isArray(value)) return value.length > 0 ? listText(value.map((one) => say(field, one))) : none
    if (typeof value === 'boolean') return value ? t('common.on') : t('common.off')
    if (typeof value === 'number') return countText(value)
    if (typeof value !== 'string') return JSON.stringify(value)
    if (people.includes(field)) return names.get(value) ?? t('common.deletedUser')
    if (dates.includes(field)) return longDate(new Date(value))
    if (field === 'state')
      return (
        (stateNames as Record<string, string>)[value] ??
        entryStates[value as keyof typeof entryStates] ??
        value
      )
    if (field === 'quarter') return quarterText(value)
    if (field === 'logo_path') return t('image.largeImage.image')
    return known[field]?.[value] ?? value
  }

  return ({ action, before, after }: Logged, saysPerson = false, about?: string | null): AuditChange[] => {
    const [old, next] = [fieldsOf(before), fieldsOf(after)]
    const isChange = before !== null && after !== null
    /** What the entry is about isn't repeated, unless it changed. */
    const isSaid = (key: string) => !isChange && Boolean(about) && (next[key] ?? old[key]) === about
    return [...new Set([...Object.keys(old), ...Object.keys(next)])]
      .filter((key) => fieldNames[key] && !isSaid(key) && !(saysPerson && key === 'user_id'))
      .filter((key) => action === 'state.update' || JSON.stringify(old[key]) !== JSON.stringify(next[key]))
      .map((key) => {
        const [was, is] = [say(key, old[key]), say(key, next[key])]
        return {
          field: fieldNames[key]!,
          before: isChange && was !== is ? was : null,
          after: isChange || after !== null ? is : was,
        }
      })
      .filter((change) => change.before !== null || change.after !== none)
  }
}
