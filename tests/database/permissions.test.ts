import { describe, expect, test } from 'vitest'
import { createMember, refusal, sql } from '../support/database.ts'

const list = (names: string) => names.trim().split(/\s+/)

/** Every function that a client may call, by who gets an answer. */
const everybody = list(`
  api_entries api_post_page api_posts begin_api_request changelog_index changelog_unread confirm_follow count_search_miss expected_quarters feed_comments
  feed_posts finish_api_request followed_feed get_entry get_person get_post is_name_free list_categories list_comments list_entries list_posts
  list_replies mail_settings merged_posts near_words person_activity read_invitation search_entries search_posts set_mail_settings similar_posts sitemap_index sitemap_posts
`)
const members = list(`
  accept_invitation admin_count_tags awaits_code comment_source count_recovery_codes create_comment create_post delete_account delete_comment delete_post
  describe_people edit_comment edit_post end_other_sessions end_session export_account follow_post get_viewer is_fresh is_own_session
  is_recovering list_sessions make_recovery_codes mentionable my_follow my_follows my_notice_settings my_notices
  my_reactions my_reports my_waiting post_source note_context
  read_notices read_reports remove_factor renew_feed report restore_comment restore_posts say_same see_changelog send_test_mail set_notice_settings
  set_reaction set_vote unread_notices use_recovery_code votes_on waiting_of
`)
const team = list(`
  admin_change_tags admin_columns admin_delete_entry admin_entries admin_entry admin_entry_readers admin_followers admin_give_vote admin_give_vote_by_address admin_hidden admin_interest
  admin_insights admin_matching admin_people admin_post admin_posts admin_posts_total admin_refresh_insights admin_reports admin_save_entry
  admin_set_category admin_set_looked admin_set_plan admin_set_state admin_signals admin_take_vote
  admin_triage admin_voter_addresses admin_voters block_people dismiss_reports end_api_key list_api_keys make_api_key hide_comments hide_posts lock_posts merge_posts
  merge_preview moderation_settings pin_posts reopen_reports set_different set_votes_aside show_comments
  show_posts suggest_merges unapprove unblock_people unmerge_posts
`)
const admins = list(`
  admin_add_upload_part admin_add_webhook admin_archive_category admin_delete_label admin_begin_upload
  admin_check_import admin_delete_webhook admin_deliveries admin_end_upload admin_example_board admin_export_part admin_failed_rows admin_first_steps
  admin_exports admin_import admin_imports admin_make_export admin_start_import admin_stop_import admin_undo_import
  admin_invitations admin_invite admin_resend_invitation admin_revoke_invitation
  admin_add_own_key admin_own_keys admin_remove_own_key admin_set_widget
  admin_delayed_mails admin_retry_mails
  admin_forget_search_miss admin_mail_server admin_mails admin_order_categories admin_publish_entry admin_renew_webhook_secret admin_replay_delivery
  admin_save_category admin_save_label admin_save_mail_server admin_save_site admin_search_misses admin_set_example_board admin_set_logo admin_set_webhook admin_take_back_entry admin_tell_entry_again admin_test_webhook admin_webhooks
  delete_posts require_team_factor reset_factor set_moderation_settings set_role
`)
/** Functions in the schema private that policies and API functions call as the caller. */
const helpers = list(`
  before_request bounded claims_of_key clean_line clean_text cut_marks every_mark has_stacked_marks is_admin is_open_to_keys
  is_own_waiting is_present is_reviewed key_id
  is_team loose_marks marks read_comment_cursor read_cursor require_small_select seen_of unstack
  visible_length
`)
const memberHelpers = list(`
  body_of can_edit_entry can_publish claim_sending details_of edit_waiting edit_waiting_post export_kept finish_sending hold_post_of hold_voted is_blocked mentioned_in note_mentions note_more_mentions
  note_post_mentions standing_post
`)
const inPublic = (names: string[]) => names.map((name) => `public.${name}`)
const inPrivate = (names: string[]) => names.map((name) => `private.${name}`)

/** What members may write: the columns, or the whole rows that they may delete. */
const writable = {
  canned_answers: { insert: 'body name', update: 'body name', delete: '' },
  categories: {
    insert: 'description details_prompt name position prompt slug',
    update: 'description details_prompt name position prompt',
    delete: '',
  },
  comments: { insert: 'body parent_id post_id', update: 'body' },
  dashboard_views: { insert: 'is_shared name query', update: 'is_shared name query', delete: '' },
  images: {
    insert: 'alt comment_id entry_id height path post_id width widths',
    update: 'alt position',
    delete: '',
  },
  post_notes: { insert: 'body post_id', delete: '' },
  posts: { insert: 'category_id details title', update: 'details title' },
  profiles: { update: 'avatar_url name' },
  synonyms: { insert: 'words', update: 'words', delete: '' },
  tags: { insert: 'name', update: 'name', delete: '' },
  votes: { insert: 'post_id', delete: '' },
}

