-- Where Supabase Lite, the API of the local backend, differs from a hosted project: it hands JSON over as a string
-- inside jsonb. A hosted project has no such strings, and what is none is left as it is.

-- A JSON value as it was meant; null for JSON's null.
create function private.hosted_json(value jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return nullif(case jsonb_typeof(value) when 'string' then (value #>> '{}')::jsonb else value end, 'null');
exception when invalid_text_representation then
  raise exception 'This is no JSON.' using errcode = '22023';
end
$$;
