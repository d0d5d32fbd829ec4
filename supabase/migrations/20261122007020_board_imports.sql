create table private.board_imports (
  board uuid not null,
  part text not null,
  rows bigint not null default 0 check (rows >= 0),
  finished_at timestamptz,
  primary key (board, part)
);
comment on table private.board_imports is
  'How far the boards that were brought here from another instance have come (npm run import -- board.zip): so many rows of each part are there. A part that is finished is not looked at again.';
alter table private.board_imports enable row level security;
grant all on private.board_imports to service_role;
