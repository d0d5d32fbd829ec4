-- For a slug that was asked for in the wrong category. An index of posts would be written with every vote; addresses
-- are written once.
create index post_addresses_slug_idx on public.post_addresses (slug);
