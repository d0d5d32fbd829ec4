-- What the site read through embedded lists, each in one call.

create function public.list_categories() returns table (
  id integer, slug text, name text, description text, prompt text, details_prompt text, archived_at timestamptz,
  slugs text[], posts_total bigint
)
language sql stable security definer set search_path = ''
as $$
  select c.id, c.slug, c.name, c.description, c.prompt, c.details_prompt, c.archived_at,
    (select coalesce(array_agg(a.slug order by a.slug), '{}') from public.category_addresses a where a.category_id = c.id),
    (select coalesce(sum(t.posts), 0)::bigint from public.post_totals t where t.category_id = c.id)
  from public.categories c
  where (select private.require_small_select(3))
  order by c.position, c.id
$$;
comment on function public.list_categories is 'Every category in its order, with every address it has or had.';
revoke execute on function public.list_categories from public;
grant execute on function public.list_categories to anon, authenticated;

create function public.get_post(category text, slug text) returns table (
  id bigint, title text, details text, state public.post_state, votes_total integer, comments_total integer,
  created_at timestamptz, edited_at timestamptz, activity_at timestamptz, locked_at timestamptz, pinned_at timestamptz,
  category_id integer, category_slug text, category_name text,
  author_id uuid, author_name text, author_avatar text, author_is_team boolean,
  events jsonb, merges jsonb, partings jsonb, images jsonb
)
language sql stable security definer set search_path = ''
as $$
  select p.id, p.title, p.details, p.state, p.votes_total, p.comments_total,
    p.created_at, p.edited_at, p.activity_at, p.locked_at, p.pinned_at,
    c.id, c.slug, c.name, a.id, a.name, a.avatar_url, a.is_team,
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'from_state', e.from_state, 'to_state', e.to_state, 'note', e.note, 'created_at', e.created_at,
        'actor_id', by.id, 'actor_name', by.name, 'actor_is_team', by.is_team
      ) order by e.created_at, e.id), '[]')
      from (select * from public.post_events e where e.post_id = p.id order by e.created_at, e.id limit 200) e
      left join public.profiles by on by.id = e.actor_id
    ),
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', m.id, 'post_id', m.post_id, 'title', m.title, 'merged_at', m.merged_at, 'undone_at', m.undone_at,
        'actor_id', by.id, 'actor_name', by.name, 'actor_is_team', by.is_team
      ) order by m.id), '[]')
      from (
        select * from public.post_merges m
        where m.stays_id = p.id and (
          m.undone_at is null
          or exists (select from public.posts own where own.id = m.post_id and own.deleted_at is null)
        )
        order by m.id limit 200
      ) m
      left join public.profiles by on by.id = m.merged_by
    ),
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', m.id, 'title', m.stays_title, 'merged_at', m.merged_at, 'undone_at', m.undone_at,
        'actor_id', by.id, 'actor_name', by.name, 'actor_is_team', by.is_team
      ) order by m.id), '[]')
      from (
        select m.*, stays.title as stays_title
        from public.post_merges m
        join public.posts stays on stays.id = m.stays_id and stays.deleted_at is null
        where m.post_id = p.id order by m.id limit 200
      ) m
      left join public.profiles by on by.id = m.merged_by
    ),
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', i.id, 'path', i.path, 'alt', i.alt, 'width', i.width, 'height', i.height, 'widths', i.widths,
        'position', i.position, 'merged_from', m.title
      ) order by i.position, i.id), '[]')
      from (select * from public.images i where i.post_id = p.id order by i.position, i.id limit 200) i
      left join public.post_merges m on m.id = i.merge_id and m.undone_at is null
    )
  from public.posts p
  join public.categories c on c.id = p.category_id
  left join public.profiles a on a.id = p.author_id
  where c.slug = get_post.category and p.slug = get_post.slug and p.deleted_at is null
    and (select private.require_small_select(3))
$$;
comment on function public.get_post is 'A post at its address, with its timeline, its merges and its images.';
revoke execute on function public.get_post from public;
grant execute on function public.get_post to anon, authenticated;

create function public.describe_people(people uuid[], on_post bigint default null) returns table (
  id uuid, created_at timestamptz, posts_total bigint, wrote_post boolean, said_here text, last_title text, last_said text
)
language sql stable security definer set search_path = ''
as $$
  select a.id, a.created_at,
    (select count(*) from public.posts p where p.author_id = a.id and p.deleted_at is null),
    exists (select from public.posts p where p.id = on_post and p.author_id = a.id and p.deleted_at is null),
    (
      select left(c.body, 600)
      from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
      where c.author_id = a.id and c.post_id = on_post and c.deleted_at is null and c.hidden_at is null
      order by c.id desc limit 1
    ),
    (
      select p.title from public.posts p
      where p.author_id = a.id and p.deleted_at is null order by p.id desc limit 1
    ),
    (
      select left(c.body, 600)
      from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
      where c.author_id = a.id and c.deleted_at is null and c.hidden_at is null
      order by c.id desc limit 1
    )
  from public.profiles a
  where a.id = any (describe_people.people[1:20])
$$;
comment on function public.describe_people is 'What tells people with the same name apart, of what everybody can read.';
revoke execute on function public.describe_people from public;
grant execute on function public.describe_people to authenticated;
