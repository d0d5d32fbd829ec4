-- Whoever publishes a post wants it: it starts with their vote, which can be taken back like any other. Only a post
-- that its author sends: imports and operators bring the votes there are.
create function private.vote_for_own_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.votes (user_id, post_id) values (new.author_id, new.id);
  return null;
end
$$;

create trigger vote_for_own_post after insert on public.posts
  for each row when (new.author_id = auth.uid())
  execute function private.vote_for_own_post();
