-- The dashboard's order by votes: of posts with as few votes as most have, it had to sort all.
create index posts_votes_idx on public.posts (votes_total, id);

-- In an order by state or category, only those are gone through that the filter lets through.
do $$
begin
  execute replace(
    replace(
      pg_get_functiondef('public.admin_posts(jsonb, jsonb, integer, text, text)'::regprocedure),
      'where keys[1] = ''p.state''', 'where keys[1] = ''p.state'' and (f.states is null or s = any (f.states))
        and (f.is_stale is null or s <> ''completed'') and (f.unanswered is null or s = ''proposed'')'
    ),
    'where keys[1] = ''lower(c.name)''',
    'where keys[1] = ''lower(c.name)'' and (f.category_ids is null or c.id = any (f.category_ids))'
  );
end
$$;
