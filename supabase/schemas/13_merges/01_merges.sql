create function private.brought_by(merge bigint) returns table(id bigint, post_id bigint)
language sql stable set search_path = '' as $$
  with recursive brought as (
    select m.id, m.post_id from public.post_merges m where m.id = merge and m.undone_at is null
    union
    select m.id, m.post_id from public.post_merges m join brought b on m.into_id = b.post_id where m.undone_at is null
  )
  select b.id, b.post_id from brought b
$$;
comment on function private.brought_by is 'A merge that wasn''t undone, and the merges that its post brought along.';

create function private.standing_post(id bigint) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    (select m.stays_id from public.post_merges m where m.post_id = standing_post.id and m.undone_at is null), id
  );
end
$$;
comment on function private.standing_post is 'The post that remains for this one: itself, unless it is merged.';
grant execute on function private.standing_post to authenticated, service_role;

create function private.merged_with(ids bigint[]) returns bigint[]
language sql stable set search_path = '' as $$
  with standing as (
    select i as id from unnest(ids) i
    union
    select m.stays_id from public.post_merges m where m.post_id = any (ids) and m.undone_at is null
  )
  select array_agg(id) from (
    select id from standing
    union
    select m.post_id from public.post_merges m join standing s on s.id = m.stays_id where m.undone_at is null
  ) all_of_them
$$;
comment on function private.merged_with is 'These posts and all posts merged with any of them.';

create function public.merged_posts(of_post bigint) returns table(
  id bigint, title text, details text, created_at timestamptz, author_id uuid, author_name text, author_is_team boolean
)
language sql stable security definer set search_path = '' as $$
  select p.id, p.title, p.details, p.created_at, p.author_id, a.name, coalesce(a.is_team, false)
  from (
    select m.id as merge_id, t.*, sum(octet_length(t.details)) over (order by m.id) as bytes
    from public.post_merges m
    join public.posts stays on stays.id = m.stays_id and stays.deleted_at is null
    join public.posts t on t.id = m.post_id
    where m.stays_id = of_post and m.undone_at is null
    order by m.id limit 100
  ) p
  left join public.profiles a on a.id = p.author_id
  where p.bytes <= 250000 and (select private.require_small_select(3))
  order by p.merge_id
$$;
comment on function public.merged_posts is
  'The texts of posts merged into this one, oldest merge first. Security definer, because those posts can''t be read directly; whoever sees the remaining post may read them here.';
grant execute on function public.merged_posts to anon, authenticated, service_role;
