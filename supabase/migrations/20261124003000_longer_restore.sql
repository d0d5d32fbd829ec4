-- Many posts were deleted in more time than they could be brought back in: of 12,000 the last 9,000 were lost for good.

-- How long a deletion can be undone. Longer than it is offered: the offer stays on the screen while the pointer rests
-- on it, the way here takes time, and of thousands the last come back minutes after the first were deleted.
create or replace function private.restore_time() returns interval
language sql immutable set search_path = ''
return interval '1 hour';
