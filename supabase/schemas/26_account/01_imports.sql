create table private.imports (
  source text,
  source_id text check (source_id <> ''),
  post_id bigint references public.posts (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (source, source_id)
);
comment on table private.imports is
  'Which posts were imported (npm run import), so that importing them again adds nothing. source is the tracker, or the file if it doesn''t name one. The row of a deleted post stays, so that it doesn''t come back.';

create index imports_post_idx on private.imports (post_id);
create index imports_source_id_idx on private.imports (source_id);

create table private.board_imports (
  board uuid,
  part text,
  rows bigint not null default 0 check (rows >= 0),
  finished_at timestamptz,
  primary key (board, part)
);
comment on table private.board_imports is
  'The progress of imports from another instance (npm run import -- board.zip): how many rows of each part are there. Finished parts are skipped.';
