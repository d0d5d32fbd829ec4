-- What a person wrote and voted for, in one place.

create function private.has_page(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles a where a.id = person and a.is_public)
    and not exists (select from private.voter_addresses v where v.person_id = person)
$$;
comment on function private.has_page is
  'Whether a person has a public page: everyone whose name is public, except people known only by an email address.';

create function public.get_person(person uuid) returns table(
  id uuid, name text, avatar_url text, is_team boolean, created_at timestamptz, posts_total bigint, comments_total bigint
)
language sql stable security definer set search_path = '' as $$
  select a.id, a.name, a.avatar_url, a.is_team, case when not a.placeholder then a.created_at end,
    (select count(*) from public.posts p where p.author_id = a.id and p.deleted_at is null),
    (
      select count(*) from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
      where c.author_id = a.id and c.deleted_at is null and c.hidden_at is null
    )
  from public.profiles a
  where a.id = person and private.has_page(a.id) and (select private.require_small_select(3))
$$;
comment on function public.get_person is 'Who a person''s page is about, since when they have an account, and how much it shows; nothing if there is no such page.';
grant execute on function public.get_person to anon, authenticated;

create function public.person_activity(
  person uuid, kind text, after_cursor text default null, max_rows integer default 20
) returns table(
  id bigint, category_slug text, category_name text, slug text, title text, excerpt text, state public.post_state,
  votes_total integer, comments_total integer, created_at timestamptz, author_id uuid, author_name text,
  author_is_team boolean, comment_id bigint, happened_at timestamptz, row_cursor text, merged_into jsonb
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  is_own constant boolean := coalesce(person = auth.uid() and private.is_present(), false);
  after_row constant record := private.read_comment_cursor(after_cursor);
  rows constant integer := least(greatest(max_rows, 1), 50);
begin
  perform private.require_small_select(3);
  if kind = 'votes' then
    if not (is_own or private.is_team()) then
      raise exception 'Only the person and the team can see votes.' using errcode = '42501';
    end if;
  elsif not private.has_page(person) then
    return;
  end if;
  return query
  select p.id, c.slug, c.name, p.slug, p.title, left(coalesce(f.body, p.details), 600), p.state, p.votes_total,
    p.comments_total, p.created_at, p.author_id, a.name, coalesce(a.is_team, false), f.comment_id, f.at,
    jsonb_build_array(f.at, f.item)::text,
    (
      select jsonb_build_object('title', s.title, 'slug', s.slug, 'category_slug', i.slug)
      from public.posts s join public.categories i on i.id = s.category_id where s.id = f.stays_id
    )
  from (
    (
      select t.id as post_id, t.id as item, t.created_at as at, null::bigint as comment_id, null::text as body,
        null::bigint as stays_id
      from public.posts t
      where kind = 'posts' and t.author_id = person and t.deleted_at is null
        and (after_row.id is null or (t.created_at, t.id) < (after_row.created_at, after_row.id))
      order by t.created_at desc, t.id desc limit rows
    )
    union all
    (
      select t.id, t.id, t.created_at, null, null, m.stays_id
      from public.posts t
      join public.post_merges m on m.post_id = t.id and m.undone_at is null
      join public.posts stays on stays.id = m.stays_id and stays.deleted_at is null
      where kind = 'posts' and is_own and t.author_id = person and t.hidden_at is null
        and (after_row.id is null or (t.created_at, t.id) < (after_row.created_at, after_row.id))
      order by t.created_at desc, t.id desc limit rows
    )
    union all
    (
      select t.post_id, t.id, t.created_at, t.id, t.body, null
      from public.comments t join public.posts on_post on on_post.id = t.post_id and on_post.deleted_at is null
      where kind = 'comments' and t.author_id = person and t.deleted_at is null and t.hidden_at is null
        and (after_row.id is null or (t.created_at, t.id) < (after_row.created_at, after_row.id))
      order by t.created_at desc, t.id desc limit rows
    )
    union all
    (
      select t.post_id, t.post_id, t.created_at, null, null, null
      from public.votes t join public.posts on_post on on_post.id = t.post_id and on_post.deleted_at is null
      where kind = 'votes' and t.user_id = person
        and (after_row.id is null or (t.created_at, t.post_id) < (after_row.created_at, after_row.id))
      order by t.created_at desc, t.post_id desc limit rows
    )
  ) f
  join public.posts p on p.id = f.post_id
  join public.categories c on c.id = p.category_id
  left join public.profiles a on a.id = p.author_id
  order by f.at desc, f.item desc limit rows;
end
$$;
comment on function public.person_activity is
  'A person''s posts, comments or votes (kind), newest first, each with the cursor that continues after it. Posts and comments are what everyone can read; only the person also gets their merged posts, with what each was merged into. Votes are for the person and the team.';
grant execute on function public.person_activity to anon, authenticated;
