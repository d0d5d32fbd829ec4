create function private.bulk_ids(post_ids bigint[]) returns bigint[]
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_team();
  if cardinality(post_ids) > 200 then
    raise exception 'You can change at most 200 posts at once.' using errcode = '22023';
  end if;
  return array(select distinct i from unnest(post_ids) i where i is not null order by i);
end
$$;
comment on function private.bulk_ids is 'The posts of a bulk action, each once, in order.';

create function private.bulk_seen(seen jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(seen) <> 'object' then
    raise exception '"seen" must be an object with post ids as keys.' using errcode = '22023';
  end if;
  return seen;
end
$$;
comment on function private.bulk_seen is
  'What the admin saw of each post, by id. A post that someone else has changed since is left alone. Outcomes: done, unchanged (it was already like that), conflict (it isn''t as it was seen, or isn''t in seen), missing. Without seen, nothing is compared.';

create function private.bulk_people(person_ids uuid[]) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_team();
  if cardinality(person_ids) > 200 then
    raise exception 'At most 200 people at once.' using errcode = '22023';
  end if;
  return array(select distinct p.id from public.profiles p where p.id = any (person_ids) order by 1);
end
$$;
comment on function private.bulk_people is 'Those of up to 200 people who exist, by id. For the team.';
