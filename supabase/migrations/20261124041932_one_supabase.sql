set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.bound_user_data()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.token_bytes(new.raw_user_meta_data::text) > 2048 then
    new.raw_user_meta_data := coalesce((
      select jsonb_object_agg(d.key, d.value)
      from jsonb_each(new.raw_user_meta_data) d
      where private.token_bytes(d.value::text) <= 150 and d.key in (
        'name', 'full_name', 'user_name', 'preferred_username', 'avatar_url', 'email', 'email_verified',
        'phone_verified', 'sub', 'iss', 'provider_id', 'came_from'
      )
    ), '{}');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.bulk_seen(seen jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(seen) <> 'object' then
    raise exception 'What was seen is an object of post ids.' using errcode = '22023';
  end if;
  return seen;
end
$function$;

CREATE OR REPLACE FUNCTION private.create_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.profiles (id, name) values (new.id, private.name_in(new.raw_user_meta_data, new.id))
  on conflict (id) do nothing;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.forget_sign_up()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chosen text;
begin
  delete from private.first_passwords f where f.user_id = new.id and f.is_used returning f.name into chosen;
  if chosen is not null then
    update auth.users u set raw_user_meta_data = jsonb_build_object('name', chosen) || coalesce((
      select jsonb_object_agg(d.key, d.value) from jsonb_each(u.raw_user_meta_data) d
      where d.key in ('sub', 'email', 'email_verified', 'phone_verified')
    ), '{}')
    where u.id = new.id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.name_in(user_data jsonb, bearer uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  given constant text := private.clean_line(left(coalesce(
    nullif(btrim(user_data ->> 'name'), ''), nullif(btrim(user_data ->> 'full_name'), ''),
    user_data ->> 'user_name', ''
  ), 80));
begin
  if private.visible_length(given) = 0 or private.has_stacked_marks(given) or private.is_pretence(given, bearer) then
    return 'New member';
  end if;
  return given;
end
$function$;

CREATE OR REPLACE FUNCTION private.object_size(metadata jsonb)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN (COALESCE((metadata ->> 'size'::text), (metadata ->> 'contentLength'::text)))::bigint;

CREATE OR REPLACE FUNCTION private.prepare_comment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  locked timestamptz;
begin
  new.body := private.clean_text(new.body);
  if tg_op = 'UPDATE' and new.hidden_at is distinct from old.hidden_at then
    return new;
  end if;
  if new.deleted_at is null then
    select p.locked_at into locked from public.posts p where p.id = new.post_id and p.deleted_at is null for key share;
    if not found then
      raise exception 'This post no longer exists.' using errcode = 'P0002';
    end if;
  end if;
  if tg_op = 'INSERT' then
    if locked is not null and auth.uid() is not null and not private.is_team() then
      raise exception 'This thread is locked.' using errcode = 'PT403', hint = 'locked';
    end if;
    if new.parent_id is not null and not exists (
      select 1 from public.comments
      where id = new.parent_id and post_id = new.post_id and parent_id is null and deleted_at is null and hidden_at is null
    ) then
      raise exception 'This comment can no longer be answered.' using errcode = '23503';
    end if;
  elsif new.body is distinct from old.body and new.deleted_at is null then
    new.edited_at := now();
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_plan(given jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(given) <> 'object' or given = '{}' or given - array['assignee', 'quarter'] <> '{}'
     or coalesce(given ->> 'assignee', '00000000-0000-0000-0000-000000000000') !~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'
     or coalesce(given ->> 'quarter', '2000-Q1') !~ '^20[0-9]{2}-Q[1-4]$' then
    raise exception 'A plan is an object with assignee or quarter.' using errcode = '22023';
  end if;
  return given;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_post_filter(given jsonb, every_post boolean DEFAULT false)
 RETURNS private.post_filter
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  filter constant jsonb := coalesce(given, '{}');
  result private.post_filter;
  field text;
  typed text;
begin
  if jsonb_typeof(filter) <> 'object' then
    raise exception 'A filter is an object.' using errcode = '22023';
  end if;
  for field in select k from jsonb_object_keys(filter) k where filter -> k <> 'null' loop
    case field
      when 'states' then
        begin
          result.states := private.filter_list(filter, field)::public.post_state[];
        exception when invalid_text_representation then
          raise exception 'There is no such state.' using errcode = '22023';
        end;
      when 'categories' then
        result.category_ids := array(
          select c.id from public.categories c where c.slug = any (private.filter_list(filter, field))
        );
      when 'tags' then
        result.tag_ids := array(
          select t.id from public.tags t
          where lower(t.name) in (select lower(n) from unnest(private.filter_list(filter, field)) n)
        );
      when 'author' then
        typed := private.filter_text(filter, field);
        if typed ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then
          result.author_ids := array[typed::uuid];
        elsif typed is not null then
          result.author_ids := array(select p.id from public.profiles p where strpos(lower(p.name), lower(typed)) > 0);
        end if;
      when 'created_from' then
        result.from_time := private.filter_day(filter, field)::timestamp at time zone 'UTC';
      when 'created_to' then
        result.to_time := (private.filter_day(filter, field) + 1)::timestamp at time zone 'UTC';
      when 'votes_min' then
        result.votes_min := private.filter_number(filter, field);
      when 'votes_max' then
        result.votes_max := private.filter_number(filter, field);
      when 'text' then
        typed := private.filter_text(filter, field);
        if typed is not null then
          result := private.filter_by_text(result, typed, every_post);
        end if;
      when 'unanswered' then
        result.unanswered := private.filter_flag(filter, field);
      when 'inbox' then
        result.in_inbox := private.filter_flag(filter, field);
      when 'assignee' then
        typed := private.filter_text(filter, field);
        if typed = 'none' then
          result.is_unassigned := true;
        elsif typed = 'me' then
          result.assignee_id := (select auth.uid());
        elsif typed ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then
          result.assignee_id := typed::uuid;
        else
          raise exception 'The filter assignee is an id, me or none.' using errcode = '22023';
        end if;
      when 'stale' then
        result.is_stale := private.filter_flag(filter, field);
      else
        raise exception 'Unknown filter: %', left(field, 40) using errcode = '22023';
    end case;
  end loop;
  return result;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_blocked()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
  block private.blocks;
begin
  if tg_op = 'INSERT' and me is not null then
    perform pg_advisory_xact_lock_shared(hashtextextended(me::text, 1));
  end if;
  if private.is_blocked() then
    select * into block from private.blocks b where b.person_id = me;
    raise exception 'You are blocked%: %',
      coalesce(' until ' || to_char(block.ends_at at time zone 'utc', 'FMMonth FMDD, YYYY'), ''), block.reason
      using errcode = 'PT403', hint = 'blocked';
  end if;
  return coalesce(new, old);
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_new_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was constant text := case tg_table_name
    when 'posts' then (to_jsonb(old) ->> 'title') || ' ' || (to_jsonb(old) ->> 'details') else to_jsonb(old) ->> 'body' end;
  wanted constant text := case tg_table_name
    when 'posts' then (to_jsonb(new) ->> 'title') || ' ' || (to_jsonb(new) ->> 'details') else to_jsonb(new) ->> 'body' end;
begin
  if new.author_id = auth.uid() and not private.links_of(wanted) <@ private.links_of(was)
     and private.needs_approval(new.author_id, wanted,
       case tg_table_name when 'posts' then new.id end, case tg_table_name when 'comments' then new.id end) then
    raise exception 'Links cannot be added here before the team knows you.' using errcode = 'PT403', hint = 'approval';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.rename_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  named constant text := private.name_in(new.raw_user_meta_data, new.id);
begin
  -- The service also notes other things here, which name nobody.
  if named <> private.name_in(old.raw_user_meta_data, old.id) then
    update public.profiles set name = named where id = new.id;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_posts(filter jsonb DEFAULT '{}'::jsonb, sort jsonb DEFAULT '[]'::jsonb, page_rows integer DEFAULT 50, after_cursor text DEFAULT NULL::text, before_cursor text DEFAULT NULL::text)
 RETURNS TABLE(id bigint, title text, slug text, category_id integer, category_slug text, category_name text, author_name text, state public.post_state, votes_total integer, comments_total integer, created_at timestamp with time zone, row_cursor text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  author_key constant text := 'lower(coalesce(a.name, ''Deleted user''))';
  nobody_key constant text := 'lower(''Deleted user'')';
  known constant jsonb := '{
    "created_at": ["p.created_at", "timestamptz"], "updated_at": ["p.updated_at", "timestamptz"],
    "state": ["p.state", "public.post_state"], "votes": ["p.votes_total", "integer"],
    "comments": ["p.comments_total", "integer"], "title": ["lower(p.title)", "text"],
    "author": ["lower(coalesce(a.name, ''Deleted user''))", "text"], "category": ["lower(c.name)", "text"]
  }';
  given constant text := coalesce(after_cursor, before_cursor);
  is_back constant boolean := after_cursor is null and before_cursor is not null;
  f private.post_filter;
  rules jsonb := coalesce(sort, '[]');
  rule jsonb;
  keys text[] := array[]::text[];
  types text[] := array[]::text[];
  descending boolean[] := array[]::boolean[];
  keyset jsonb;
  signature text;
  directions boolean[];
  beyond text := 'true';
  beyond_in_group text;
  size integer;
  conditions text;
  is_walked boolean;
  group_is text;
  group_beyond text;
  of_group bigint[];
  page_ids bigint[] := array[]::bigint[];
  most constant integer := least(greatest(coalesce(page_rows, 50), 1), 200);
  ordered text[];
  joined text;
  page text;
begin
  perform private.require_team();
  f := private.read_post_filter(filter);
  if jsonb_typeof(rules) <> 'array' or jsonb_array_length(rules) > 5 then
    raise exception 'A sort is a list of up to five rules.' using errcode = '22023';
  end if;
  if rules = '[]' then
    rules := '[{"by": "created_at", "desc": true}]';
  end if;
  for rule in select * from jsonb_array_elements(rules) loop
    if jsonb_typeof(rule) <> 'object' or jsonb_typeof(rule -> 'by') is distinct from 'string'
       or not known ? (rule ->> 'by') or known -> (rule ->> 'by') ->> 0 = any (keys)
       or jsonb_typeof(coalesce(rule -> 'desc', 'false')) <> 'boolean'
         or rule - array['by', 'desc'] <> '{}' then
      raise exception 'Unknown sort rule: %', left(rule::text, 80) using errcode = '22023';
    end if;
    keys := keys || (known -> (rule ->> 'by') ->> 0);
    types := types || (known -> (rule ->> 'by') ->> 1);
    descending := descending || coalesce((rule -> 'desc')::boolean, false);
  end loop;
  descending := descending || descending[cardinality(keys)];
  keys := keys || 'p.id'::text;
  types := types || 'bigint'::text;
  size := cardinality(keys);
  -- A cursor says which order it belongs to.
  signature := md5(keys::text || descending::text);

  directions := array(select d <> is_back from unnest(descending) with ordinality as t(d, i) order by i);
  if given is not null then
    begin
      keyset := private.read_cursor(given);
      if after_cursor is not null and before_cursor is not null or jsonb_typeof(keyset) <> 'array'
         or jsonb_array_length(keyset) <> size + 1 or keyset ->> size is distinct from signature then
        raise exception 'malformed';
      end if;
      for i in 1 .. size loop
        execute format('select $1::%s', types[i]) using keyset ->> i - 1;
        if keyset ->> i - 1 is null then
          raise exception 'malformed';
        end if;
      end loop;
    exception when others then
      raise exception 'Unknown cursor' using errcode = '22023';
    end;
    beyond := private.beyond_cursor(keys, types, directions, 1);
    beyond_in_group := private.beyond_cursor(keys, types, directions, 2);
  end if;

  conditions := private.post_conditions(f);
  ordered := (
    select array_agg(k || case when d then ' desc' else '' end order by i)
    from unnest(keys, directions) with ordinality as t(k, d, i)
  );
  -- Only what the order asks for: a join, even one that is left out again, keeps the index of updated_at from being enough.
  joined := concat_ws(' ', 'public.posts p',
    case when author_key = any (keys) then 'left join public.profiles a on a.id = p.author_id' end,
    case when 'lower(c.name)' = any (keys) then 'left join public.categories c on c.id = p.category_id' end
  );
  if keys[1] = author_key then
    -- By the index of names, and beside it those without an author, who share one. How few posts the team did nothing with
    -- the planner takes for fewer than they are, and would go through all: author by author then, each post asked by itself.
    is_walked := (f.unanswered or f.is_stale) and f.post_ids is null;
    if is_walked then
      conditions := private.post_conditions(f, one_by_one => true);
    end if;
    page := format(
      'p.id in (
         (select p.id from public.profiles a cross join lateral (
            select * from public.posts p where p.author_id = a.id and %1$s %2$s
          ) p join public.categories c on c.id = p.category_id where %3$s order by %4$s limit $3)
         union all
         (select p.id from public.posts p
          join public.categories c on c.id = p.category_id where p.author_id is null and %1$s and %5$s order by %6$s limit $3)
       )',
      conditions, case when is_walked then 'offset 0' end,
      replace(beyond, author_key, 'lower(a.name)'), replace(array_to_string(ordered, ', '), author_key, 'lower(a.name)'),
      replace(beyond, author_key, nobody_key), replace(array_to_string(ordered, ', '), author_key, nobody_key)
    );
  elsif keys[1] in ('p.state', 'lower(c.name)') then
    -- State by state, or category by category (those of one name together), each planned for its size, from the one the cursor
    -- is in until the page is full.
    for group_is, group_beyond in
      select g.is_it, case when g.is_same then beyond_in_group else 'true' end
      from (
        select format('p.state = %L', s) as is_it, s = (keyset ->> 0)::public.post_state as is_same,
          case when directions[1] then s < (keyset ->> 0)::public.post_state else s > (keyset ->> 0)::public.post_state end
            as is_after,
          row_number() over (order by s) as place
        from unnest(enum_range(null::public.post_state)) s where keys[1] = 'p.state' and (f.states is null or s = any (f.states))
          and (f.is_stale is null or s <> 'completed') and (f.unanswered is null or s = 'proposed')
        union all
        select '(' || string_agg(format('p.category_id = %s', c.id), ' or ') || ')', lower(c.name) = keyset ->> 0,
          case when directions[1] then lower(c.name) < keyset ->> 0 else lower(c.name) > keyset ->> 0 end,
          row_number() over (order by lower(c.name))
        from public.categories c where keys[1] = 'lower(c.name)' and (f.category_ids is null or c.id = any (f.category_ids))
        group by lower(c.name)
      ) g
      where given is null or g.is_same or g.is_after
      order by case when directions[1] then -g.place else g.place end
    loop
      execute format(
        'select array(select p.id from %s where %s and %s and %s order by %s limit $3)',
        joined, group_is, conditions, group_beyond, array_to_string(ordered[2:], ', ')
      ) into of_group using f, keyset, most - cardinality(page_ids);
      page_ids := page_ids || of_group;
      exit when cardinality(page_ids) >= most;
    end loop;
    page := 'p.id = any ($5)';
  else
    page := conditions || ' and ' || beyond;
  end if;

  return query execute format(
    'select p.id, p.title, p.slug, p.category_id, c.slug, c.name, a.name, p.state, p.votes_total,
            p.comments_total, p.created_at, jsonb_build_array(%1$s, $4)::text
     from (select p.id from %2$s where %3$s order by %4$s limit $3) page
     join public.posts p on p.id = page.id
     join public.categories c on c.id = p.category_id
     left join public.profiles a on a.id = p.author_id
     order by %5$s',
    array_to_string(keys, ', '), joined, page, array_to_string(ordered, ', '),
    (select string_agg(k || case when d then ' desc' else '' end, ', ' order by i)
     from unnest(keys, descending) with ordinality as t(k, d, i))
  ) using f, keyset, most, signature, page_ids;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_save_site(settings jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one record;
begin
  perform private.require_admin();
  if jsonb_typeof(settings) is distinct from 'object' then
    raise exception 'The settings are an object.' using errcode = '22023';
  end if;
  update public.site_settings s set
    name = case when settings ? 'name' then private.said(settings ->> 'name') else s.name end,
    accent = case when settings ? 'accent' then lower(private.said(settings ->> 'accent')) else s.accent end,
    marketing_url = case when settings ? 'marketing_url' then private.said(settings ->> 'marketing_url') else s.marketing_url end,
    terms_url = case when settings ? 'terms_url' then private.said(settings ->> 'terms_url') else s.terms_url end,
    privacy_url = case when settings ? 'privacy_url' then private.said(settings ->> 'privacy_url') else s.privacy_url end,
    welcome = case when settings ? 'welcome' then private.said(settings ->> 'welcome') else s.welcome end,
    mail_sender = case when settings ? 'mail_sender' then private.said(settings ->> 'mail_sender') else s.mail_sender end,
    shows_quarters = case
      when settings ? 'shows_quarters' then coalesce((settings ->> 'shows_quarters')::boolean, false) else s.shows_quarters
    end,
    mail_footer = case when settings ? 'mail_footer' then nullif(private.clean_text(settings ->> 'mail_footer'), '') else s.mail_footer end
  where s.only_row;
  for one in select key, value from jsonb_each(coalesce(settings -> 'states', '{}')) loop
    update public.state_texts t set
      name = private.said(one.value ->> 'name'), description = private.said(one.value ->> 'description')
    where t.state::text = one.key
      and (t.name, t.description)
        is distinct from (private.said(one.value ->> 'name'), private.said(one.value ->> 'description'));
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.is_recovering()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.is_present()
    and jsonb_path_exists(auth.jwt(), '$.amr[*].method ? (@ == "otp" || @ == "recovery")')
    and exists (
      select 1 from auth.sessions s join auth.users u on u.id = s.user_id
      where s.id = (auth.jwt() ->> 'session_id')::uuid and private.is_recovery(s, u)
    )
$function$;

COMMENT ON FUNCTION "public"."is_recovering"() IS 'Whether the caller may choose a new password without the old one.';

DROP FUNCTION "private"."hosted_json"(jsonb);
