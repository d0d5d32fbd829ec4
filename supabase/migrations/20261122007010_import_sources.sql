-- Two trackers number their posts alike.
alter table private.imports drop constraint imports_pkey, add primary key (source, source_id);
create index imports_source_id_idx on private.imports (source_id);
comment on table private.imports is
  'Which posts came from elsewhere (npm run import), so that bringing the same again adds nothing. source is the tracker, or the file where it does not name one; a post that was deleted since leaves its row, so it does not come back.';
