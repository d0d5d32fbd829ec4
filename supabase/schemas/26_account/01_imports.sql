create table private.imports (
  source text,
  source_id text check (source_id <> ''),
  post_id bigint references public.posts (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (source, source_id)
);
comment on table private.imports is
  'Which posts came from elsewhere (npm run import), so that bringing the same again adds nothing. source is the tracker, or the file where it does not name one; a post that was deleted since leaves its row, so it does not come back.';

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
  'How far the boards that were brought here from another instance have come (npm run import -- board.zip): so many rows of each part are there. A part that is finished is not looked at again.';
