-- Two more ways to cross, which many at once have found.
do $$
begin
  -- A reporter who is being blocked waits before anything is held, like everybody who writes.
  execute replace(
    pg_get_functiondef('public.report(text,bigint,bigint)'::regprocedure),
    '  -- Reports of one thing wait',
    E'  perform pg_advisory_xact_lock_shared(hashtextextended(me::text, 1));\n  -- Reports of one thing wait'
  );
  -- Like everybody who holds several posts, in the order of their ids.
  execute replace(
    pg_get_functiondef('public.restore_posts(bigint[])'::regprocedure),
    E'begin\n',
    'begin
  perform 1 from public.posts p
  where p.id = any (post_ids) and p.deleted_by = (select auth.uid()) order by p.id for update;
'
  );
end
$$;
