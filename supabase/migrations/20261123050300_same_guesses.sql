-- As before; but where no word has anything close to it the guess is what was just looked for in titles, in vain, and is not
-- looked for again.
create or replace function private.find_guessed_titles(
  asked private.search_request, most integer, out ids bigint[], out title_guess tsquery, out marked text[]
)
language plpgsql stable set search_path = ''
as $$
begin
  select string_agg(a.loose_title, ' & ')::tsquery,
    asked.marked || string_to_array(string_agg(array_to_string(a.forms, ' '), ' ' order by a.place), ' ')
  into title_guess, marked
  from private.search_atoms(asked.query, true) a;
  if title_guess <> array_to_string(asked.titles, ' & ')::tsquery then
    ids := private.find_voted(title_guess, (select min(d) from unnest(asked.documents) d), asked.share, most);
  end if;
end
$$;
