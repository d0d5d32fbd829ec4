-- What happens to a post when it is written.

create type public.post_state as enum ('proposed', 'candidate', 'planned', 'in-progress', 'completed');

create function private.trend_weight(moment timestamptz) returns double precision
language sql immutable parallel safe
return power(2::double precision, extract(epoch from moment - timestamptz '2026-01-01 00:00:00+00') / 864000.0);
comment on function private.trend_weight is 'The weight of one vote at a point in time, on the scale of posts.trend.';

create function private.require_texts(title text, details text) returns void
language plpgsql set search_path = '' as $$
begin
  if private.has_stacked_marks(title) or char_length(title) not between 3 and 140
     or private.visible_length(title) < 3 or char_length(details) > 10000 then
    raise exception 'A title has 3 to 140 characters, and details have up to 10,000.'
      using errcode = '23514', hint = 'post_length';
  end if;
end
$$;
comment on function private.require_texts is
  'Refuses a post''s title that is too short, too long or unreadable, and details that are too long. Triggers call it when they change: check constraints would run with every counted vote.';

create function private.claim_address(category integer, post bigint, title text) returns text
language plpgsql security definer set search_path = '' as $$
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
comment on function private.claim_address is 'Claims a free address: the title''s slug, or the slug with the post''s id.';

create function private.restore_time() returns interval
language sql immutable set search_path = ''
return interval '1 hour';
comment on function private.restore_time is
  'How long a deletion can be undone. This is longer than the site offers it: the toast stays while the pointer is on it, the request takes time, and of thousands of posts, the last are restored minutes after the first were deleted.';

create function private.undo_end() returns timestamptz
language sql stable set search_path = ''
return now() - private.restore_time();
comment on function private.undo_end is 'Anything deleted before this time stays deleted.';
