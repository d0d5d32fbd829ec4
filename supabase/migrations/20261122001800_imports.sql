create table private.imports (
  source text not null,
  source_id text primary key check (source_id <> ''),
  post_id bigint references public.posts (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table private.imports is
  'Which posts came from elsewhere (npm run import), so that bringing the same file again adds nothing. source is the file; a post that was deleted since leaves its row, so it does not come back.';
create index imports_post_idx on private.imports (post_id);

alter table private.imports enable row level security;
grant all on private.imports to service_role;
