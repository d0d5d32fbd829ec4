-- Whoever follows a post that was merged into another follows that one, until the merge is undone. Votes and comments
-- move there; what was chosen by the button, or by mail, and who wrote it stay where they are.
create or replace function private.followed_as(post bigint) returns bigint[]
language plpgsql stable set search_path = ''
as $$
begin
  return post || array(select m.post_id from public.post_merges m where m.stays_id = post and m.undone_at is null);
end
$$;
