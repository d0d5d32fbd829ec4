-- The signs of the posts that are there already; by now those of new ones are written with their words.
insert into private.search_signs (post_id, signs)
select s.post_id, private.signs_of(p.title || E'\n' || p.details)
from private.search_posts s join public.posts p on p.id = s.post_id
on conflict do nothing;
create index search_signs_idx on private.search_signs using gin (signs) with (fastupdate = off);
analyze private.search_signs;
