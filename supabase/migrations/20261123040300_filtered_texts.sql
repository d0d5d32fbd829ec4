-- The dashboard finds a text of signs by the signs that are kept of each post, and a text in a script of which parts of words
-- are in no index by its whole words.
alter type private.post_filter add attribute text_typed text;
alter type private.post_filter add attribute text_signs text[];
alter type private.post_filter add attribute text_title tsquery;

-- The words that a title has for certain when its key has this text somewhere, whose first word may be the end of another and
-- whose last the beginning of one. A pair of characters of a script without spaces is always a word. Null when there are none.
create function private.certain_words(typed text) returns tsquery
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select string_agg(
      format('''%s''', w.word) || case when w.is_last and not (w.dense and char_length(w.word) = 2) then ':*' else '' end, ' & '
    )::tsquery
    from (
      select *, w.place = 1 as is_first, w.place = count(*) over () as is_last from private.search_words_of(typed) w
    ) w
    where case when w.dense then char_length(w.word) = 2 or w.is_first and w.is_last else not w.is_first end
  );
end
$$;

-- Where the posts with a text are, each once: statements that give a post_id and take the filter as their first parameter.
create function private.text_lookups(f private.post_filter) returns text[]
language sql immutable set search_path = ''
return case
  when f.text_key is not null then array[
    'select s.post_id from private.search_posts s where s.vector @@ ($1).text_words',
    'select t.post_id from private.search_titles t where ' || case
      when f.text_title is not null then 't.key like ''%'' || ($1).text_key || ''%'' and t.title @@ ($1).text_title'
      -- Three letters that the database takes for such are in the index of parts.
      when f.text_key ~ '[^ ]{3}' and extensions.show_trgm(f.text_key) <> '{}' then 't.key like ''%'' || ($1).text_key || ''%'''
      else 'strpos(t.key, ($1).text_key) > 0' end
      || ' and (select s.vector @@ ($1).text_words from private.search_posts s where s.post_id = t.post_id) is not true'
  ]
  when f.text_signs = '{}' then array[
    'select q.id as post_id from public.posts q
     where strpos(q.title, ($1).text_typed) > 0 or strpos(q.details, ($1).text_typed) > 0'
  ]
  -- One sign or two are there for certain; more only perhaps.
  else array[
    'select s.post_id from private.search_signs s where s.signs @> ($1).text_signs'
      || case when f.text_typed = any (f.text_signs) then '' else ' and exists (
        select from public.posts q where q.id = s.post_id
          and (strpos(q.title, ($1).text_typed) > 0 or strpos(q.details, ($1).text_typed) > 0)
      )' end
  ]
end;

-- Sets what finds a text: a condition when at least one in twenty of the newest 2,000 posts has it, else the posts.
-- With every_post always the posts; where that is null neither, for whoever looks the text up. Planned anew each time: a text
-- of two letters is in no index.
create or replace function private.filter_by_text(f private.post_filter, typed text, every_post boolean)
returns private.post_filter
language plpgsql stable set search_path = '' set jit = off set plan_cache_mode = force_custom_plan
as $$
declare
  is_common boolean := false;
begin
  f.text_typed := typed;
  select string_agg(w.word, ' ' order by w.place) into f.text_key from private.search_words_of(typed) w;
  if f.text_key is null then
    f.text_signs := private.signs_of(typed);
  else
    select string_agg(a.strict_body, ' & ')::tsquery into f.text_words from private.search_atoms(typed, false) a;
    f.text_title := private.certain_words(typed);
  end if;
  if every_post is null then
    return f;
  elsif not every_post and f.text_key is not null then
    is_common := (
      select count(*) filter (where newest.is_found) > 100 from (
        select t.key like '%' || f.text_key || '%' or s.vector @@ f.text_words as is_found
        from private.search_titles t join private.search_posts s on s.post_id = t.post_id
        order by t.post_id desc limit 2000
      ) newest
    );
  elsif not every_post and f.text_signs <> '{}' then
    is_common := (
      select count(*) filter (where newest.signs @> f.text_signs) > 100 and typed = any (f.text_signs)
      from (select s.signs from private.search_signs s order by s.post_id desc limit 2000) newest
    );
  end if;
  if not is_common then
    execute format('select array(%s)', array_to_string(private.text_lookups(f), ' union all ')) into f.post_ids using f;
  end if;
  return f;
end
$$;

-- As before, and signs. What the planner takes for more or less than it is, it is kept from: the team is few, where thousands
-- are meant by an author's name nearly everybody is, and whether a post was moved is asked of it alone.
create or replace function private.post_conditions(f private.post_filter) returns text
language sql immutable set search_path = ''
return concat_ws(' and ',
  'p.deleted_at is null',
  case when f.states is not null then 'p.state = any (($1).states)' end,
  case when f.category_ids is not null then 'p.category_id = any (($1).category_ids)' end,
  case
    when cardinality(f.author_ids) > 5000 then '(p.author_id in (select unnest(($1).author_ids))) is true'
    when f.author_ids is not null then 'p.author_id = any (($1).author_ids)'
  end,
  case when f.from_time is not null then 'p.created_at >= ($1).from_time' end,
  case when f.to_time is not null then 'p.created_at < ($1).to_time' end,
  case when f.votes_min is not null then 'p.votes_total >= ($1).votes_min' end,
  case when f.votes_max is not null then 'p.votes_total <= ($1).votes_max' end,
  case
    when f.post_ids is not null then 'p.id = any (($1).post_ids)'
    when f.text_key is not null then
      '(select t.key like ''%'' || ($1).text_key || ''%'' or s.vector @@ ($1).text_words
        from private.search_titles t join private.search_posts s on s.post_id = t.post_id where t.post_id = p.id)'
    when f.text_signs is not null then
      '(select s.signs @> ($1).text_signs from private.search_signs s where s.post_id = p.id)'
  end,
  case when f.unanswered then
    'p.state = ''proposed'' and (select true from public.post_events e where e.post_id = p.id limit 1) is not true
     and p.id not in (
       select c.post_id from public.comments c
       where c.author_id = any (array(select r.user_id from public.roles r)) and c.deleted_at is null
     )' end,
  case when f.tag_ids is not null then
    'p.id in (select t.post_id from public.post_tags t where t.tag_id = any (($1).tag_ids))' end,
  case when f.in_inbox then
    'p.id in (select t.post_id from public.post_triage t where t.looked_at is null)' end,
  case when f.is_stale then
    'p.state <> ''completed'' and p.created_at < now() - interval ''90 days''
     and p.id not in (select e.post_id from public.post_events e where e.created_at > now() - interval ''90 days'')
     and p.id not in (
       select c.post_id from public.comments c
       where c.author_id = any (array(select r.user_id from public.roles r))
         and c.deleted_at is null and c.created_at > now() - interval ''90 days''
     )' end,
  case when f.assignee_id is not null then
    'p.id in (select t.post_id from public.post_triage t where t.assignee_id = ($1).assignee_id)' end,
  case when f.is_unassigned then
    'exists (select from public.post_triage t where t.post_id = p.id and t.assignee_id is null)' end
);
revoke execute on function private.certain_words(text), private.text_lookups(private.post_filter) from public;
