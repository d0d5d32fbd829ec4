import { describe, expect, test } from 'vitest'
import { sql } from '../support/database.ts'
import { tables } from '../support/tables.ts'

describe('the schema', () => {
  test('every table in public has row level security', async () => {
    const rows = await sql`
      select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      order by relname`
    expect(rows.map(({ relname }) => relname)).toEqual([...tables])
    const open = await sql`
      select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`
    expect([...open]).toEqual([])
  })

  test('clients may call these functions and no others', async () => {
    const rows = await sql<{ name: string; role: string }[]>`
      select n.nspname || '.' || p.proname as name, r.rolname as role
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      cross join (values ('anon'), ('authenticated')) as r (rolname)
      where n.nspname in ('public', 'private') and has_function_privilege(r.rolname, p.oid, 'execute')`
    const allowed = (role: string) =>
      [...new Set(rows.filter((row) => row.role === role).map(({ name }) => name))].toSorted()
    const readable = [
      'private.bounded',
      'private.clean_line',
      'private.clean_text',
      'private.cut_marks',
      'private.every_mark',
      'private.has_stacked_marks',
      'private.is_admin',
      'private.is_own_waiting',
      'private.is_present',
      'private.is_team',
      'private.loose_marks',
      'private.marks',
      'private.read_comment_cursor',
      'private.read_cursor',
      'private.require_small_select',
      'private.seen_of',
      'private.unstack',
      'private.visible_length',
      'public.choose_first_password',
      'public.confirm_follow',
      'public.count_search_miss',
      'public.expected_quarters',
      'public.feed_comments',
      'public.feed_posts',
      'public.followed_feed',
      'public.get_post',
      'public.is_name_free',
      'public.list_categories',
      'public.list_comments',
      'public.list_posts',
      'public.list_replies',
      'public.mail_settings',
      'public.merged_posts',
      'public.near_words',
      'public.search_posts',
      'public.set_mail_settings',
      'public.similar_posts',
      'public.sitemap_index',
      'public.sitemap_posts',
    ]
    const forMembers = [
      'private.body_of',
      'private.details_of',
      'public.comment_source',
      'public.describe_people',
      'public.post_source',
      'public.admin_archive_category',
      'public.admin_change_tags',
      'public.admin_columns',
      'public.admin_count_tags',
      'public.admin_give_vote',
      'public.admin_take_vote',
      'public.admin_give_vote_by_address',
      'public.admin_set_looked',
      'public.admin_set_plan',
      'public.admin_triage',
      'public.admin_forget_search_miss',
      'public.admin_insights',
      'public.admin_matching',
      'public.admin_post',
      'public.admin_posts',
      'public.admin_posts_total',
      'public.admin_search_misses',
      'public.admin_order_categories',
      'public.admin_save_category',
      'public.admin_save_site',
      'public.admin_set_category',
      'public.admin_set_logo',
      'public.admin_set_state',
      'private.claim_sending',
      'private.export_kept',
      'private.finish_sending',
      'private.note_mentions',
      'private.note_more_mentions',
      'private.note_post_mentions',
      'public.admin_followers',
      'public.admin_mails',
      'public.admin_add_webhook',
      'public.admin_delete_webhook',
      'public.admin_deliveries',
      'public.admin_renew_webhook_secret',
      'public.admin_replay_delivery',
      'public.admin_set_webhook',
      'public.admin_test_webhook',
      'public.admin_webhooks',
      'public.follow_post',
      'public.mentionable',
      'public.my_follow',
      'public.my_follows',
      'public.my_notice_settings',
      'public.my_notices',
      'public.read_notices',
      'public.renew_feed',
      'public.send_test_mail',
      'public.set_notice_settings',
      'public.unread_notices',
      'private.standing_post',
      'public.create_comment',
      'public.create_post',
      'public.delete_account',
      'public.delete_comment',
      'public.delete_post',
      'public.delete_posts',
      'public.edit_comment',
      'public.edit_post',
      'public.export_account',
      'public.get_viewer',
      'public.is_fresh',
      'public.is_recovering',
      'public.merge_posts',
      'public.merge_preview',
      'public.restore_posts',
      'public.say_same',
      'public.set_different',
      'public.set_role',
      'public.hide_posts',
      'public.show_posts',
      'public.hide_comments',
      'public.show_comments',
      'public.lock_posts',
      'public.pin_posts',
      'public.admin_hidden',
      'public.block_people',
      'public.unapprove',
      'public.unblock_people',
      'public.admin_people',
      'private.is_blocked',
      'private.hold_post_of',
      'private.hold_voted',
      'public.admin_signals',
      'public.admin_voters',
      'public.set_votes_aside',
      'public.report',
      'public.my_reports',
      'public.read_reports',
      'public.waiting_of',
      'public.my_waiting',
      'public.admin_reports',
      'public.dismiss_reports',
      'public.reopen_reports',
      'public.moderation_settings',
      'public.set_moderation_settings',
      'public.set_vote',
      'public.suggest_merges',
      'public.unmerge_posts',
      'public.votes_on',
    ]
    expect(allowed('anon')).toEqual(readable)
    expect(allowed('authenticated')).toEqual([...readable, ...forMembers].toSorted())
  })

  test('nothing in private can be read by a client', async () => {
    const rows = await sql`
      select c.relname from pg_class c cross join (values ('anon'), ('authenticated')) as r (rolname)
      where c.relnamespace = 'private'::regnamespace and c.relkind in ('r', 'v', 'm')
        and has_table_privilege(r.rolname, c.oid, 'select')`
    expect([...rows]).toEqual([])
  })

  // It writes as a role that reaches nothing in private.
  test('what happens as the auth service writes runs as its owner', async () => {
    const rows = await sql`
      select p.proname from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where t.tgrelid = 'auth.users'::regclass and not t.tgisinternal
        and p.pronamespace = 'private'::regnamespace and not p.prosecdef`
    expect([...rows]).toEqual([])
  })

  test('every foreign key is indexed', async () => {
    const rows = await sql`
      select c.conrelid::regclass as "table", c.conname from pg_constraint c
      where c.contype = 'f' and c.connamespace in ('public'::regnamespace, 'private'::regnamespace)
        and not exists (
          select from pg_index i where i.indrelid = c.conrelid
          and (i.indkey::int2[])[0:0] <@ c.conkey::int2[] and i.indkey[0] = any (c.conkey)
        )`
    expect([...rows]).toEqual([])
  })
})