describe('clients', () => {
  test('may only call these functions', async () => {
    const rows = await sql<{ name: string; role: string }[]>`
      select n.nspname || '.' || p.proname as name, r.rolname as role
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      cross join (values ('anon'), ('authenticated')) as r (rolname)
      where n.nspname in ('public', 'private') and has_function_privilege(r.rolname, p.oid, 'execute')`
    const allowed = (role: string) =>
      [...new Set(rows.filter((row) => row.role === role).map(({ name }) => name))].toSorted()
    const open = [...inPublic(everybody), ...inPrivate(helpers)]
    const closed = [...inPublic([...members, ...team, ...admins]), ...inPrivate(memberHelpers)]
    expect(allowed('anon')).toEqual(open.toSorted())
    expect(allowed('authenticated')).toEqual([...open, ...closed].toSorted())
  })

  test('may only write these columns, visitors none', async () => {
    const rows = await sql<{ name: string; kind: string; columns: string }[]>`
      select c.relname as name, kind, coalesce((
        select string_agg(a.attname, ' ' order by a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and kind in ('insert', 'update')
          and has_column_privilege('authenticated', c.oid, a.attnum, kind)
      ), '') as columns
      from pg_class c cross join unnest(array['insert', 'update', 'delete', 'truncate']) kind
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and (has_table_privilege('authenticated', c.oid, kind)
          or kind in ('insert', 'update') and has_any_column_privilege('authenticated', c.oid, kind))`
    const found: Record<string, Record<string, string>> = {}
    for (const { name, kind, columns } of rows) found[name] = { ...found[name], [kind]: columns }
    expect(found).toEqual(writable)
    const anonymous = await sql`
      select relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and (has_any_column_privilege('anon', c.oid, 'insert, update')
          or has_table_privilege('anon', c.oid, 'insert, update, delete, truncate'))`
    expect([...anonymous]).toEqual([])
  })

  test('may read these tables as visitors, and of four only some columns', async () => {
    const rows = await sql<{ name: string; whole: boolean }[]>`
      select c.relname as name, has_table_privilege('anon', c.oid, 'select') as whole from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and has_any_column_privilege('anon', c.oid, 'select')`
    const read = (isWhole: boolean) => rows.filter(({ whole }) => whole === isWhole).map(({ name }) => name)
    expect(read(true).toSorted()).toEqual(
      list(
        'categories category_addresses changelog_addresses changelog_entry_labels changelog_entry_posts changelog_labels images post_addresses post_events post_merges post_totals site_settings state_texts',
      ),
    )
    expect(read(false).toSorted()).toEqual(['changelog_entries', 'comments', 'posts', 'profiles'])
  })

  test('can’t read or write anything in private', async () => {
    const rows = await sql`
      select c.relname from pg_class c cross join (values ('anon'), ('authenticated')) as r (rolname)
      where c.relnamespace = 'private'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
        and (has_any_column_privilege(r.rolname, c.oid, 'select, insert, update')
          or has_table_privilege(r.rolname, c.oid, 'select, insert, update, delete, truncate'))`
    expect([...rows]).toEqual([])
  })
})

/** Checks its other arguments before the caller. */
const given: Record<string, string> = {
  admin_give_vote: `public.admin_give_vote(1, gen_random_uuid(), 'Asked')`,
  admin_give_vote_by_address: `public.admin_give_vote_by_address(1, 'caller@example.com', 'Asked')`,
}

test('functions for members, the team and admins refuse everyone else', async () => {
  const [member, blocked, moderator, admin] = await Promise.all([
    createMember(),
    createMember(),
    createMember({ moderator: true }),
    createMember({ admin: true }),
  ])
  await admin.call('block_people', { person_ids: [blocked.id], reason: 'spam' })
  const rows = await sql<{ name: string; call: string }[]>`
    select p.proname as name, format('public.%I(%s)', p.proname, (
      select string_agg('null::' || format_type(type, null), ', ' order by place)
      from unnest(p.proargtypes) with ordinality as a (type, place))) as call
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname = any (${[...members, ...team, ...admins]})`
  const wrong: string[] = []
  for (const { name, call } of rows) {
    const isRefused = async (who: Parameters<typeof refusal>[0]) =>
      (await refusal(who, `select * from ${given[name] ?? call}`)) === '42501'
    const answers = [await isRefused('anon')]
    if (!members.includes(name))
      for (const who of [member, blocked, moderator, admin]) answers.push(await isRefused(who))
    const expected = [true, true, true, admins.includes(name), false].slice(0, answers.length)
    if (String(answers) !== String(expected)) wrong.push(`${name}: ${answers.join()}`)
  }
  expect(rows.length).toBeGreaterThan(80)
  expect(wrong).toEqual([])
})
