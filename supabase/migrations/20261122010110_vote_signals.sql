-- What makes votes on a post look made: many at once, from new accounts, or from one network. The team sets such votes
-- aside and counts them again; none is deleted for it.

-- Whose vote was set aside cannot have it count by taking it back and voting once more.
create table private.withdrawn_votes (
  user_id uuid not null references public.profiles (id) on delete cascade,
  post_id bigint not null references public.posts (id) on delete cascade,
  withdrawn_at timestamptz not null default now(),
  primary key (user_id, post_id)
);
comment on table private.withdrawn_votes is
  'Votes that were set aside when their people took them back. Voted again, they are set aside again.';
create index withdrawn_votes_post_idx on private.withdrawn_votes (post_id);
alter table private.withdrawn_votes enable row level security;
grant all on private.withdrawn_votes to service_role;

create function private.keep_withdrawn_vote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.withdrawn_votes (user_id, post_id)
  values (old.user_id, coalesce((select m.post_id from public.post_merges m where m.id = old.merge_id), old.post_id))
  on conflict do nothing;
  return null;
end
$$;
-- Not where the vote goes with its post or its person.
create trigger keep_withdrawn_vote after delete on public.votes
  for each row when (pg_trigger_depth() = 0 and old.is_set_aside) execute function private.keep_withdrawn_vote();

-- A post and those that are merged into it are one here.
create function private.set_aside_again() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.withdrawn_votes w
  where w.user_id = new.user_id and private.standing_post(w.post_id) = private.standing_post(new.post_id);
  new.is_set_aside := new.is_set_aside or found;
  return new;
end
$$;
create trigger set_aside_again before insert on public.votes
  for each row execute function private.set_aside_again();

create table private.vote_networks (
  user_id uuid not null,
  post_id bigint not null,
  network bytea not null,
  noted_at timestamptz not null default now(),
  primary key (user_id, post_id),
  foreign key (user_id, post_id) references public.votes (user_id, post_id) on update cascade on delete cascade
);
comment on table private.vote_networks is
  'From which network a vote came, as a salted hash, for 30 days: enough to see that several came from the same one.';
create index vote_networks_noted_idx on private.vote_networks (noted_at);
alter table private.vote_networks enable row level security;
grant all on private.vote_networks to service_role;

-- Only the site's server, which knows the address, calls this; a client could say any. Without a vote nothing is kept.
create function public.note_vote_network(voter uuid, of_post bigint, address text) returns void
language sql security definer set search_path = ''
as $$
  insert into private.vote_networks as n (user_id, post_id, network)
  select v.user_id, v.post_id, sha256(convert_to(concat_ws(E'\n', s.value, 'vote', private.network_of(left(address, 64))), 'UTF8'))
  from public.votes v, private.salt s
  where v.user_id = voter and v.post_id = private.standing_post(of_post) and address <> ''
  on conflict (user_id, post_id) do update set network = excluded.network, noted_at = excluded.noted_at
$$;
revoke execute on function public.note_vote_network(uuid, bigint, text) from public, anon, authenticated;
grant execute on function public.note_vote_network(uuid, bigint, text) to service_role;

-- For the worker. How many that were.
create function private.forget_networks() returns integer
language plpgsql set search_path = ''
as $$
declare
  forgotten integer;
begin
  delete from private.vote_networks n where n.noted_at < now() - interval '30 days';
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;
grant execute on function private.forget_networks() to service_role;

