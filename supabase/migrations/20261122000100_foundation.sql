-- What every chapter stands on: a schema for what clients never see, closed defaults, text rules.
create schema if not exists private;
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;

revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;
grant usage on schema public to anon, authenticated, service_role;

-- Nothing is reachable unless a chapter says so.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated;

-- SQL functions called from a policy resolve auth.uid() by name; hosted projects grant this already.
do $$
begin
  grant usage on schema auth to anon, authenticated;
exception when insufficient_privilege then
  null;
end
$$;

-- One line of plain text: composed, without control and direction-changing characters, single spaces.
-- Zero-width joiners stay: emoji and several scripts are spelled with them.
create function private.clean_line(value text) returns text
language sql immutable parallel safe set search_path = ''
return btrim(
  regexp_replace(
    regexp_replace(
      normalize(coalesce(value, ''), nfc),
      '[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]',
      '', 'g'
    ),
    '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'
  )
);

-- Four marks and more on one letter reach into the lines above and below. No language writes so many of these.
create function private.has_stacked_marks(value text) returns boolean
language sql immutable parallel safe set search_path = ''
return normalize(value, nfc) ~ '[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{4}';
grant execute on function private.has_stacked_marks(text) to anon, authenticated, service_role;

-- Several lines of text: line breaks unified, control and direction-changing characters removed.
create function private.clean_text(value text) returns text
language sql immutable parallel safe set search_path = ''
return rtrim(
  regexp_replace(
    regexp_replace(coalesce(value, ''), '\r\n?', E'\n', 'g'),
    '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]', '', 'g'
  ),
  E' \n\t'
);

-- How many characters a reader can see: spaces, joiners and fillers do not count.
create function private.visible_length(value text) returns integer
language sql immutable parallel safe set search_path = ''
return char_length(
  regexp_replace(
    coalesce(value, ''),
    '[\s\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e007f]',
    '', 'g'
  )
);

-- The readable part of an address: letters and digits of any script joined by hyphens, at most 72 bytes
-- (percent-encoded it must still fit a file name); empty when a text has none.
create function private.slugify(value text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  slug text := lower(normalize(coalesce(value, ''), nfkd) collate "und-x-icu");
begin
  slug := regexp_replace(slug, '[\u0300-\u036f\u0640\u064b-\u0652\u0670''’]', '', 'g');
  slug := normalize(slug, nfc);
  slug := regexp_replace(
    slug,
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u02c2-\u036f\u0589\u05be\u060c\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u1680\u180e\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30fb\ud7ff\ue000-\uf8ff\ufd3e\ufd3f\ufe00-\ufe1f\ufe30-\ufe6f\ufeff-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\ufff0-\uffff\U0001f000-\U0001faff\U000e0000-\U0010ffff]+',
    '-', 'g'
  );
  slug := btrim(slug, '-');
  while octet_length(slug) > 72 loop
    slug := case
      when position('-' in slug) > 0 and octet_length(regexp_replace(slug, '-[^-]*$', '')) >= 24
        then regexp_replace(slug, '-[^-]*$', '')
      else left(slug, greatest(1, 72 * char_length(slug) / octet_length(slug) - 1))
    end;
  end loop;
  return btrim(slug, '-');
end
$$;

-- Constraints run with the writer's rights.
grant execute on function
  private.clean_line(text), private.clean_text(text), private.visible_length(text)
  to anon, authenticated, service_role;
