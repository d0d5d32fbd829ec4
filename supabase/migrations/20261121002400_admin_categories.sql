create function private.clean_category() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := private.clean_line(new.name);
  new.description := private.clean_line(new.description);
  return new;
end
$$;
create trigger clean_category before insert or update of name, description on public.categories
  for each row execute function private.clean_category();

-- The site's navigation leads there.
create function private.keep_feedback() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.slug = 'new-features' then
    raise exception 'The category of the navigation stays.' using errcode = '23503';
  end if;
  return old;
end
$$;
create trigger keep_feedback before delete on public.categories
  for each row execute function private.keep_feedback();

-- Only empty ones go: posts, and the old addresses of posts that moved away, refuse it by their foreign keys.
grant delete on public.categories to authenticated;
create policy "admins delete categories" on public.categories
  for delete to authenticated using ((select private.is_admin()));
