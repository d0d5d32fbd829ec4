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

-- The text as it is, unless it is longer than any that is kept: the rest of the rules take time with its length.
create function private.bounded(value text, max_length integer) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if char_length(value) > max_length then
    raise exception 'This text is too long.' using errcode = '22001';
  end if;
  return value;
end
$$;

-- Characters that combine with the one before them, as the inside of a bracket expression.
create function private.marks() returns text
language sql immutable parallel safe set search_path = ''
return '\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0898-\u089f\u08ca-\u08e1\u08e3-\u08ff\u093c\u094d\u0951-\u0954\u09bc\u09cd\u09fe\u0a3c-\u0a4d\u0abc\u0acd\u0b3c\u0b4d\u0bcd\u0c3c\u0c4d-\u0c56\u0cbc\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e38-\u0e3a\u0e48-\u0e4b\u0eb8-\u0eba\u0ec8-\u0ecb\u0f18\u0f19\u0f35\u0f37\u0f39\u0f71-\u0f84\u0f86\u0f87\u0fc6\u1037-\u103a\u108d\u135d-\u135f\u1714\u1715\u1734\u17d2\u17dd\u18a9\u1939-\u193b\u1a17\u1a18\u1a60-\u1a7f\u1ab0-\u1ace\u1b34-\u1b44\u1b6b-\u1b73\u1baa\u1bab\u1be6-\u1bf3\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf8\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099\u309a\ua66f\ua674-\ua67d\ua69e\ua69f\ua6f0\ua6f1\ua806\ua82c\ua8c4\ua8e0-\ua8f1\ua92b-\ua92d\ua953\ua9b3-\ua9c0\uaab0\uaab2-\uaab4\uaab7\uaab8\uaabe\uaabf\uaac1\uaaf6\uabed\ufb1e\ufe20-\ufe2f\U000101fd\U000102e0\U00010376-\U0001037a\U00010a0d-\U00010a0f\U00010a38-\U00010a3f\U00010ae5\U00010ae6\U00010d24-\U00010d27\U00010eab\U00010eac\U00010efd-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011046\U00011070\U0001107f\U000110b9\U000110ba\U00011100-\U00011102\U00011133\U00011134\U00011173\U000111c0\U000111ca\U00011235\U00011236\U000112e9\U000112ea\U0001133b\U0001133c\U0001134d\U00011366-\U00011374\U00011442-\U00011446\U0001145e\U000114c2\U000114c3\U000115bf\U000115c0\U0001163f\U000116b6\U000116b7\U0001172b\U00011839\U0001183a\U0001193d\U0001193e\U00011943\U000119e0\U00011a34\U00011a47\U00011a99\U00011c3f\U00011d42-\U00011d45\U00011d97\U00011f41\U00011f42\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016ff0\U00016ff1\U0001bc9e\U0001d165-\U0001d169\U0001d16d-\U0001d172\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001e000-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a';

-- At most 16 marks in a row: composing a text takes time with the square of its longest row of them.
create function private.cut_marks(value text) returns text
language sql immutable parallel safe set search_path = ''
return regexp_replace(value, '([' || private.marks() || ']{16})[' || private.marks() || ']+', '\1', 'g');

-- One line of plain text: composed, without control and direction-changing characters, single spaces.
-- Zero-width joiners stay: emoji and several scripts are spelled with them.
create function private.clean_line(value text) returns text
language sql immutable parallel safe set search_path = ''
return btrim(
  regexp_replace(
    regexp_replace(
      normalize(private.cut_marks(private.bounded(coalesce(value, ''), 2000)), nfc),
      '[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]',
      '', 'g'
    ),
    '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'
  )
);

-- Four marks and more on one letter reach into the lines above and below. No language writes so many of these. Of a
-- line that clean_line has composed.
create function private.has_stacked_marks(value text) returns boolean
language sql immutable parallel safe set search_path = ''
return value ~ '[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{4}';
grant execute on function private.has_stacked_marks(text) to anon, authenticated, service_role;

-- Several lines of text: line breaks unified, control and direction-changing characters removed.
create function private.clean_text(value text) returns text
language sql immutable parallel safe set search_path = ''
return rtrim(
  regexp_replace(
    regexp_replace(private.cut_marks(private.bounded(coalesce(value, ''), 40000)), '\r\n?', E'\n', 'g'),
    '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]', '', 'g'
  ),
  E' \n\t'
);

-- A text without what a reader cannot see: spaces, joiners and fillers.
create function private.seen_of(value text) returns text
language sql immutable parallel safe set search_path = ''
return regexp_replace(
  coalesce(value, ''),
  '[\s\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e007f]',
  '', 'g'
);

-- How many characters a reader can see.
create function private.visible_length(value text) returns integer
language sql immutable parallel safe set search_path = ''
return char_length(private.seen_of(value));

-- The readable part of an address: letters and digits of any script joined by hyphens, at most 72 bytes
-- (percent-encoded it must still fit a file name); empty when a text has none.
create function private.slugify(value text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  slug text := lower(normalize(coalesce(private.cut_marks(left(value, 200)), ''), nfkd) collate "und-x-icu");
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

-- A cursor as it was given out: no list makes one of more than 1,000 characters.
create function private.read_cursor(given text) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return private.bounded(given, 1000)::jsonb;
exception when others then
  raise exception 'Unknown cursor' using errcode = '22023';
end
$$;
grant execute on function private.read_cursor(text) to anon, authenticated, service_role;

-- Constraints run with the writer's rights.
grant execute on function
  private.bounded(text, integer), private.marks(), private.cut_marks(text), private.clean_line(text),
  private.clean_text(text), private.seen_of(text), private.visible_length(text)
  to anon, authenticated, service_role;
