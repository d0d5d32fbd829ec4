create function public.admin_first_steps()
returns table(is_named boolean, has_logo boolean, has_categories boolean, has_team boolean, has_posts boolean, has_sent_mail boolean, has_widget boolean, is_dismissed boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select
      (select s.name is not null from public.site_settings s),
      (select s.logo_path is not null from public.site_settings s),
      exists (
        select from public.audit_log l
        where l.action = 'category.update' and l.actor_id is not null
      ) or exists (
        select from public.categories c
        where c.slug <> 'new-features'
          and c.created_at not in (select p.created_at from public.profiles p where p.id = any (private.example_people()))
      ),
      (select count(*) > 1 from public.roles r where r.user_id <> all (private.example_people())) or exists (select from private.invitations i where i.ends_at > now()),
      exists (
        select from public.posts p
        where p.deleted_at is null and (p.author_id is null or p.author_id <> all (private.example_people()))
      ),
      exists (select from private.mails m where m.state = 'sent' and m.outcome <> '250 saved-to-mailbox'),
      (select cardinality(s.widget_origins) > 0 from public.site_settings s),
      (select s.hides_first_steps from public.site_settings s);
end
$$;
comment on function public.admin_first_steps is
  'Which first steps of a new board are done, and whether an admin dismissed the list. Admins only.';
grant execute on function public.admin_first_steps to authenticated;
