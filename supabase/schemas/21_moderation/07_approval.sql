create table private.moderation (
  only_row boolean default true primary key check (only_row),
  approval text not null default 'off' check (approval in ('off', 'first', 'links', 'all')),
  trusted_days integer not null default 7 check (trusted_days between 0 and 365),
  reports_to_hide integer not null default 3 check (reports_to_hide between 1 and 100)
);
comment on table private.moderation is
  'The moderation rules that admins set: what needs approval (off; first: each person''s first post or comment; links: content with links from new people; all), after how many days a member with visible content is trusted, and how many reports of trusted members hide something.';

create function public.moderation_settings() returns table(approval text, trusted_days integer, reports_to_hide integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_team();
  return query select m.approval, m.trusted_days, m.reports_to_hide from private.moderation m;
end
$$;
comment on function public.moderation_settings is 'The moderation rules. For the team.';
grant execute on function public.moderation_settings to authenticated;

create function public.set_moderation_settings(
  approval text default null, trusted_days integer default null, reports_to_hide integer default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was private.moderation;
  now_is private.moderation;
begin
  perform private.require_admin();
  select * into was from private.moderation for update;
  update private.moderation m set
    approval = coalesce(set_moderation_settings.approval, m.approval),
    trusted_days = coalesce(set_moderation_settings.trusted_days, m.trusted_days),
    reports_to_hide = coalesce(set_moderation_settings.reports_to_hide, m.reports_to_hide)
  where m.only_row
  returning * into now_is;
  if now_is is distinct from was then
    perform private.audit('moderation.update', null, null, to_jsonb(was) - 'only_row', to_jsonb(now_is) - 'only_row');
  end if;
end
$$;
comment on function public.set_moderation_settings is
  'Changes the moderation rules. Null leaves a rule unchanged. Admins only.';
grant execute on function public.set_moderation_settings to authenticated;

create function private.is_trusted(person uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.counts_as_team(person)
    or not exists (select from private.blocks b where b.person_id = person)
    and exists (
      select from public.profiles p, private.moderation m
      where p.id = person and p.created_at <= now() - make_interval(days => m.trusted_days)
    )
    and (
      exists (select from public.posts p where p.author_id = person and p.deleted_at is null)
      or exists (
        select from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
        where c.author_id = person and c.deleted_at is null and c.hidden_at is null
      )
    );
end
$$;
comment on function private.is_trusted is 'Whether a person is on the team, or has been an unblocked member for some days.';

create function private.has_standing(person uuid, but_post bigint, but_comment bigint) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
      select from public.posts p
      where p.author_id = person and p.deleted_at is null and p.created_at < now() and p.id is distinct from but_post
    ) or exists (
      select from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
      where c.author_id = person and c.deleted_at is null and c.hidden_at is null and c.created_at < now()
        and c.id is distinct from but_comment
    );
end
$$;
comment on function private.has_standing is 'Whether a person already had other visible posts or comments.';

create function private.needs_approval(
  person uuid, words text, this_post bigint default null, this_comment bigint default null
) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  rule private.moderation;
begin
  select * into rule from private.moderation;
  if rule.approval = 'off' or private.counts_as_team(person) then
    return false;
  end if;
  return case rule.approval
    when 'all' then true
    when 'first' then not private.has_standing(person, this_post, this_comment)
    when 'links' then private.links_of(words) <> '{}' and not (
      private.has_standing(person, this_post, this_comment) and exists (
        select from public.profiles p
        where p.id = person and p.created_at <= now() - make_interval(days => rule.trusted_days)
      )
    )
  end;
end
$$;
comment on function private.needs_approval is 'Whether something that the caller wrote needs approval.';

create function private.refuse_new_link(
  author uuid, was text, wanted text, of_post bigint default null, of_comment bigint default null
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if author = auth.uid() and not private.links_of(wanted) <@ private.links_of(was)
     and private.needs_approval(author, wanted, of_post, of_comment) then
    raise exception 'You can''t add links yet. New members'' links need the team''s approval: post the link in a new comment instead.' using errcode = 'PT403', hint = 'approval';
  end if;
end
$$;
comment on function private.refuse_new_link is 'Refuses an edit that adds a link if links need approval.';
