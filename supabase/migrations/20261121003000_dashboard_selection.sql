-- Which posts a filter matches, in steps of up to 1,000, each with what a conflict is noticed by.
create function public.admin_matching(filter jsonb default '{}', after_id bigint default 0, max_rows integer default 1000)
returns table (id bigint, state public.post_state, category_id integer)
language plpgsql stable security definer set search_path = '' set jit = off
as $$
#variable_conflict use_column
declare
  f private.post_filter;
begin
  perform private.require_admin();
  f := private.read_post_filter(filter);
  return query execute format(
    'select p.id, p.state, p.category_id from public.posts p where %s and p.id > $2 order by p.id limit $3',
    private.post_conditions(f)
  ) using f, coalesce(after_id, 0), least(greatest(coalesce(max_rows, 1000), 1), 1000);
end
$$;
revoke execute on function public.admin_matching(jsonb, bigint, integer) from public, anon;
grant execute on function public.admin_matching(jsonb, bigint, integer) to authenticated, service_role;

-- Having another's post back is an action like deleting it.
create function private.audit_restored_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.author_id is distinct from (select auth.uid()) and (select private.is_admin()) then
    perform private.audit('post.restore', new.id, new.title, null, null);
  end if;
  return null;
end
$$;
create trigger audit_restored_post after insert on public.posts
  for each row when (coalesce(current_setting('signpost.restoring', true), '') = 'on')
  execute function private.audit_restored_post();
