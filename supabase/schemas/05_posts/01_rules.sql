-- What happens to a post as it is written.

create type public.post_state as enum ('proposed', 'candidate', 'planned', 'in-progress', 'completed');

create function private.trend_weight(moment timestamptz) returns double precision
language sql immutable parallel safe
return power(2::double precision, extract(epoch from moment - timestamptz '2026-01-01 00:00:00+00') / 864000.0);
comment on function private.trend_weight is 'The worth of one vote at a moment, on the scale of posts.trend.';

create function private.claim_address(category integer, post bigint, title text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  base text := private.slugify(title);
  candidate text;
  owner bigint;
  attempt integer := 0;
begin
  if base = '' then
    base := 'post';
    attempt := 1;
  end if;
  loop
    candidate := case attempt
      when 0 then base
      when 1 then base || '-' || post
      else base || '-' || post || '-' || attempt
    end;
    insert into public.post_addresses (category_id, slug, post_id) values (category, candidate, post)
    on conflict do nothing;
    if found then
      return candidate;
    end if;
    select post_id into owner from public.post_addresses where category_id = category and slug = candidate;
    if owner = post then
      return candidate;
    end if;
    attempt := attempt + 1;
  end loop;
end
$$;
comment on function private.claim_address is
  'Claims a free address for a post: the title''s own slug, else that slug with the post''s number.';

create function private.prepare_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.title := private.clean_line(new.title);
  new.details := private.clean_text(new.details);
  if tg_op = 'INSERT' then
    new.slug := private.claim_address(new.category_id, new.id, new.title);
    new.trend := private.trend_weight(new.created_at);
    new.activity_at := new.created_at;
    new.updated_at := new.created_at;
    new.state_changed_at := greatest(new.created_at, least(new.state_changed_at, now()));
    return new;
  end if;
  if (new.title, new.details) is distinct from (old.title, old.details) then
    new.edited_at := now();
  end if;
  if new.category_id <> old.category_id then
    new.slug := private.claim_address(new.category_id, new.id, new.title);
  end if;
  if new.state <> old.state then
    new.state_changed_at := now();
  end if;
  if (new.title, new.details, new.category_id, new.state)
     is distinct from (old.title, old.details, old.category_id, old.state) then
    new.updated_at := now();
    new.activity_at := now();
  end if;
  return new;
end
$$;
comment on function private.prepare_post is
  'Cleans a new or edited post, sets what a client may not choose, and claims its address.';

create function private.bump_revision() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.revision := old.revision + 1;
  return new;
end
$$;
comment on function private.bump_revision is
  'An edit says which revision it starts from, and so notices one that came between.';

create function private.refuse_archived() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (select c.archived_at from public.categories c where c.id = new.category_id) is not null then
    raise exception 'This category takes no new posts.' using errcode = 'PT409';
  end if;
  return new;
end
$$;
comment on function private.refuse_archived is 'Imports bring what was written before.';

create function private.vote_for_own_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.votes (user_id, post_id) values (new.author_id, new.id);
  return null;
end
$$;
comment on function private.vote_for_own_post is
  'Whoever publishes a post wants it: it starts with their vote, which can be taken back like any other. Only a post that its author sends: imports and operators bring the votes there are.';

create function private.undo_time() returns interval
language sql immutable set search_path = ''
return interval '10 seconds';
comment on function private.undo_time is 'How long the site offers to undo a deletion.';

create function private.restore_time() returns interval
language sql immutable set search_path = ''
return interval '1 hour';
comment on function private.restore_time is
  'How long a deletion can be undone. Longer than it is offered: the offer stays on the screen while the pointer rests on it, the way here takes time, and of thousands the last come back minutes after the first were deleted.';

create function private.undo_end() returns timestamptz
language sql stable set search_path = ''
return now() - private.restore_time();
comment on function private.undo_end is 'What was deleted before this moment stays deleted.';
