-- Signals about suspicious votes, and votes that the team excluded.

create table private.vote_networks (
  user_id uuid,
  post_id bigint,
  network bytea not null,
  noted_at timestamptz not null default now(),
  primary key (user_id, post_id),
  foreign key (user_id, post_id) references public.votes (user_id, post_id) on update cascade on delete cascade
);
comment on table private.vote_networks is 'Salted hashes of the networks that votes came from, kept for 30 days.';

create index vote_networks_noted_idx on private.vote_networks (noted_at);

create function public.note_vote_network(voter uuid, of_post bigint, address text) returns void
language sql security definer set search_path = '' as $$
  insert into private.vote_networks as n (user_id, post_id, network)
  select v.user_id, v.post_id, sha256(convert_to(concat_ws(E'\n', s.value, 'vote', private.network_of(left(address, 64))), 'UTF8'))
  from public.votes v, private.salt s
  where v.user_id = voter and v.post_id = private.standing_post(of_post) and address <> ''
  on conflict (user_id, post_id) do update set network = excluded.network, noted_at = excluded.noted_at
$$;
comment on function public.note_vote_network is 'Records a vote''s network. Only for the server.';
grant execute on function public.note_vote_network to service_role;

create function private.forget_networks() returns integer
language plpgsql set search_path = '' as $$
declare
  forgotten integer;
begin
  delete from private.vote_networks n where n.noted_at < now() - interval '30 days';
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;
comment on function private.forget_networks is 'Removes old networks. Returns how many. For the worker.';
grant execute on function private.forget_networks to service_role;

create table private.withdrawn_votes (
  user_id uuid references public.profiles (id) on delete cascade,
  post_id bigint references public.posts (id) on delete cascade,
  withdrawn_at timestamptz not null default now(),
  primary key (user_id, post_id)
);
comment on table private.withdrawn_votes is 'Excluded votes that were removed. If they are cast again, they stay excluded.';

create index withdrawn_votes_post_idx on private.withdrawn_votes (post_id);

create function private.vote_signs(of_post bigint) returns table(
  user_id uuid, created_at timestamptz, signals text[], network_votes integer
)
language sql stable set search_path = '' as $$
  with latest as (
    select v.user_id, v.created_at, v.created_at >= p.created_at and v.created_at < p.created_at + interval '1 day' as is_young, n.network
    from public.votes v
    join public.profiles p on p.id = v.user_id and not p.placeholder and not p.is_team
    left join private.vote_networks n
      on n.user_id = v.user_id and n.post_id = v.post_id and n.noted_at > now() - interval '30 days'
    where v.post_id = of_post and v.counts
      and not exists (select from private.given_votes g where g.user_id = v.user_id and g.post_id = v.post_id)
    order by v.created_at desc, v.user_id limit 5000
  ), counted as (
    select l.*, count(*) over () as total, count(*) filter (where l.is_young) over () as young,
      count(*) over (order by l.created_at range between interval '10 minutes' preceding and current row) as recent,
      case when l.network is not null then count(*) over (partition by l.network) end as together
    from latest l
  ), judged as (
    select c.*,
      max(c.recent) over (order by c.created_at range between current row and interval '10 minutes' following)
        >= greatest(10, c.total / 5.0) as in_burst
    from counted c
  )
  select j.user_id, j.created_at,
    array_remove(array[
      case when j.in_burst then 'burst' end,
      case when j.is_young and j.young >= greatest(5, j.total / 2.0) then 'young' end,
      case when j.together >= greatest(5, j.total / 5.0) then 'network' end
    ], null),
    j.together::integer
  from judged j
$$;
comment on function private.vote_signs is
  'The last 5000 counted votes, without those of the team and of imported people, and the signals each belongs to. A burst: at least ten votes in ten minutes, and a fifth of all. New accounts: at least five votes within a day of signing up, and half of all. A network: at least five votes from it, and a fifth of all.';

create function public.set_votes_aside(
  of_post bigint, wanted boolean, signal text default null, person_ids uuid[] default null
) returns table(people uuid[], votes_total integer, category_slug text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.posts;
  meant uuid[];
  changed uuid[];
begin
  perform private.require_team();
  if num_nonnulls(signal, person_ids) <> 1 and (wanted or signal is not null) or signal is not null and not wanted
    or wanted is null then
    raise exception 'Give a signal, or people.' using errcode = '22023';
  end if;
  if signal not in ('burst', 'young', 'network') then
    raise exception 'This signal doesn''t exist.' using errcode = '22023';
  end if;
  if cardinality(person_ids) > 5000 then
    raise exception 'At most 5000 votes at once.' using errcode = '22023';
  end if;
  perform private.hold_posts(array[of_post]);
  select * into target from public.posts p where p.id = of_post and p.deleted_at is null;
  if not found then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
  meant := case
    when person_ids is not null then person_ids
    when wanted then array(select s.user_id from private.vote_signs(of_post) s where set_votes_aside.signal = any (s.signals))
    else array(select v.user_id from public.votes v where v.post_id = of_post and v.is_set_aside order by 1 limit 5000)
  end;
  with changing as (
    update public.votes v set is_set_aside = wanted
    where v.post_id = of_post and v.user_id = any (meant) and v.is_set_aside <> wanted
    returning v.user_id
  )
  select coalesce(array_agg(c.user_id order by c.user_id), '{}') into changed from changing c;
  if not wanted then
    delete from private.withdrawn_votes w where w.user_id = any (meant) and private.standing_post(w.post_id) = of_post;
  end if;
  if changed <> '{}' then
    perform private.audit(
      case when wanted then 'vote.aside' else 'vote.count' end, of_post, target.title, null,
      jsonb_strip_nulls(jsonb_build_object('votes', cardinality(changed), 'signal', signal, 'people', to_jsonb(changed[1:50])))
    );
  end if;
  return query
    select changed, p.votes_total, c.slug
    from public.posts p join public.categories c on c.id = p.category_id where p.id = of_post;
end
$$;
comment on function public.set_votes_aside is
  'Excludes votes on a post, of a signal or of these people, or counts votes again, of these people or all. Returns whose votes changed, so that exactly that can be undone, and the post''s address. For the team.';
grant execute on function public.set_votes_aside to authenticated;
