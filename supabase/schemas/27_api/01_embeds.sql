-- Over the API a row leads to the one row that its foreign key names, never to the many that name it: each function here
-- takes the place of one such way, and nobody may call it. A new foreign key needs one.

create function public.category_addresses(public.categories) returns setof public.category_addresses
language sql stable set search_path = ''
return null::public.category_addresses;
comment on function public.category_addresses is 'Replaces the embedding of a foreign key.';

create function public.post_addresses(public.categories) returns setof public.post_addresses
language sql stable set search_path = ''
return null::public.post_addresses;
comment on function public.post_addresses(public.categories) is 'Replaces the embedding of a foreign key.';

create function public.post_totals(public.categories) returns setof public.post_totals
language sql stable set search_path = ''
return null::public.post_totals;
comment on function public.post_totals is 'Replaces the embedding of a foreign key.';

create function public.posts(public.categories) returns setof public.posts
language sql stable set search_path = ''
return null::public.posts;
comment on function public.posts(public.categories) is 'Replaces the embedding of a foreign key.';

create function public.comments(public.comments) returns setof public.comments
language sql stable set search_path = ''
return null::public.comments;
comment on function public.comments(public.comments) is 'Replaces the embedding of a foreign key.';

create function public.images(public.comments) returns setof public.images
language sql stable set search_path = ''
return null::public.images;
comment on function public.images(public.comments) is 'Replaces the embedding of a foreign key.';

create function public.comments(public.post_merges) returns setof public.comments
language sql stable set search_path = ''
return null::public.comments;
comment on function public.comments(public.post_merges) is 'Replaces the embedding of a foreign key.';

create function public.images(public.post_merges) returns setof public.images
language sql stable set search_path = ''
return null::public.images;
comment on function public.images(public.post_merges) is 'Replaces the embedding of a foreign key.';

create function public.votes(public.post_merges) returns setof public.votes
language sql stable set search_path = ''
return null::public.votes;
comment on function public.votes(public.post_merges) is 'Replaces the embedding of a foreign key.';

create function public.comments(public.posts) returns setof public.comments
language sql stable set search_path = ''
return null::public.comments;
comment on function public.comments(public.posts) is 'Replaces the embedding of a foreign key.';

create function public.images(public.posts) returns setof public.images
language sql stable set search_path = ''
return null::public.images;
comment on function public.images(public.posts) is 'Replaces the embedding of a foreign key.';

create function public.post_addresses(public.posts) returns setof public.post_addresses
language sql stable set search_path = ''
return null::public.post_addresses;
comment on function public.post_addresses(public.posts) is 'Replaces the embedding of a foreign key.';

create function public.post_events(public.posts) returns setof public.post_events
language sql stable set search_path = ''
return null::public.post_events;
comment on function public.post_events(public.posts) is 'Replaces the embedding of a foreign key.';

create function public.post_merges(public.posts) returns setof public.post_merges
language sql stable set search_path = ''
return null::public.post_merges;
comment on function public.post_merges(public.posts) is 'Replaces the embedding of a foreign key.';

create function public.post_notes(public.posts) returns setof public.post_notes
language sql stable set search_path = ''
return null::public.post_notes;
comment on function public.post_notes(public.posts) is 'Replaces the embedding of a foreign key.';

create function public.post_tags(public.posts) returns setof public.post_tags
language sql stable set search_path = ''
return null::public.post_tags;
comment on function public.post_tags(public.posts) is 'Replaces the embedding of a foreign key.';

create function public.post_triage(public.posts) returns setof public.post_triage
language sql stable set search_path = ''
return null::public.post_triage;
comment on function public.post_triage(public.posts) is 'Replaces the embedding of a foreign key.';

create function public.votes(public.posts) returns setof public.votes
language sql stable set search_path = ''
return null::public.votes;
comment on function public.votes(public.posts) is 'Replaces the embedding of a foreign key.';

create function public.comments(public.profiles) returns setof public.comments
language sql stable set search_path = ''
return null::public.comments;
comment on function public.comments(public.profiles) is 'Replaces the embedding of a foreign key.';

create function public.dashboard_views(public.profiles) returns setof public.dashboard_views
language sql stable set search_path = ''
return null::public.dashboard_views;
comment on function public.dashboard_views is 'Replaces the embedding of a foreign key.';

create function public.images(public.profiles) returns setof public.images
language sql stable set search_path = ''
return null::public.images;
comment on function public.images(public.profiles) is 'Replaces the embedding of a foreign key.';

create function public.post_events(public.profiles) returns setof public.post_events
language sql stable set search_path = ''
return null::public.post_events;
comment on function public.post_events(public.profiles) is 'Replaces the embedding of a foreign key.';

create function public.post_merges(public.profiles) returns setof public.post_merges
language sql stable set search_path = ''
return null::public.post_merges;
comment on function public.post_merges(public.profiles) is 'Replaces the embedding of a foreign key.';

create function public.post_notes(public.profiles) returns setof public.post_notes
language sql stable set search_path = ''
return null::public.post_notes;
comment on function public.post_notes(public.profiles) is 'Replaces the embedding of a foreign key.';

create function public.post_triage(public.profiles) returns setof public.post_triage
language sql stable set search_path = ''
return null::public.post_triage;
comment on function public.post_triage(public.profiles) is 'Replaces the embedding of a foreign key.';

create function public.posts(public.profiles) returns setof public.posts
language sql stable set search_path = ''
return null::public.posts;
comment on function public.posts(public.profiles) is 'Replaces the embedding of a foreign key.';

create function public.roles(public.profiles) returns setof public.roles
language sql stable set search_path = ''
return null::public.roles;
comment on function public.roles is 'Replaces the embedding of a foreign key.';

create function public.votes(public.profiles) returns setof public.votes
language sql stable set search_path = ''
return null::public.votes;
comment on function public.votes(public.profiles) is 'Replaces the embedding of a foreign key.';

create function public.post_tags(public.tags) returns setof public.post_tags
language sql stable set search_path = ''
return null::public.post_tags;
comment on function public.post_tags(public.tags) is 'Replaces the embedding of a foreign key.';
