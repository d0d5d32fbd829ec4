-- Ways past those who approve: two things written in one request, each of which took the other for something that
-- stands, and links in a spelling of their own, in a title, or in the place of one that was approved.

-- Whether anything of somebody's stood before this request, but for this post or comment.
create or replace function private.has_standing(person uuid, but_post bigint, but_comment bigint) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
      select from public.posts p
      where p.author_id = person and p.deleted_at is null and p.created_at < now() and p.id is distinct from but_post
    ) or exists (
      select from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
      where c.author_id = person and c.deleted_at is null and c.hidden_at is null and c.created_at < now()
        and c.id is distinct from but_comment
    );
end
$$;

-- What may become a link, each with the word after it, where its address may stand: addresses of pages and of mail,
-- brackets of Markdown, and the references and backslashes that Markdown reads as other letters.
create function private.links_of(words text) returns text[]
language sql immutable set search_path = ''
return array(
  select m[1] from regexp_matches(
    words,
    '\S*(?:https?:/|www\.|mailto:|xmpp:|[^\s@]@[^\s@]+\.\w|\]\s*[(:]|&#?\w+;|\\[[:punct:]])\S*(?:\s+\S+)?', 'gi'
  ) m
);

create or replace function private.has_link(words text) returns boolean
language sql immutable set search_path = ''
return private.links_of(words) <> '{}';

create or replace function private.refuse_new_link() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was constant text := case tg_table_name
    when 'posts' then (to_jsonb(old) ->> 'title') || ' ' || (to_jsonb(old) ->> 'details') else to_jsonb(old) ->> 'body' end;
  wanted constant text := case tg_table_name
    when 'posts' then (to_jsonb(new) ->> 'title') || ' ' || (to_jsonb(new) ->> 'details') else to_jsonb(new) ->> 'body' end;
begin
  if new.author_id = auth.uid() and not private.links_of(wanted) <@ private.links_of(was)
     and private.needs_approval(new.author_id, wanted,
       case tg_table_name when 'posts' then new.id end, case tg_table_name when 'comments' then new.id end) then
    raise exception 'Links cannot be added here before the team knows you.' using errcode = '42501', hint = 'approval';
  end if;
  return new;
end
$$;
drop trigger a_refuse_new_link on public.posts;
create trigger a_refuse_new_link before update of title, details on public.posts
  for each row when (pg_trigger_depth() = 0 and (old.title, old.details) is distinct from (new.title, new.details))
  execute function private.refuse_new_link();
