create trigger guard_update before update on private.events for each row execute function private.guard_events();
create trigger guard_delete before delete on private.events
  for each statement execute function private.guard_events();
create trigger guard_truncate before truncate on private.events
  for each statement execute function private.guard_events();
create trigger queue_deliveries after insert on private.events
  for each row execute function private.queue_deliveries();
