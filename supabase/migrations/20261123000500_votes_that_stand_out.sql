-- As before; but without votes that the team has given: those were cast by nobody else. They may be older than the account
-- that they were handed over to, which then says nothing of it either.
do $$
begin
  execute replace(
    replace(
      pg_get_functiondef('private.vote_signs(bigint)'::regprocedure),
      'v.created_at < p.created_at', 'v.created_at >= p.created_at and v.created_at < p.created_at'
    ),
    'where v.post_id = of_post and v.counts',
    'where v.post_id = of_post and v.counts
      and not exists (select from private.given_votes g where g.user_id = v.user_id and g.post_id = v.post_id)'
  );
end
$$;