-- The last 5000 votes that count, without those of the team and of imported people, and which signals each is part of.
-- A burst: at least ten votes in ten minutes, and a fifth of all. Young accounts: at least five votes within a day of
-- signing up, and half of all. A network: at least five votes from it, and a fifth of all.
create function private.vote_signs(of_post bigint)
returns table (user_id uuid, created_at timestamptz, signals text[], network_votes integer)
language sql stable set search_path = ''
as $$
  with latest as (
    select v.user_id, v.created_at, v.created_at < p.created_at + interval '1 day' as is_young, n.network
    from public.votes v
    join public.profiles p on p.id = v.user_id and not p.placeholder and not p.is_team
    left join private.vote_networks n
      on n.user_id = v.user_id and n.post_id = v.post_id and n.noted_at > now() - interval '30 days'
    where v.post_id = of_post and v.counts
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

-- Sets votes on a post aside, those that make up a signal or those of these people, or counts votes again, those of
-- these people or all. Says whose have changed, so that exactly that can be taken back, and where the post is. For the team.
create function public.set_votes_aside(
  of_post bigint, wanted boolean, signal text default null, person_ids uuid[] default null
)
returns table (people uuid[], votes_total integer, category_slug text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.posts;
  meant uuid[];
  changed uuid[];
begin
  perform private.require_team();
  if num_nonnulls(signal, person_ids) <> 1 and (wanted or signal is not null) or signal is not null and not wanted
    or wanted is null then
    raise exception 'The votes of a signal, or of people.' using errcode = '22023';
  end if;
  if signal not in ('burst', 'young', 'network') then
    raise exception 'There is no such signal.' using errcode = '22023';
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
revoke execute on function public.set_votes_aside(bigint, boolean, text, uuid[]) from public, anon;
grant execute on function public.set_votes_aside(bigint, boolean, text, uuid[]) to authenticated;

-- Exactly the same words: of posts all details that are more than a few, else with the title; of comments more than a few.
create index posts_text_idx on public.posts ((
  hashtextextended(case when char_length(details) >= 40 then details else title || E'\n' || details end, 0)
));
create index comments_text_idx on public.comments ((hashtextextended(body, 0))) where char_length(body) >= 20;

-- What stands out about a post: signals of its votes, votes that are set aside, the same text elsewhere, and comments on
-- it that stand more than once on the board. For the team.
create function public.admin_signals(of_post bigint) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  p public.posts;
begin
  perform private.require_team();
  select * into p from public.posts t where t.id = of_post and t.deleted_at is null;
  if not found then
    return null;
  end if;
  return (
    with signs as materialized (
      select * from private.vote_signs(of_post)
    ), twins as materialized (
      select t.id, t.title, t.slug, k.slug as category_slug, a.name as author_name, t.created_at
      from public.posts t join public.categories k on k.id = t.category_id left join public.profiles a on a.id = t.author_id
      where t.id <> p.id and t.deleted_at is null
        and hashtextextended(case when char_length(t.details) >= 40 then t.details else t.title || E'\n' || t.details end, 0)
          = hashtextextended(case when char_length(p.details) >= 40 then p.details else p.title || E'\n' || p.details end, 0)
        and case when char_length(p.details) >= 40 then t.details = p.details
          else (t.title, t.details) = (p.title, p.details) end
    ), echoes as materialized (
      select c.body, min(c.id) as id, e.copies, e.people
      from (
        select o.* from public.comments o
        where o.post_id = p.id and o.deleted_at is null and char_length(o.body) >= 20 order by o.id desc limit 200
      ) c
      cross join lateral (
        select count(*) as copies, count(distinct o.author_id) as people
        from public.comments o join public.posts q on q.id = o.post_id and q.deleted_at is null
        where hashtextextended(o.body, 0) = hashtextextended(c.body, 0) and char_length(o.body) >= 20 and o.body = c.body
      ) e
      where e.copies > 1 group by c.body, e.copies, e.people
    )
    select jsonb_build_object(
      'votes', (select count(*) from signs),
      'signals', (
        select coalesce(jsonb_agg(to_jsonb(g) order by g.kind), '[]') from (
          select k as kind, count(*) as votes, min(s.created_at) as since
          from signs s, unnest(s.signals) k group by k
        ) g
      ),
      'set_aside', (select count(*) from public.votes v where v.post_id = p.id and v.is_set_aside),
      'same_posts_total', (select count(*) from twins),
      'same_posts', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.id desc), '[]') from (select * from twins order by id desc limit 5) t
      ),
      'same_comments', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', e.id, 'body', left(e.body, 200), 'copies', e.copies, 'people', e.people) order by e.copies desc, e.id), '[]')
        from (select * from echoes order by copies desc, id limit 5) e
      )
    )
  );
end
$$;
revoke execute on function public.admin_signals(bigint) from public, anon;
grant execute on function public.admin_signals(bigint) to authenticated;

-- Who voted for a post, the newest vote first, with what stands out about each. Continue with the row_cursor of the last
-- row. For the team.
create function public.admin_voters(of_post bigint, after_cursor text default null, max_rows integer default 50, only_aside boolean default false)
returns table (
  id uuid, name text, avatar_url text, is_team boolean, since timestamptz, voted_at timestamptz, is_young boolean,
  in_burst boolean, network_votes integer, is_blocked boolean, is_set_aside boolean, row_cursor text
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  given jsonb;
begin
  perform private.require_team();
  if after_cursor is not null then
    given := private.read_cursor(after_cursor);
  end if;
  return query
    select p.id, p.name, p.avatar_url, p.is_team, p.created_at, v.created_at, v.created_at < p.created_at + interval '1 day',
      coalesce('burst' = any (s.signals), false), coalesce(s.network_votes, 0), v.is_blocked, v.is_set_aside,
      jsonb_build_array(v.created_at, v.user_id)::text
    from (
      select o.* from public.votes o join public.posts t on t.id = o.post_id and t.deleted_at is null
      where o.post_id = of_post and (o.is_set_aside or not only_aside)
        and (given is null or (o.created_at, o.user_id) < ((given ->> 0)::timestamptz, (given ->> 1)::uuid))
      order by o.created_at desc, o.user_id desc limit least(greatest(max_rows, 1), 200)
    ) v
    join public.profiles p on p.id = v.user_id
    left join private.vote_signs(of_post) s on s.user_id = v.user_id
    order by v.created_at desc, v.user_id desc;
end
$$;
revoke execute on function public.admin_voters(bigint, text, integer, boolean) from public, anon;
grant execute on function public.admin_voters(bigint, text, integer, boolean) to authenticated;

-- What is kept about the caller's votes beside them: a part of export_account.
create function private.export_vote_marks() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'votes_set_aside', (
      select coalesce(jsonb_agg(t.post_id order by t.post_id), '[]') from (
        select v.post_id from public.votes v where v.user_id = me.id and v.is_set_aside
        union select w.post_id from private.withdrawn_votes w where w.user_id = me.id
      ) t),
    'vote_networks', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'post_id', n.post_id, 'salted_hash', encode(n.network, 'hex'), 'noted_at', n.noted_at) order by n.post_id), '[]')
      from private.vote_networks n where n.user_id = me.id)
  )
  from (select auth.uid() as id where private.is_present()) me
$$;
grant execute on function private.export_vote_marks() to authenticated, service_role;
do $$
begin
  execute replace(
    pg_get_functiondef('public.export_account()'::regprocedure),
    'private.export_reports() ||', 'private.export_reports() || private.export_vote_marks() ||'
  );
end
$$;
