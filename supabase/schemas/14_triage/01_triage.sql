-- What the team hasn't reviewed, and who is assigned to what.

create table public.post_triage (
  post_id bigint primary key references public.posts (id) on delete cascade,
  looked_at timestamptz,
  looked_by uuid references public.profiles (id) on delete set null,
  assignee_id uuid references public.profiles (id) on delete set null,
  quarter text check (quarter ~ '^20[0-9]{2}-Q[1-4]$')
);
comment on table public.post_triage is
  'What the team records about a post, one row each: who reviewed it first and when (the inbox holds those without), who is assigned, and when it is expected.';
comment on column public.post_triage.looked_by is 'Null if unknown or if that account was deleted.';
comment on column public.post_triage.assignee_id is 'A team member; null once that person has left the team.';
comment on column public.post_triage.quarter is 'Such as 2027-Q1. Public through expected_quarters.';

create index post_triage_inbox_idx on public.post_triage (post_id desc) where looked_at is null;
create index post_triage_looked_by_idx on public.post_triage (looked_by) where looked_by is not null;
create index post_triage_assignee_idx on public.post_triage (assignee_id, post_id) where assignee_id is not null;

grant select on public.post_triage to authenticated;

create policy "the team reads what was reviewed" on public.post_triage
  for select to authenticated using ((select private.is_team()));

create function private.begin_triage(post_ids bigint[]) returns void
language sql security definer set search_path = '' as $$
  insert into public.post_triage (post_id, looked_at)
  select p.id, case
    when p.state <> 'proposed' then p.state_changed_at
    when exists (select from public.roles r where r.user_id = p.author_id) then p.created_at
    else (
      select min(c.created_at) from public.comments c join public.roles r on r.user_id = c.author_id
      where c.post_id = p.id and c.deleted_at is null
    )
  end
  from public.posts p where p.id = any (post_ids)
  on conflict do nothing
$$;
comment on function private.begin_triage is 'Adds the rows of new posts. Posts written by the team count as reviewed.';

create function private.look_at(post bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if (select private.is_team()) then
    update public.post_triage t set looked_at = now(), looked_by = (select auth.uid())
    where t.post_id = post and t.looked_at is null;
  end if;
end
$$;
comment on function private.look_at is 'Marks a post as reviewed when a team member decides something about it.';

create function private.look_at_post_of() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.look_at(new.post_id);
  return null;
end
$$;
comment on function private.look_at_post_of is 'Marks the post as reviewed.';

create function public.admin_set_looked(post_ids bigint[], wanted boolean) returns setof bigint
language plpgsql security definer set search_path = '' as $$
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
begin
  if wanted is null then
    raise exception '"reviewed" must be true or false.' using errcode = '22023';
  end if;
  return query
    update public.post_triage t
    set looked_at = case when wanted then now() end, looked_by = case when wanted then (select auth.uid()) end
    where t.post_id in (
      select p.id from public.posts p where p.id = any (ids) and p.deleted_at is null
    ) and (t.looked_at is not null) <> wanted
    returning t.post_id;
end
$$;
comment on function public.admin_set_looked is 'Marks posts as reviewed or as new. Returns which changed.';
grant execute on function public.admin_set_looked to authenticated, service_role;

create function public.admin_triage(post_ids bigint[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_team();
  if cardinality(post_ids) > 20 then
    raise exception 'At most 20 posts at once.' using errcode = '22023';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id, 'title', p.title, 'details', p.details, 'state', p.state, 'category_id', p.category_id,
      'votes_total', p.votes_total,
      'plan', (
        select jsonb_build_object('assignee', t.assignee_id, 'quarter', t.quarter)
        from public.post_triage t where t.post_id = p.id
      ), 'comments_total', p.comments_total,
      'author', (
        select jsonb_build_object(
          'id', a.id, 'name', a.name, 'avatar', a.avatar_url, 'is_team', a.is_team, 'created_at', a.created_at,
          'has_account', exists (select from auth.users u where u.id = a.id),
          'posts_total', (select count(*) from public.posts o where o.author_id = a.id and o.deleted_at is null and o.id <> p.id),
          'comments_total', (select count(*) from public.comments o where o.author_id = a.id and o.deleted_at is null),
          'posts', (
            select coalesce(jsonb_agg(to_jsonb(t) order by t.id desc), '[]') from (
              select o.id, o.title, o.state, o.slug, c.slug as category_slug
              from public.posts o join public.categories c on c.id = o.category_id
              where o.author_id = a.id and o.deleted_at is null and o.id <> p.id order by o.id desc limit 3
            ) t
          )
        )
        from public.profiles a where a.id = p.author_id
      ),
      'images', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.position, t.id), '[]') from (
          select i.id, i.path, i.alt, i.width, i.height, i.widths, i.position from public.images i where i.post_id = p.id
        ) t
      ),
      'comments', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]') from (
          select m.id, m.author_id, n.name as author_name, coalesce(n.is_team, false) as author_is_team, m.body, m.created_at
          from public.comments m left join public.profiles n on n.id = m.author_id
          where m.post_id = p.id and m.deleted_at is null and m.hidden_at is null order by m.id desc limit 20
        ) t
      ),
      'interest', (
        select to_jsonb(i) - 'post_id' from public.admin_interest(array[p.id]) i
      ),
      'tags', (
        select coalesce(jsonb_agg(g.id order by lower(g.name)), '[]')
        from public.post_tags t join public.tags g on g.id = t.tag_id where t.post_id = p.id
      ),
      'notes', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]') from (
          select k.id, k.author_id, n.name as author_name, k.body, k.created_at, k.is_context
          from public.post_notes k left join public.profiles n on n.id = k.author_id
          where k.post_id = p.id order by k.id desc limit 20
        ) t
      )
    ) order by w.place), '[]')
    from unnest(post_ids) with ordinality as w(id, place) join public.posts p on p.id = w.id
    where p.deleted_at is null
  );
end
$$;
comment on function public.admin_triage is
  'Everything needed to decide about posts, in the given order, without deleted ones. Security definer, because it counts what the author wrote.';
grant execute on function public.admin_triage to authenticated, service_role;
