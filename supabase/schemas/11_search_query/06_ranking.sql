create function private.keep_place(
  asked private.search_request, hits private.search_hits, slug text, wanted public.post_state
) returns private.search_hits
language plpgsql stable set search_path = '' as $$
declare
  most constant integer := 500;
  many constant integer := 4000;
  category constant integer := (select c.id from public.categories c where c.slug = keep_place.slug);
  own bigint[] := array(
    select p.id from public.posts p
    where p.id = any (hits.ids) and (keep_place.slug is null or p.category_id = category)
      and (wanted is null or p.state = wanted)
  );
  favoured bigint[];
begin
  if not hits.is_exact then
    -- Each list is in the order of an index.
    if keep_place.slug is null then
      favoured := array(
        select p.id from public.posts p where p.state = wanted and p.deleted_at is null
        order by p.votes_total desc, p.activity_at desc, p.id desc limit many
      );
    elsif wanted is null then
      favoured := array(
        select p.id from public.posts p where p.category_id = category and p.deleted_at is null
        order by p.votes_total desc, p.activity_at desc, p.id desc limit many
      );
    else
      favoured := array(
        select p.id from public.posts p
        where p.category_id = category and p.state = wanted and p.deleted_at is null
        order by p.votes_total desc, p.activity_at desc, p.id desc limit many
      );
    end if;
    own := array(
      select f from unnest(own) f
      union
      (select f.id
       from (select f.id from unnest(favoured) with ordinality f(id, place) order by f.place offset 0) f
       where (select t.title @@ asked.title_loose from private.search_titles t where t.post_id = f.id)
       limit most)
    );
  end if;
  hits.ids := own;
  return hits;
end
$$;
comment on function private.keep_place is
  'Keeps only the found posts of given categories and states; null keeps all. If more posts were found than are ranked, most may be in other categories, so the most voted posts of these categories are searched as well. Planned with the settings of search_posts, its only caller.';

create function private.said_by(
  title tsvector, both_texts tsvector, strict_titles tsquery[], wide_titles tsquery[], bodies tsquery[],
  rarities double precision[]
) returns double precision
language plpgsql immutable set search_path = '' as $$
declare
  -- Unpack the list only once.
  vector constant tsvector := both_texts || ''::tsvector;
  in_details constant double precision := 0.35 + 0.2 * least(1, 40.0 / greatest(length(vector), 1));
  said double precision := 0;
begin
  for i in 1..cardinality(rarities) loop
    if title @@ wide_titles[i] then
      said := said + rarities[i] * case when title @@ strict_titles[i] then 1 else 0.8 end;
    elsif vector @@ bodies[i] then
      said := said + rarities[i] * in_details;
    end if;
  end loop;
  return said;
end
$$;
comment on function private.said_by is
  'How much of the query''s meaning a post contains: its parts weighted by rarity, fully in the title, half in the details, and less if corrected or matched by a synonym. In: the words of its title, those of title and details, and the parts of the query.';

create function private.rank_posts(
  asked private.search_request, hits private.search_hits, after_score numeric, after_id bigint, max_rows integer
) returns table(post_id bigint, comment_id bigint, score numeric)
language plpgsql stable rows 20 set search_path = '' as $$
declare
  size constant integer := cardinality(asked.titles);
  -- For one or two words, a short title or one that starts with them says little, and the votes say more.
  by_shape constant double precision := case when size > 2 then 1 else 0.1 end;
  whole_rarity constant double precision := greatest((select sum(r) from unnest(asked.rarities) r), 0.01);
  strict_titles constant tsquery[] := asked.strict_titles::tsquery[];
  wide_titles constant tsquery[] := asked.wide_titles::tsquery[];
  bodies constant tsquery[] := asked.wide_bodies::tsquery[];
begin
  return query
  with ranked as materialized (
    select t.post_id, hit.comment_id,
      round((
        case
          when m.worth > 0 then m.worth + 0.5
            + case when cardinality(asked.words) > 1 and t.title @@ asked.phrase then 1 else 0 end
            + case when t.title @@ asked.whole then 0.6 else 0 end
          else greatest(
            4.4 * private.said_by(t.title, s.vector, strict_titles, wide_titles, bodies, asked.rarities) / whole_rarity
              + case when s.vector @@ asked.body_strict then 0.8 when s.vector @@ asked.body_loose then 0.5 else 0 end,
            case when t.title @@ hits.title_guess then 2.9 when hit.comment_id is not null then 1.8 else 0 end
          )
        end
        + case when t.key = asked.typed_key then 3 when starts_with(t.key, asked.typed_key) then 1.5 * by_shape else 0 end
        + by_shape * 0.5 * least(size / greatest(length(t.title), 1)::double precision, 1)
        + 0.0075 * t.popularity
      )::numeric, 6) as score
    from unnest(hits.ids) as given(post_id)
    join private.search_titles t on t.post_id = given.post_id
    cross join lateral (
      select case when t.title @@ asked.title_strict then 6 when t.title @@ asked.title_loose then 5 else 0 end as worth
      offset 0
    ) m
    left join private.search_posts s on s.post_id = given.post_id and m.worth = 0
    left join unnest(hits.comment_posts, hits.comment_ids) as hit(post_id, comment_id) on hit.post_id = given.post_id
  ),
  after_row as materialized (
    select coalesce(
      (select r.score from ranked r where r.post_id = after_id and abs(r.score - after_score) < 0.02), after_score
    ) as score
  )
  select r.post_id, r.comment_id, r.score from ranked r
  where after_id is null or (r.score, r.post_id) < ((select a.score from after_row a), after_id)
  order by r.score desc, r.post_id desc limit max_rows;
end
$$;
comment on function private.rank_posts is
  'One page of what was found, best first, after the score and id of the last row seen (null: from the start). A post scores 6.5 for a title with all parts of the query as typed and 5.5 with corrections, more for a phrase and for whole words. Any other post scores up to 4.4 for how much of the query''s meaning it contains (parts weighted by rarity, half in details), 0.8 for all parts in details, at least 2.9 for a guessed title and 1.8 for a comment. All of them get points for a title that equals or starts with the query, for how much of the title the query makes up, and for votes. Words become more common while someone pages through results, which shifts all scores slightly: the page starts after the last row seen at its current score, unless that row itself has changed.';
