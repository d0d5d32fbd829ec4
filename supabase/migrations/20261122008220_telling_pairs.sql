-- Words such as "when" and "a" make no two posts the same. Of suggest_merges the rest stays as it is.
do $$
begin
  execute replace(
    pg_get_functiondef('public.suggest_merges(integer)'::regprocedure),
    '_post).title)', '_post).title) w where not private.is_stop_word(w.word)'
  );
end
$$;
