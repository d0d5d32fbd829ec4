create function private.entry_labels(entry bigint) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'slug', l.slug) order by l.position, l.id), '[]')
    from public.changelog_entry_labels x join public.changelog_labels l on l.id = x.label_id
    where x.entry_id = entry
  );
end
$$;
comment on function private.entry_labels is 'The labels of an entry, as JSON.';

create function private.entry_posts(entry bigint) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(t) - 'place' order by t.place, t.id), '[]') from (
      select p.id, p.title, p.slug, c.slug as category_slug, p.state, p.votes_total, min(x.position) as place
      from public.changelog_entry_posts x
      join public.posts p on p.id = private.standing_post(x.post_id) and p.deleted_at is null
      join public.categories c on c.id = p.category_id
      where x.entry_id = entry
      group by p.id, c.slug
    ) t
  );
end
$$;
comment on function private.entry_posts is
  'The posts linked to an entry, as JSON. Merged posts are replaced by the post they were merged into; deleted ones are left out.';

create function private.entry_images(entry bigint) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', i.id, 'path', i.path, 'alt', i.alt, 'width', i.width, 'height', i.height, 'widths', i.widths,
      'position', i.position
    ) order by i.position, i.id), '[]')
    from public.images i where i.entry_id = entry
  );
end
$$;
comment on function private.entry_images is 'The images of an entry, as JSON.';

create function private.entry_day(moment timestamptz) returns date
language plpgsql stable set search_path = '' as $$
begin
  return (moment at time zone (select s.time_zone from public.site_settings s))::date;
end
$$;
comment on function private.entry_day is 'The date of an entry in the site''s time zone.';

create function private.shown_entries(ids bigint[]) returns table(
  id bigint, title text, slug text, body text, state public.entry_state, publish_at timestamptz, published_at timestamptz,
  day date, edited_at timestamptz, updated_at timestamptz, revision integer, author_id uuid, author_name text, author_avatar text,
  likes integer, loves integer, celebrations integer, labels jsonb, posts jsonb, images jsonb
)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select e.id, e.title, e.slug, e.body, e.state, e.publish_at, e.published_at,
      private.entry_day(coalesce(e.published_at, e.publish_at, now())), e.edited_at, e.updated_at, e.revision,
      a.id, a.name, a.avatar_url, e.likes, e.loves, e.celebrations,
      private.entry_labels(e.id), private.entry_posts(e.id), private.entry_images(e.id)
    from unnest(ids) with ordinality as w (id, place)
    join public.changelog_entries e on e.id = w.id
    left join public.profiles a on a.id = e.author_id
    order by w.place;
end
$$;
comment on function private.shown_entries is
  'Entries with everything that their page shows, in this order. The caller has to check which entries may be read.';

create function public.get_entry(address text) returns table(
  id bigint, title text, slug text, body text, state public.entry_state, publish_at timestamptz, published_at timestamptz,
  day date, edited_at timestamptz, updated_at timestamptz, revision integer, author_id uuid, author_name text, author_avatar text,
  likes integer, loves integer, celebrations integer, labels jsonb, posts jsonb, images jsonb
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_small_select(3);
  return query
    select s.* from private.shown_entries(array(
      select a.entry_id from public.changelog_addresses a
      join public.changelog_entries e on e.id = a.entry_id and e.state = 'published'
      where a.slug = address
    )) s;
end
$$;
comment on function public.get_entry is
  'The published entry at an address. If the address is a former one, the entry has another slug.';
grant execute on function public.get_entry to anon, authenticated, service_role;

create function public.list_entries(label text default null, after_cursor text default null, max_rows integer default 10)
returns table(
  id bigint, title text, slug text, body text, state public.entry_state, publish_at timestamptz, published_at timestamptz,
  day date, edited_at timestamptz, updated_at timestamptz, revision integer, author_id uuid, author_name text, author_avatar text,
  likes integer, loves integer, celebrations integer, labels jsonb, posts jsonb, images jsonb
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  after_time timestamptz;
  after_id bigint;
begin
  perform private.require_small_select(3);
  if after_cursor is not null then
    if after_cursor !~ '^[0-9]{1,16}-[0-9]{1,18}$' then
      raise exception 'Unknown cursor' using errcode = '22023';
    end if;
    after_id := split_part(after_cursor, '-', 2);
    after_time := to_timestamp(0) + split_part(after_cursor, '-', 1)::bigint * interval '1 millisecond';
  end if;
  return query
    select s.* from private.shown_entries(array(
      select e.id from public.changelog_entries e
      where e.state = 'published'
        and (after_id is null or (e.published_at, e.id) < (after_time, after_id))
        and (label is null or exists (
          select from public.changelog_entry_labels x join public.changelog_labels l on l.id = x.label_id
          where x.entry_id = e.id and l.slug = label
        ))
      order by e.published_at desc, e.id desc limit least(max_rows, 51)
    )) s;
end
$$;
comment on function public.list_entries is
  'Published entries, newest first. An entry''s cursor is its published_at in milliseconds since 1970, a hyphen, and its id.';
grant execute on function public.list_entries to anon, authenticated, service_role;

create function public.search_entries(query text, max_rows integer default 5) returns table(
  id bigint, title text, slug text, excerpt text, published_at timestamptz, day date
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  wanted constant tsquery := (
    select string_agg(a.strict_body, ' & ') from private.search_atoms(left(query, 200), false) a
  )::tsquery;
begin
  perform private.require_small_select(3);
  return query
    select e.id, e.title, e.slug, left(e.body, 600), e.published_at, private.entry_day(e.published_at)
    from private.search_entries s join public.changelog_entries e on e.id = s.entry_id
    where e.state = 'published' and s.vector @@ wanted
    order by ts_filter(s.vector, '{a}') @@ wanted desc, e.published_at desc, e.id desc
    limit least(max_rows, 20);
end
$$;
comment on function public.search_entries is
  'Published entries that contain every word of a query, read as in the search of posts: with the stems of the site''s language, and words that start with the last one. Matches in the title come first.';
grant execute on function public.search_entries to anon, authenticated, service_role;

create function public.changelog_index() returns table(slug text, changed_at timestamptz)
language sql stable set search_path = '' as $$
  select e.slug, greatest(e.published_at, e.edited_at) from public.changelog_entries e
  where e.state = 'published' and (select private.require_small_select(3))
  order by e.published_at desc limit 5000
$$;
comment on function public.changelog_index is 'Addresses of published entries for the sitemap, newest first.';
grant execute on function public.changelog_index to anon, authenticated, service_role;
