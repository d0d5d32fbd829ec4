-- What a category asks whoever is about to write in it. Null: what the site asks everywhere.
alter table public.categories
  add column prompt text
    check (prompt is null or (private.visible_length(prompt) >= 1 and char_length(prompt) <= 80)),
  add column details_prompt text
    check (details_prompt is null or (private.visible_length(details_prompt) >= 1 and char_length(details_prompt) <= 160));
comment on column public.categories.prompt is 'The words of the button that opens the form; null for those of the site.';
comment on column public.categories.details_prompt is 'What the empty field for details asks; null for the words of the site.';
grant insert (prompt, details_prompt), update (prompt, details_prompt) on public.categories to authenticated;

create or replace function private.clean_category() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := private.clean_line(new.name);
  new.description := private.clean_line(new.description);
  new.prompt := nullif(private.clean_line(new.prompt), '');
  new.details_prompt := nullif(private.clean_line(new.details_prompt), '');
  return new;
end
$$;
drop trigger clean_category on public.categories;
create trigger clean_category before insert or update of name, description, prompt, details_prompt on public.categories
  for each row execute function private.clean_category();
