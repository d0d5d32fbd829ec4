create function public.admin_signals(of_post bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
          and o.deleted_at is null
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
comment on function public.admin_signals is
  'What stands out about a post: signals of its votes, excluded votes, posts with the same text, and comments on it that appear several times on the board. For the team.';
grant execute on function public.admin_signals to authenticated;

create function public.admin_voters(
  of_post bigint, after_cursor text default null, max_rows integer default 50, only_aside boolean default false,
  only_counted boolean default false, only_known boolean default false
) returns table(
  id uuid, name text, avatar_url text, is_team boolean, address text, voted_at timestamptz, is_young boolean,
  in_burst boolean, network_votes integer, is_blocked boolean, is_set_aside boolean, given_by text, why text,
  row_cursor text
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  given jsonb;
begin
  perform private.require_team();
  given := private.read_cursor(after_cursor);
  return query
    select p.id, p.name, p.avatar_url, p.is_team, a.address, v.created_at,
      v.created_at >= p.created_at and v.created_at < p.created_at + interval '1 day' and not p.placeholder,
      coalesce('burst' = any (s.signals), false), coalesce(s.network_votes, 0), v.is_blocked, v.is_set_aside,
      case when g.why is not null then coalesce(m.name, 'Deleted user') end, g.why,
      jsonb_build_array(v.created_at, v.user_id)::text
    from (
      select o.* from public.votes o join public.posts t on t.id = o.post_id and t.deleted_at is null
      where o.post_id = of_post and (o.is_set_aside or not only_aside) and (o.counts or not only_counted)
        and not (only_known and private.is_unknown_voter(o.user_id))
        and (given is null or (o.created_at, o.user_id) < ((given ->> 0)::timestamptz, (given ->> 1)::uuid))
      order by o.created_at desc, o.user_id desc limit least(greatest(max_rows, 1), 200)
    ) v
    join public.profiles p on p.id = v.user_id
    left join (select * from private.vote_signs(of_post) where not only_counted) s on s.user_id = v.user_id
    left join private.voter_addresses a on a.person_id = v.user_id
    left join private.given_votes g on g.user_id = v.user_id and g.post_id = v.post_id
    left join public.profiles m on m.id = g.given_by
    order by v.created_at desc, v.user_id desc;
end
$$;
comment on function public.admin_voters is
  'Who voted for a post, newest vote first, with the signals of each vote, and who on the team added it and why. The address is included for people known only by it. Without signals if only counted votes are asked for. only_known leaves out imported votes whose voters are unknown. Continue with the row_cursor of the last row. For the team.';
grant execute on function public.admin_voters to authenticated;
