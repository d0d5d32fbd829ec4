-- Generated from supabase/schemas by npm run db:migration. Read those.
set check_function_bodies = off;

-- 01_platform/01_platform.sql
-- What everything else stands on: the schemas, the extensions, and nothing reachable unless a file says so.
create schema private;
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;

revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;
grant usage on schema public to anon, authenticated, service_role;

alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
-- For the worker and the operator's commands, which pass every policy.
alter default privileges in schema public, private grant all on tables to service_role;
alter default privileges in schema public, private grant all on sequences to service_role;

-- SQL functions called from a policy look up auth.uid() by name; a hosted project grants this already.
do $$
begin
  grant usage on schema auth to anon, authenticated;
exception when insufficient_privilege then
  null;
end
$$;

-- No request of a visitor or a member keeps the database busy for longer.
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';

-- 01_platform/02_text.sql
-- Rules for what people write: cleaned before it's stored, bounded before any work is done on it.

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
comment on function private.bounded is
  'The text as it is, unless it is longer than any that is kept: the rest of the rules take time with its length.';
grant execute on function private.bounded to anon, authenticated, service_role;

create function private.marks() returns text
language sql immutable parallel safe set search_path = ''
return '\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0898-\u089f\u08ca-\u08e1\u08e3-\u08ff\u093c\u094d\u0951-\u0954\u09bc\u09cd\u09fe\u0a3c-\u0a4d\u0abc\u0acd\u0b3c\u0b4d\u0bcd\u0c3c\u0c4d-\u0c56\u0cbc\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e38-\u0e3a\u0e48-\u0e4b\u0eb8-\u0eba\u0ec8-\u0ecb\u0f18\u0f19\u0f35\u0f37\u0f39\u0f71-\u0f84\u0f86\u0f87\u0fc6\u1037-\u103a\u108d\u135d-\u135f\u1714\u1715\u1734\u17d2\u17dd\u18a9\u1939-\u193b\u1a17\u1a18\u1a60-\u1a7f\u1ab0-\u1ace\u1b34-\u1b44\u1b6b-\u1b73\u1baa\u1bab\u1be6-\u1bf3\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf8\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099\u309a\ua66f\ua674-\ua67d\ua69e\ua69f\ua6f0\ua6f1\ua806\ua82c\ua8c4\ua8e0-\ua8f1\ua92b-\ua92d\ua953\ua9b3-\ua9c0\uaab0\uaab2-\uaab4\uaab7\uaab8\uaabe\uaabf\uaac1\uaaf6\uabed\ufb1e\ufe20-\ufe2f\U000101fd\U000102e0\U00010376-\U0001037a\U00010a0d-\U00010a0f\U00010a38-\U00010a3f\U00010ae5\U00010ae6\U00010d24-\U00010d27\U00010eab\U00010eac\U00010efd-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011046\U00011070\U0001107f\U000110b9\U000110ba\U00011100-\U00011102\U00011133\U00011134\U00011173\U000111c0\U000111ca\U00011235\U00011236\U000112e9\U000112ea\U0001133b\U0001133c\U0001134d\U00011366-\U00011374\U00011442-\U00011446\U0001145e\U000114c2\U000114c3\U000115bf\U000115c0\U0001163f\U000116b6\U000116b7\U0001172b\U00011839\U0001183a\U0001193d\U0001193e\U00011943\U000119e0\U00011a34\U00011a47\U00011a99\U00011c3f\U00011d42-\U00011d45\U00011d97\U00011f41\U00011f42\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016ff0\U00016ff1\U0001bc9e\U0001d165-\U0001d169\U0001d16d-\U0001d172\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001e000-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a';
comment on function private.marks is
  'Characters that combine with the one before them, as the inside of a bracket expression.';
grant execute on function private.marks to anon, authenticated, service_role;

create function private.every_mark() returns text
language sql immutable parallel safe set search_path = ''
return '\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0897-\u089f\u08ca-\u08e1\u08e3-\u0902\u093a\u093c\u0941-\u0948\u094d\u0951-\u0957\u0962\u0963\u0981\u09bc\u09c1-\u09c4\u09cd\u09e2\u09e3\u09fe-\u0a02\u0a3c\u0a41-\u0a51\u0a70\u0a71\u0a75\u0a81\u0a82\u0abc\u0ac1-\u0ac8\u0acd\u0ae2\u0ae3\u0afa-\u0b01\u0b3c\u0b3f\u0b41-\u0b44\u0b4d-\u0b56\u0b62\u0b63\u0b82\u0bc0\u0bcd\u0c00\u0c04\u0c3c\u0c3e-\u0c40\u0c46-\u0c56\u0c62\u0c63\u0c81\u0cbc\u0cbf\u0cc6\u0ccc\u0ccd\u0ce2\u0ce3\u0d00\u0d01\u0d3b\u0d3c\u0d41-\u0d44\u0d4d\u0d62\u0d63\u0d81\u0dca\u0dd2-\u0dd6\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18\u0f19\u0f35\u0f37\u0f39\u0f71-\u0f7e\u0f80-\u0f84\u0f86\u0f87\u0f8d-\u0fbc\u0fc6\u102d-\u1030\u1032-\u1037\u1039\u103a\u103d\u103e\u1058\u1059\u105e-\u1060\u1071-\u1074\u1082\u1085\u1086\u108d\u109d\u135d-\u135f\u1712-\u1714\u1732\u1733\u1752\u1753\u1772\u1773\u17b4\u17b5\u17b7-\u17bd\u17c6\u17c9-\u17d3\u17dd\u180b-\u180d\u180f\u1885\u1886\u18a9\u1920-\u1922\u1927\u1928\u1932\u1939-\u193b\u1a17\u1a18\u1a1b\u1a56\u1a58-\u1a60\u1a62\u1a65-\u1a6c\u1a73-\u1a7f\u1ab0-\u1b03\u1b34\u1b36-\u1b3a\u1b3c\u1b42\u1b6b-\u1b73\u1b80\u1b81\u1ba2-\u1ba5\u1ba8\u1ba9\u1bab-\u1bad\u1be6\u1be8\u1be9\u1bed\u1bef-\u1bf1\u1c2c-\u1c33\u1c36\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce0\u1ce2-\u1ce8\u1ced\u1cf4\u1cf8\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302d\u3099\u309a\ua66f-\ua672\ua674-\ua67d\ua69e\ua69f\ua6f0\ua6f1\ua802\ua806\ua80b\ua825\ua826\ua82c\ua8c4\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua951\ua980-\ua982\ua9b3\ua9b6-\ua9b9\ua9bc\ua9bd\ua9e5\uaa29-\uaa2e\uaa31\uaa32\uaa35\uaa36\uaa43\uaa4c\uaa7c\uaab0\uaab2-\uaab4\uaab7\uaab8\uaabe\uaabf\uaac1\uaaec\uaaed\uaaf6\uabe5\uabe8\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a0f\U00010a38-\U00010a3f\U00010ae5\U00010ae6\U00010d24-\U00010d27\U00010d69-\U00010d6d\U00010eab\U00010eac\U00010efa-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011001\U00011038-\U00011046\U00011070\U00011073\U00011074\U0001107f-\U00011081\U000110b3-\U000110b6\U000110b9\U000110ba\U000110c2\U00011100-\U00011102\U00011127-\U0001112b\U0001112d-\U00011134\U00011173\U00011180\U00011181\U000111b6-\U000111be\U000111c9-\U000111cc\U000111cf\U0001122f-\U00011231\U00011234\U00011236\U00011237\U0001123e\U00011241\U000112df\U000112e3-\U000112ea\U00011300\U00011301\U0001133b\U0001133c\U00011340\U00011366-\U00011374\U000113bb-\U000113c0\U000113ce\U000113d0\U000113d2\U000113e1\U000113e2\U00011438-\U0001143f\U00011442-\U00011444\U00011446\U0001145e\U000114b3-\U000114b8\U000114ba\U000114bf\U000114c0\U000114c2\U000114c3\U000115b2-\U000115b5\U000115bc\U000115bd\U000115bf\U000115c0\U000115dc\U000115dd\U00011633-\U0001163a\U0001163d\U0001163f\U00011640\U000116ab\U000116ad\U000116b0-\U000116b5\U000116b7\U0001171d\U0001171f\U00011722-\U00011725\U00011727-\U0001172b\U0001182f-\U00011837\U00011839\U0001183a\U0001193b\U0001193c\U0001193e\U00011943\U000119d4-\U000119db\U000119e0\U00011a01-\U00011a0a\U00011a33-\U00011a38\U00011a3b-\U00011a3e\U00011a47\U00011a51-\U00011a56\U00011a59-\U00011a5b\U00011a8a-\U00011a96\U00011a98\U00011a99\U00011b60\U00011b62-\U00011b64\U00011b66\U00011c30-\U00011c3d\U00011c3f\U00011c92-\U00011ca7\U00011caa-\U00011cb0\U00011cb2\U00011cb3\U00011cb5\U00011cb6\U00011d31-\U00011d45\U00011d47\U00011d90\U00011d91\U00011d95\U00011d97\U00011ef3\U00011ef4\U00011f00\U00011f01\U00011f36-\U00011f3a\U00011f40\U00011f42\U00011f5a\U00013440\U00013447-\U00013455\U0001611e-\U00016129\U0001612d-\U0001612f\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f\U00016f8f-\U00016f92\U00016fe4\U0001bc9d\U0001bc9e\U0001cf00-\U0001cf46\U0001d167-\U0001d169\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001daaf\U0001e000-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e5ee\U0001e5ef\U0001e6e3\U0001e6e6\U0001e6ee\U0001e6ef\U0001e6f5\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a\U000e0100-\U000e01ef';
comment on function private.every_mark is
  'Every mark that takes no room of its own, of Unicode 17, as the inside of a bracket expression.';
grant execute on function private.every_mark to anon, authenticated, service_role;

create function private.loose_marks() returns text
language sql immutable parallel safe set search_path = ''
return '\u0300-\u036f\u0483-\u0489\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f';
comment on function private.loose_marks is
  'Combining marks that go onto any letter, and the Thai and Lao ones, of which no word has more than two in a row.';
grant execute on function private.loose_marks to anon, authenticated, service_role;

create function private.cut_marks(value text) returns text
language sql immutable parallel safe set search_path = ''
return regexp_replace(value, '([' || private.marks() || ']{16})[' || private.marks() || ']+', '\1', 'g');
comment on function private.cut_marks is
  'At most 16 marks in a row: composing a text takes time with the square of its longest row of them.';
grant execute on function private.cut_marks to anon, authenticated, service_role;

create function private.unstack(value text) returns text
language sql immutable parallel safe set search_path = ''
return regexp_replace(
  regexp_replace(
    value,
    '(([' || private.loose_marks() || '][\u200c\u200d]*){3})([' || private.loose_marks() || '][\u200c\u200d]*)+', '\1', 'g'
  ),
  '(([' || private.every_mark() || '][\u200c\u200d]*){6})([' || private.every_mark() || '][\u200c\u200d]*)+', '\1', 'g'
);
comment on function private.unstack is 'A text without the marks that would stack up.';
grant execute on function private.unstack to anon, authenticated, service_role;

create function private.has_stacked_marks(value text) returns boolean
language sql immutable parallel safe set search_path = ''
return value ~ (
  '([' || private.loose_marks() || '][\u200c\u200d]*){4}|([' || private.every_mark() || '][\u200c\u200d]*){7}'
);
comment on function private.has_stacked_marks is
  'Marks that reach into the lines above and below: four of those that go onto any letter, or seven of a script that needs many (a Burmese word has four in a row, a Hebrew letter with points and accents five, a Tibetan one six). Joiners between them change nothing. Of a line that clean_line has composed.';
grant execute on function private.has_stacked_marks to anon, authenticated, service_role;

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
comment on function private.clean_line is
  'One line of plain text: composed, without control and direction-changing characters, single spaces. Zero-width joiners stay: emoji and several scripts are spelled with them.';
grant execute on function private.clean_line to anon, authenticated, service_role;

create function private.clean_text(value text) returns text
language sql immutable parallel safe set search_path = ''
return rtrim(
  regexp_replace(
    regexp_replace(private.unstack(private.bounded(coalesce(value, ''), 40000)), '\r\n?', E'\n', 'g'),
    '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]', '', 'g'
  ),
  E' \n\t'
);
comment on function private.clean_text is
  'Several lines of text: line breaks unified, control and direction-changing characters removed.';
grant execute on function private.clean_text to anon, authenticated, service_role;

create function private.seen_of(value text) returns text
language sql immutable parallel safe set search_path = ''
return regexp_replace(
  coalesce(value, ''),
  '[\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\U00013441\U00013442\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
  '', 'g'
);
comment on function private.seen_of is
  'A text without what a reader cannot see: spaces, joiners, fillers and controls. The forms have the same list.';
grant execute on function private.seen_of to anon, authenticated, service_role;

create function private.visible_length(value text) returns integer
language sql immutable parallel safe set search_path = ''
return char_length(private.seen_of(value));
comment on function private.visible_length is 'How many characters a reader can see.';
grant execute on function private.visible_length to anon, authenticated, service_role;

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
comment on function private.slugify is
  'The readable part of an address: letters and digits of any script joined by hyphens, at most 72 bytes (percent-encoded it must still fit a file name); empty when a text has none.';

create function private.links_of(words text) returns text[]
language sql immutable set search_path = ''
return array(
  select m[1] from regexp_matches(
    words,
    '\S*(?:https?:/|www\.|mailto:|xmpp:|[^\s@]@[^\s@]+\.\w|\]\s*[(:]|&#?\w+;|\\[[:punct:]])\S*(?:\s+\S+)?', 'gi'
  ) m
);
comment on function private.links_of is
  'What may become a link, each with the word after it, where its address may stand: addresses of pages and of mail, brackets of Markdown, and the references and backslashes that Markdown reads as other letters.';

create function private.has_link(words text) returns boolean
language sql immutable set search_path = ''
return private.links_of(words) <> '{}';
comment on function private.has_link is 'Whether a text has a link, or may become one.';

create function private.plain_text(markdown text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  value text := left(coalesce(markdown, ''), 20000);
begin
  value := regexp_replace(value, '^[ \t]*(```|~~~)[^\n]*$', ' ', 'gn');
  if value ~ '[[(]' then
    value := regexp_replace(value, '!?\[([^\]\n]*)\]\([^()\s]*(?:\s+"[^"\n]*")?\)', '\1', 'g');
    value := regexp_replace(value, '^[ ]{0,3}\[[^\]\n]+\]:[^\n]*$', ' ', 'gn');
  end if;
  if position('<' in value) > 0 then
    value := regexp_replace(value, '<!--.*?-->', ' ', 'g');
    value := regexp_replace(value, '<(https?://[^\s<>]+)>', '\1', 'g');
    value := regexp_replace(
      value,
      '</?(?:a|abbr|b|blockquote|br|center|code|dd|del|details|div|dl|dt|em|figure|figcaption|font|h[1-6]|hr|i|iframe|img|ins|kbd|li|mark|ol|p|picture|pre|q|s|samp|script|small|source|span|strike|strong|style|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var|video)(?:\s[^<>]*)?/?>',
      ' ', 'gi'
    );
  end if;
  value := regexp_replace(value, '^[ \t]*(?:>[ \t]*)*(?:#{1,6}[ \t]+|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|\d{1,3}[.)][ \t]+|(?:[-*_][ \t]*){3,}$)?', '', 'gn');
  value := regexp_replace(value, '\*\*|__|~~|`', '', 'g');
  value := regexp_replace(value, '(^|[\s(])[*_]([^\s*_][^*_\n]*)[*_](?=$|[\s.,;:!?)])', '\1\2', 'g');
  value := regexp_replace(value, '\|?[ \t]*:?-{3,}:?[ \t]*\|', ' ', 'g');
  value := regexp_replace(value, '\\([][!"#$%&''()*+,./:;<=>?@\\^_{|}~-])', '\1', 'g');
  if position('&' in value) > 0 then
    value := replace(replace(replace(replace(replace(replace(
      value, '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&amp;', '&');
  end if;
  return btrim(regexp_replace(value, '[\s\u00a0\u2028\u2029\u3000]+', ' ', 'g'));
end
$$;
comment on function private.plain_text is
  'Markdown as a reader sees it: one line without marks, tags and link targets. Unknown tags stay: they are text.';

create function private.said(text) returns text
language sql immutable set search_path = ''
return nullif(private.clean_line($1), '');
comment on function private.said is 'What is said in one line of text, and what is empty is none.';

create function private.read_cursor(given text) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return private.bounded(given, 1000)::jsonb;
exception when others then
  raise exception 'Unknown cursor' using errcode = '22023';
end
$$;
comment on function private.read_cursor is
  'A cursor as it was given out: no list makes one of more than 1,000 characters.';
grant execute on function private.read_cursor to anon, authenticated, service_role;

create function private.hosted_json(value jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return nullif(case jsonb_typeof(value) when 'string' then (value #>> '{}')::jsonb else value end, 'null');
exception when invalid_text_representation then
  raise exception 'This is no JSON.' using errcode = '22023';
end
$$;
comment on function private.hosted_json is 'A JSON value as it was meant: unwraps JSON that arrived as a string.';

-- 02_access/01_access.sql
-- Who is asking, and what they may do. A token that outlived its session or its account may do nothing.

create function private.is_present() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  session constant uuid := auth.jwt() ->> 'session_id';
begin
  return exists (select 1 from auth.users u where u.id = me and coalesce(u.banned_until < now(), true))
    and (session is null or exists (
      select 1 from auth.sessions s
      where s.id = session and s.user_id = me and coalesce(s.not_after > now(), true)
    ));
end
$$;
comment on function private.is_present is
  'Whether the caller''s account and session still stand: an access token outlives both by up to an hour. In plpgsql because that keeps its plan; every write asks this.';
grant execute on function private.is_present to anon, authenticated, service_role;

create function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  return exists (select 1 from public.roles where user_id = me and role = 'admin') and private.is_present();
end
$$;
comment on function private.is_admin is
  'Whether the caller is an admin. Looked up for each statement, so granting and revoking count from the next request on.';
grant execute on function private.is_admin to anon, authenticated, service_role;

create function private.is_team() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  return exists (select 1 from public.roles where user_id = me) and private.is_present();
end
$$;
comment on function private.is_team is
  'Whether the caller is an admin or a moderator, looked up for each statement.';
grant execute on function private.is_team to anon, authenticated, service_role;

create function private.is_blocked() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  return exists (select 1 from private.blocks b where b.person_id = me and coalesce(b.ends_at > now(), true));
end
$$;
comment on function private.is_blocked is 'Whether the caller is blocked at this moment.';
grant execute on function private.is_blocked to authenticated, service_role;

create function private.require_presence() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if auth.uid() is not null and not private.is_present() then
    raise exception 'You have been signed out. Sign in again.' using errcode = '42501', hint = 'signed_out';
  end if;
  return null;
end
$$;
comment on function private.require_presence is
  'A token whose session or account has ended writes nothing, on whichever way it comes: through the tables or through functions that run as their owner. Import and operators have no account and pass.';

create function private.require_member() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  if auth.uid() is null or not private.is_present() then
    raise exception 'You have been signed out. Sign in again.' using errcode = '42501', hint = 'signed_out';
  end if;
  return auth.uid();
end
$$;
comment on function private.require_member is
  'The caller''s id, whose account and session stand; refuses others. The first line of what members do.';

create function private.require_admin() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (select private.is_admin()) then
    raise exception 'Only an admin may do this.' using errcode = '42501';
  end if;
end
$$;
comment on function private.require_admin is
  'Refuses whoever isn''t an admin: the first line of every function that only admins may call.';

create function private.require_team() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (select private.is_team()) then
    raise exception 'Only the team may do this.' using errcode = '42501';
  end if;
end
$$;
comment on function private.require_team is
  'Refuses whoever isn''t of the team: the first line of every function that only the team may call.';

create function private.require_small_select(most integer default 6) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  -- A short one cannot, and most are short.
  if length(current_query()) > 50 * most and exists (
    select from regexp_matches(current_query(), '"[^"]+"(?:\."[^"]+")+|"[^"]+" as ', 'g') as named(name)
    group by named.name having count(*) > most
  ) then
    raise exception 'A request names a column too often.' using errcode = '54000';
  end if;
  return true;
end
$$;
comment on function private.require_small_select is
  '`select=a:title,b:title,…` a thousand times over makes megabytes of a short column. Only the query that the API has written out tells, where a column is qualified or renamed: what it names more often than any page of the site is refused.';
grant execute on function private.require_small_select to anon, authenticated;

create function public.is_fresh() returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.is_present() and exists (
    select 1 from auth.sessions s
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.created_at > now() - interval '10 minutes'
  )
$$;
comment on function public.is_fresh is
  'Whether the caller signed in within ten minutes. A session is made by signing in alone, never by a refresh, so whoever only holds a token of it cannot make it fresh.';
grant execute on function public.is_fresh to authenticated, service_role;

create function private.is_recovery(session auth.sessions, account auth.users) returns boolean
language sql stable set search_path = ''
as $$
  select session.created_at > now() - interval '1 hour' and session.created_at > account.recovery_sent_at
    and coalesce(account.recovery_token, '') = ''
$$;
comment on function private.is_recovery is
  'Whether a session began, within the hour, with the link of the last recovery mail.';

create function public.is_recovering() returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.is_present()
    and (auth.jwt() -> 'amr' is null or jsonb_path_exists(auth.jwt(), '$.amr[*].method ? (@ == "otp" || @ == "recovery")'))
    and exists (
      select 1 from auth.sessions s join auth.users u on u.id = s.user_id
      where s.id = (auth.jwt() ->> 'session_id')::uuid and private.is_recovery(s, u)
    )
$$;
comment on function public.is_recovering is
  'Whether the caller may choose a new password without the old one. The local backend''s tokens do not say how somebody signed in.';
grant execute on function public.is_recovering to authenticated, service_role;

-- 03_people/01_names.sql
-- Which names are the team's.

create function private.look_alikes(value text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return translate(
    value,
    E'\u01c3' ||
    E'\u01a7\u01bb\u03e8\u14bf\u2781\ua644\ua6ef\ua75a' ||
    E'\u01b7\u021c\u0417\u0498\u04e0\u2782\u2ccc\ua76a\ua7ab\U000118ca\U00016f3b\U0001d206' ||
    E'\u13ce\u2783\U000118af' ||
    E'\u0431\u13ee\u2785\u2cd2\U000118d5' ||
    E'\u2786\U000104d2\U000118c6\U0001d212' ||
    E'\u0222\u0223\u09ea\u0a6a\u0b03\u2787\U0001031a' ||
    E'\u09ed\u0a67\u0b68\u0d6d\u2788\u2cca\ua76e\U000118ac\U000118cc\U000118d6' ||
    E'\u0251\u0391\u03b1\u0410\u0430\u13aa\u15c5\u1d00\u2376\u237a\ua4ee\uab7a\U000102a0\U00016f40\U0001f150\U0001f170\U0001f1e6' ||
    E'\u0180\u0182\u0183\u0184\u0253\u0299\u0392\u0411\u0412\u042c\u0432\u0462\u0463\u048c\u048d\u13cf\u13f4\u1472\u1473\u15af\u15f7\ua4d0\ua7b4\U00010282\U000102a1\U00010301\U0001f151\U0001f171\U0001f1e7' ||
    E'\u00a2\u023c\u0421\u0441\u04aa\u04ab\u13df\u1d04\u20a1\u2ca4\u2ca5\ua4da\uabaf\U000102a2\U00010302\U00010415\U0001043d\U0001051c\U000118e9\U000118f2\U0001f152\U0001f16e\U0001f172\U0001f1e8\U0001f74c' ||
    E'\u00d0\u0110\u0111\u0189\u018c\u0256\u0257\u0501\u13a0\u13e7\u146f\u15de\u15ea\u1d05\u20ab\ua4d2\ua4d3\uab70\U0001f153\U0001f173\U0001f1e9' ||
    E'\u0246\u0247\u0395\u03b5\u0415\u0435\u04bd\u04bf\u13ac\u1d07\u212e\u22ff\u2d39\ua4f0\ua793\uab32\uab7c\U00010286\U000118a6\U000118ae\U0001f154\U0001f174\U0001f1ea' ||
    E'\u0191\u0192\u03dc\u0584\u15b4\u1d6e\u1e9d\ua4dd\ua798\ua799\uab35\U00010287\U000102a5\U00010525\U000118a2\U000118c2\U0001d213\U0001f155\U0001f175\U0001f1eb' ||
    E'\u018d\u01e4\u01e5\u0260\u0261\u0262\u050c\u050d\u0581\u13c0\u13f3\u13fb\u1d83\ua4d6\uab90\U0001f156\U0001f176\U0001f1ec' ||
    E'\u0126\u0127\u0266\u029c\u0397\u041d\u043d\u045b\u04a2\u04ba\u04bb\u04c7\u04c9\u0570\u13bb\u13c2\u13f2\u157c\u2c67\u2c8e\ua4e7\ua695\U000102cf\U0001f157\U0001f177\U0001f1ed' ||
    E'\u0131\u0141\u0142\u0196\u0197\u019a\u0268\u0269\u026a\u026b\u026d\u029f\u0399\u03b9\u0406\u0456\u04c0\u04cf\u06f1\u13a5\u13de\u14aa\u16c1\u18f3\u1d7b\u1d7c\u2780\u2c92\u2cd0\u2cd1\u2d4f\u2d51\ua4e1\ua4f2\ua647\uab75\uabae\U0001028a\U00010309\U00010320\U0001041b\U00010443\U00010526\U000118a3\U000118b2\U000118c3\U00016f16\U00016f28\U0001f158\U0001f15b\U0001f178\U0001f17b\U0001f1ee\U0001f1f1' ||
    E'\u0248\u0249\u037f\u03f3\u0408\u0458\u13ab\u148d\u1d0a\ua4d9\ua7b2\uab7b\U0001f159\U0001f179\U0001f1ef' ||
    E'\u0138\u0199\u039a\u03ba\u041a\u043a\u049a\u049e\u13e6\u16d5\u1d0b\u20ad\u2c69\u2c94\ua4d7\ua740\U00010518\U0001f15a\U0001f17a\U0001f1f0' ||
    E'\u0271\u028d\u039c\u03fa\u041c\u043c\u04cd\u13b7\u15f0\u16d6\u1d0d\u1d6f\u20a5\u2c98\ua4df\uab51\U000102b0\U00010311\U00011700\U000118e3\U0001f15c\U0001f17c\U0001f1f2' ||
    E'\u019d\u019e\u0272\u0273\u0274\u039d\u03a0\u03b7\u03c0\u043f\u0578\u057c\u1260\u144e\u1d70\u2229\u22c2\u2c9a\ua4e0\ua4f5\U0001018e\U00010513\U0001d245\U0001f15d\U0001f17d\U0001f1f3' ||
    E'\u00d8\u00f8\u019f\u0275\u0398\u039f\u03b8\u03bf\u03c3\u041e\u043e\u0472\u0473\u04e8\u04e9\u0555\u0585\u0660\u06f0\u06f5\u07c0\u0966\u09e6\u0a66\u0ae6\u0b20\u0b66\u0be6\u0c02\u0c66\u0c82\u0ce6\u0d02\u0d20\u0d66\u0d82\u0de6\u0e50\u0ed0\u0f20\u1010\u101d\u1040\u1090\u10ff\u12d0\u13be\u13eb\u17e0\u1810\u1946\u19d0\u1a80\u1a90\u1b50\u1bb0\u1c40\u1c50\u1d0f\u1d11\u2296\u229d\u236c\u2c9e\u2c9f\u2d31\u2d41\u2d54\u3007\ua4f3\ua620\ua74a\ua74b\ua8d0\ua900\ua9d0\ua9f0\uaa50\uab3d\uab3e\uab74\uab8e\uabbb\uabf0\U00010292\U000102ab\U00010404\U0001042c\U000104a0\U000104c2\U000104ea\U00010516\U00010d30\U00011066\U000110f0\U00011136\U000111d0\U000112f0\U00011450\U000114d0\U00011650\U000116c0\U00011730\U000118b5\U000118c8\U000118d7\U000118e0\U00011950\U00011c50\U00011d50\U00011da0\U00016a60\U00016ac0\U00016b50\U0001d21a\U0001e140\U0001e2f0\U0001e950\U0001f10d\U0001f15e\U0001f17e\U0001f1f4\U0001f714' ||
    E'\u01a5\u03a1\u03c1\u0420\u0440\u13e2\u146d\u18d6\u1d18\u1d29\u1d7d\u2117\u2374\u2ca2\u2ca3\ua4d1\uabb2\U00010295\U0001f15f\U0001f17f\U0001f1f5' ||
    E'\u02a0\u051a\u051b\u0563\u0566\u2d55\U0001f160\U0001f180\U0001f1f6' ||
    E'\u00ae\u01a6\u024d\u027c\u027d\u0433\u0493\u13a1\u13d2\u1587\u18f4\u1d26\u1d72\u2c85\ua4e3\uab47\uab48\uab81\U000104b4\U00016f35\U0001d216\U0001f161\U0001f181\U0001f1f7' ||
    E'\u01bc\u01bd\u0282\u0405\u0455\u054f\u13d5\u13da\u18f5\u1d74\u2784\ua4e2\ua731\uabaa\U00010296\U00010420\U00010448\U000118bb\U000118c1\U00016f3a\U0001f10f\U0001f162\U0001f182\U0001f1f8' ||
    E'\u0166\u0167\u01ab\u01ad\u01ae\u023e\u03a4\u03c4\u0422\u0442\u04ac\u04ad\u13a2\u1d1b\u1d75\u20ae\u22a4\u2361\u27d9\u2ca6\ua4d4\uab72\U00010297\U000102b1\U00010315\U000118bc\U00016f0a\U0001f163\U0001f183\U0001f1f9\U0001f768' ||
    E'\u0244\u028b\u03c5\u054d\u057d\u1200\u13cc\u144c\u1d1c\u1d7e\u222a\u22c3\ua4f4\ua79f\uab4e\uab52\uab9c\U000104ce\U000104f6\U000118b8\U000118d8\U00016f42\U0001f164\U0001f184\U0001f1fa' ||
    E'\u03bd\u0474\u0475\u06f7\u13d9\u142f\u1d20\u2228\u22c1\u2d38\ua4e6\ua6df\uaba9\U00010197\U0001051d\U00011706\U000118a0\U000118c0\U00016f08\U0001d20d\U0001f165\U0001f185\U0001f1fb\U0001f708' ||
    E'\u026f\u03a9\u03c9\u0461\u047d\u051c\u051d\u0561\u13b3\u13d4\u13ef\u162f\u1635\u1d21\u20a9\u2375\u2379\u2cb1\ua4ea\ua64d\ua761\ua7b7\uab83\U000102b6\U000114c5\U0001170a\U0001170e\U0001170f\U000118e6\U000118ef\U0001f166\U0001f186\U0001f1fc' ||
    E'\u00d7\u03a7\u03c7\u0425\u0445\u04b2\u1541\u157d\u166d\u166e\u16b7\u2573\u292b\u292c\u2a2f\u2a30\u2cac\u2cad\u2d5d\ua4eb\ua7b3\uab53\uab55\U00010196\U00010290\U000102b4\U00010317\U00010322\U00010527\U000118ec\U0001f167\U0001f187\U0001f1fd' ||
    E'\u00a5\u01b4\u024e\u024f\u0263\u028f\u0393\u03a5\u03b3\u0413\u0423\u0443\u0492\u04ae\u04af\u04b0\u04b1\u10e7\u13a9\u13b1\u13bd\u14a5\u1d8c\u1eff\u2c84\u2ca8\ua4ec\uab5a\U000102b2\U000118a4\U000118dc\U00016f07\U00016f43\U0001f168\U0001f188\U0001f1fe' ||
    E'\u01b5\u01b6\u0224\u0225\u0290\u0396\u13c3\u1646\u1d22\u1d76\ua4dc\uab93\U000102f5\U000118a9\U000118c4\U000118e5\U0001f169\U0001f189\U0001f1ff' ||
    E'\u01c0\u2223\u2373\u2378\u23fd\u2502\U0001d22a',
    repeat('!', 1) || repeat('2', 8) || repeat('3', 12) || repeat('4', 3) || repeat('6', 5) ||
    repeat('7', 4) || repeat('8', 7) || repeat('9', 10) || repeat('a', 17) || repeat('b', 29) ||
    repeat('c', 25) || repeat('d', 21) || repeat('e', 23) || repeat('f', 20) || repeat('g', 18) ||
    repeat('h', 26) || repeat('i', 54) || repeat('j', 15) || repeat('k', 20) || repeat('m', 23) ||
    repeat('n', 26) || repeat('o', 123) || repeat('p', 21) || repeat('q', 9) || repeat('r', 24) ||
    repeat('s', 24) || repeat('t', 31) || repeat('u', 25) || repeat('v', 24) || repeat('w', 33) ||
    repeat('x', 33) || repeat('y', 36) || repeat('z', 19) || repeat('|', 7)
  );
end
$$;
comment on function private.look_alikes is
  'A text in which letters and digits that pass for Latin ones are those, small: from Unicode''s confusables.txt 15.1 (Unicode Technical Standard #39, © Unicode, Inc., licence Unicode-3.0), without what NFKD takes apart already, and from letters in boxes, circles and flags, zeros of every script, and Cyrillic and Greek letters that pass for others yet.';

create function private.looks_of(name text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  looks text := private.seen_of(private.cut_marks(private.bounded(name, 2000)));
begin
  looks := normalize(translate(looks, E'\u00a9\u00ae\u2117\u2120\u2122\U0001f16a\U0001f16b\U0001f16c', ''), nfkd);
  looks := private.look_alikes(lower(private.look_alikes(looks) collate "und-x-icu"));
  looks := btrim(regexp_replace(looks collate "und-x-icu", '[^[:alnum:]!|$]', '', 'g'), '!|');
  looks := translate(looks, 'l01|!5$', 'ioiiiss');
  return replace(replace(looks, 'rn', 'm'), 'vv', 'w');
end
$$;
comment on function private.looks_of is
  'What a name looks like: without case, marks, spaces, signs and what nobody sees, in the Latin letters it passes for. Capitals come first: some pass for another letter than their small form. A brand''s signs go before they turn into letters; a ''!'' or ''|'' is an i within a name, and nothing at its ends. In plpgsql because that keeps its plan.';

create function private.readings_of(name text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  plain constant text := regexp_replace(
    private.bounded(name, 2000),
    '[\s\u00a0\u00a9\u00ae\u115f\u1160\u2000-\u200a\u202f\u205f\u2117\u2120\u2122\u2800\u3000\u3164\uffa0\U0001f16a-\U0001f16c]',
    '/', 'g'
  );
  seen constant text := regexp_replace(
    normalize(private.seen_of(private.cut_marks(plain)), nfkd), '[' || private.every_mark() || ']', '', 'g'
  );
  apart constant text := regexp_replace(seen collate "und-x-icu", '([[:lower:]])([[:upper:]])', '\1/\2', 'g');
  spelled text;
  reading text;
  readings text[] := '{}';
begin
  foreach spelled in array array[seen, apart] loop
    spelled := private.look_alikes(lower(private.look_alikes(spelled) collate "und-x-icu"));
    foreach reading in array array[
      translate(spelled, '|!@', '///'), spelled, regexp_replace(spelled collate "und-x-icu", '[|!@[:digit:]]', '/', 'g')
    ] loop
      reading := translate(reading, 'l01|!5$347@', 'ioiiisseata');
      reading := replace(replace(reading, 'rn', 'm'), 'vv', 'w');
      reading := btrim(regexp_replace(reading collate "und-x-icu", '[^[:alnum:]]+', ' ', 'g'));
      readings := readings || regexp_replace(reading, '(?<=(?:^| )[^ ]) (?=[^ ](?: |$))', '', 'g');
    end loop;
  end loop;
  return readings;
end
$$;
comment on function private.readings_of is
  'The words of a name, as a reader may take them, each reading with single spaces: signs part the words; signs that pass for letters are those; digits are left out; and each of these again with a new word at every capital. Single letters in a row are one word. Spelling and look-alikes are as in looks_of.';

create table private.reserved_names (
  name text primary key,
  is_word boolean not null default false,
  words text generated always as ((private.readings_of(name))[1]) stored
);
comment on table private.reserved_names is
  'Names that nobody but an admin may bear: the site''s own, and what it calls people who are gone. An operator adds to it.';
comment on column private.reserved_names.is_word is
  'Nobody but the team may have it in a name as a word of its own: alone, first, last or between signs.';
comment on column private.reserved_names.words is
  'How the name reads, to look for it in others.';

alter table private.reserved_names enable row level security;

create function private.is_pretence(name text, bearer uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  looks constant text := private.looks_of(name);
begin
  return not exists (select 1 from public.roles r where r.user_id = bearer) and (
    looks <> '' and exists (
      select 1 from private.reserved_names n where not n.is_word and private.looks_of(n.name) = looks
    )
    or looks <> '' and exists (
      select 1 from public.roles r join public.profiles p on p.id = r.user_id where private.looks_of(p.name) = looks
    )
    or exists (
      select 1 from private.reserved_names n, unnest(private.readings_of(is_pretence.name)) as reading
      where n.is_word and n.words <> '' and (
        strpos(' ' || reading || ' ', ' ' || n.words || ' ') > 0
        or n.words ~ '[\u3040-\u30ff\u3400-\u9fff]'
          and (strpos(' ' || reading, ' ' || n.words) > 0 or strpos(reading || ' ', n.words || ' ') > 0)
      )
    )
  );
end
$$;
comment on function private.is_pretence is
  'Whether a name passes for that of the site or of one of its admins, or has a word in it that is the team''s. Chinese and Japanese have no spaces between words: there it is refused where a word begins or ends with it.';

create function public.is_name_free(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not private.is_pretence(private.clean_line(left(name, 160)), auth.uid())
$$;
comment on function public.is_name_free is
  'Whether the caller may be called so, for a form to say before anything is sent off.';
grant execute on function public.is_name_free to anon, authenticated;

create function public.reserve_names(names text[]) returns integer
language sql security definer set search_path = ''
as $$
  with reserved as (
    insert into private.reserved_names (name)
    select distinct on (private.looks_of(given)) private.clean_line(given) from unnest(names) given
    where private.looks_of(given) <> '' and not exists (
      select 1 from private.reserved_names n where private.looks_of(n.name) = private.looks_of(given)
    )
    on conflict do nothing
    returning 1
  )
  select count(*)::integer from reserved
$$;
comment on function public.reserve_names is
  'Keeps names, and what looks like them, for admins; says how many of them were free. People who bear one keep it.';
grant execute on function public.reserve_names to service_role;

create function private.reserve_site_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.reserve_names(array[new.name, new.name || ' team']);
  return null;
end
$$;
comment on function private.reserve_site_name is 'Nobody but an admin is called as the site is.';

-- 03_people/02_profiles.sql
-- What everybody sees of a person, made from the account that the auth service keeps.

create function private.name_in(user_data jsonb, bearer uuid) returns text
language plpgsql stable set search_path = ''
as $$
declare
  data constant jsonb := private.hosted_json(user_data);
  given constant text := private.clean_line(left(coalesce(
    nullif(btrim(data ->> 'name'), ''), nullif(btrim(data ->> 'full_name'), ''), data ->> 'user_name', ''
  ), 80));
begin
  if private.visible_length(given) = 0 or private.has_stacked_marks(given) or private.is_pretence(given, bearer) then
    return 'New member';
  end if;
  return given;
end
$$;
comment on function private.name_in is
  'The public name that sign-up data give: never the e-mail address, nor what looks like the site''s or an admin''s.';

create function private.clean_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := private.clean_line(new.name);
  if tg_op = 'UPDATE' and auth.uid() is not null and new.name <> old.name
     and private.is_pretence(new.name, new.id) then
    raise exception 'This name is kept for the people who run this site.' using errcode = '23514';
  end if;
  return new;
end
$$;
comment on function private.clean_profile is
  'Cleans a profile''s name, and refuses one that''s the team''s unless its owner had it before the name was reserved. Sign-ups get another name instead; operators name people as they like.';

create table public.profiles (
  id uuid default gen_random_uuid() primary key,
  name text not null,
  avatar_url text,
  placeholder boolean not null default false,
  created_at timestamptz not null default now(),
  is_team boolean not null default false,
  constraint profiles_avatar_is_own check (
    avatar_url ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(webp|png|jpg|gif|avif)$'
    and split_part(avatar_url, '/', 1) = id::text
  ),
  check (
    private.visible_length(name) between 1 and 80
    and char_length(name) <= 160
    and not private.has_stacked_marks(name)
  )
);
comment on table public.profiles is
  'What the public may know of a person. An account''s profile has the id of its auth user; a placeholder stands for the author of imported feedback, or for whom the team knows by an e-mail address alone, and cannot sign in.';
comment on column public.profiles.avatar_url is
  'Path of an object in the avatars bucket.';
comment on column public.profiles.is_team is
  'Whether the person has a role. A trigger on roles keeps it true; no client can set it.';

create index profiles_name_idx on public.profiles (lower(name));
create index profiles_created_idx on public.profiles (created_at desc, id desc);
create index profiles_team_idx on public.profiles (name) where is_team;

alter table public.profiles enable row level security;
grant select (id, name, avatar_url, created_at, is_team) on public.profiles to anon, authenticated;
grant update (name, avatar_url) on public.profiles to authenticated;

create policy "anyone reads names and avatars" on public.profiles
  for select to anon, authenticated using (true);
create policy "people rename themselves" on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));
create policy "a request names each column a few times" on public.profiles
  as restrictive for select to anon, authenticated using ((select private.require_small_select()));

create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (id, name) values (new.id, private.name_in(new.raw_user_meta_data::jsonb, new.id))
  on conflict (id) do nothing;
  return new;
end
$$;
comment on function private.create_profile is
  'Sign-up data comes from the client, so only a display name is taken from it, and never the e-mail.';

create function private.rename_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set name = private.name_in(new.raw_user_meta_data::jsonb, new.id) where id = new.id;
  return new;
end
$$;
comment on function private.rename_profile is
  'Anybody may sign up with an address and a name. Whoever then comes with the address from another site is the first of whom the auth service knows that it is theirs: it puts what that site says in the place of the stranger''s words.';

create function private.bound_user_data() returns trigger
language plpgsql set search_path = ''
as $$
declare
  written constant text := new.raw_user_meta_data::text;
begin
  if octet_length(written) + 5 * char_length(regexp_replace(written, '[^<>&]', '', 'g')) > 2048 then
    raise exception 'An account keeps no more than 2 kB about itself.' using errcode = '22001';
  end if;
  return new;
end
$$;
comment on function private.bound_user_data is
  'What an account keeps about itself stands in its token once and in its cookies three times over, and the headers of a request may hold 16 kB. The auth service writes ''<'', ''>'' and ''&'' with six letters.';

create function private.delete_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.profiles where id = old.id;
  return old;
end
$$;
comment on function private.delete_profile is 'Deletes the profile of an account that''s deleted.';

create function private.let_first_password_go() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.encrypted_password := '';
  return new;
end
$$;
comment on function private.let_first_password_go is
  'Whoever signs up with the address of another chooses a password before anybody has read a mail there. With the first link of a mail that is followed it goes, and its reader chooses one. The auth service blanks a token once it is used; with a password that is set in the same breath, an operator does.';

create function private.guard_password() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select 1 from auth.sessions s where s.user_id = new.id) and not exists (
    select 1 from auth.sessions s
    where s.user_id = new.id and (s.created_at > now() - interval '10 minutes' or private.is_recovery(s, old))
  ) then
    raise exception 'Sign in again before you change your password.' using errcode = '42501', hint = 'not_fresh';
  end if;
  new.recovery_sent_at := null;
  return new;
end
$$;
comment on function private.guard_password is
  'The auth service does not say who asks for a new password, so any session of the account that began just now, or with a recovery mail, lets every other session of it set one. The local backend asks the caller''s own session first. Where nobody is signed in, an operator sets it. The link of a mail serves once.';

create function public.describe_people(people uuid[], on_post bigint default null) returns table(
  id uuid,
  created_at timestamptz,
  posts_total bigint,
  wrote_post boolean,
  said_here text,
  last_title text,
  last_said text
)
language sql stable security definer set search_path = ''
as $$
  select a.id, a.created_at,
    (select count(*) from public.posts p where p.author_id = a.id and p.deleted_at is null),
    exists (select from public.posts p where p.id = on_post and p.author_id = a.id and p.deleted_at is null),
    (
      select left(c.body, 600)
      from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
      where c.author_id = a.id and c.post_id = on_post and c.deleted_at is null and c.hidden_at is null
      order by c.id desc limit 1
    ),
    (
      select p.title from public.posts p
      where p.author_id = a.id and p.deleted_at is null order by p.id desc limit 1
    ),
    (
      select left(c.body, 600)
      from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
      where c.author_id = a.id and c.deleted_at is null and c.hidden_at is null
      order by c.id desc limit 1
    )
  from public.profiles a
  where a.id = any (describe_people.people[1:20])
$$;
comment on function public.describe_people is
  'What tells people with the same name apart, of what everybody can read.';
grant execute on function public.describe_people to authenticated;

-- 03_people/03_roles.sql
-- The roles of the team. They live here, never in a token, so granting and revoking count from the next request on.

create function private.keep_an_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform pg_advisory_xact_lock(hashtextextended('roles', 0));
    if not exists (select from public.roles r where r.role = 'admin' and r.user_id <> old.user_id) then
      raise exception 'This is the last admin. Make somebody else an admin first.'
        using errcode = '23514', hint = 'last_admin';
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
comment on function private.keep_an_admin is
  'Somebody has to be able to make the next admin. Changes of roles wait for one another, so two admins who remove each other at once do not both succeed. The operator may do as they like.';

create function private.refuse_blocked_role() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(new.user_id::text, 1));
  if exists (select from private.blocks b where b.person_id = new.user_id) then
    raise exception 'This person is blocked. End the block first.' using errcode = '23514', hint = 'blocked';
  end if;
  return new;
end
$$;
comment on function private.refuse_blocked_role is
  'Who is blocked at this moment gets no role, and who gets a role is not blocked.';

create function private.mark_team() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles p set is_team = exists (select from public.roles r where r.user_id = p.id)
  where p.id in (old.user_id, new.user_id);
  return null;
end
$$;
comment on function private.mark_team is 'Keeps profiles.is_team the same as the roles.';

create function private.audit_role() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    perform private.audit('role.revoke', null, null, jsonb_build_object('user_id', old.user_id, 'role', old.role), null);
  end if;
  if tg_op <> 'DELETE' then
    perform private.audit('role.grant', null, null, null, jsonb_build_object('user_id', new.user_id, 'role', new.role));
  end if;
  return null;
end
$$;
comment on function private.audit_role is 'Logs who got or lost a role.';

create table public.roles (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  role text not null check (role in ('admin', 'moderator')),
  created_at timestamptz not null default now()
);
comment on table public.roles is
  'Who is of the team, as admin or moderator. Written by the operator (npm run admin) and, through set_role, by admins; nothing a person signs up or saves with matters here.';

alter table public.roles enable row level security;
grant select on public.roles to authenticated;

create policy "people see their own role, admins every role" on public.roles
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "a request names each column a few times" on public.roles
  as restrictive for select to anon, authenticated using ((select private.require_small_select()));

create function public.set_role(person_id uuid, wanted text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Before anything is looked at: the caller may be losing the role at this moment.
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  perform private.require_admin();
  if wanted is null then
    delete from public.roles r where r.user_id = set_role.person_id;
    return;
  end if;
  if wanted not in ('admin', 'moderator') then
    raise exception 'There is no such role.' using errcode = '22023';
  end if;
  if not exists (
    select from auth.users u where u.id = set_role.person_id and u.email_confirmed_at is not null
  ) then
    raise exception 'This person has no account with a confirmed address.' using errcode = '23514', hint = 'no_account';
  end if;
  insert into public.roles as r (user_id, role) values (set_role.person_id, wanted)
  on conflict (user_id) do update set role = excluded.role where r.role <> excluded.role;
end
$$;
comment on function public.set_role is
  'Gives a person a role, or none. Admins only; the person must have confirmed their address, or whoever signed up with somebody else''s would be let in by that person''s click.';
grant execute on function public.set_role to authenticated, service_role;

create function public.get_viewer() returns table(
  id uuid,
  email text,
  name text,
  avatar_url text,
  role text,
  has_password boolean
)
language sql stable security definer set search_path = ''
as $$
  select p.id, u.email::text, p.name, p.avatar_url, r.role, coalesce(u.encrypted_password, '') <> ''
  from public.profiles p join auth.users u on u.id = p.id left join public.roles r on r.user_id = p.id
  where p.id = (select auth.uid()) and private.is_present()
$$;
comment on function public.get_viewer is
  'Who the caller is, as the site shows it. No row for a visitor, an ended session and an account that is gone.';
grant execute on function public.get_viewer to authenticated, service_role;

-- 03_people/04_limits.sql
-- How much an account may do in a while, and each form once.

create table private.limits (
  action text check (action in ('post', 'comment', 'edit', 'vote', 'image', 'report')),
  standing text check (standing in ('any', 'newcomer', 'member', 'regular')),
  max_count integer not null check (max_count > 0),
  period interval not null,
  sentence text not null,
  primary key (action, standing)
);
comment on table private.limits is
  'How much one account may do in a period, by how well the board knows it. An operator changes a limit with an update; it counts from the next request on.';

alter table private.limits enable row level security;

create table private.usage (
  user_id uuid references public.profiles (id) on delete cascade,
  action text,
  started_at timestamptz not null default now(),
  used integer not null,
  primary key (user_id, action)
);
comment on table private.usage is
  'What an account has done in its current period; refused writes do not count.';

alter table private.usage enable row level security;

create function private.standing_of(person uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  age constant interval := now() - (select p.created_at from public.profiles p where p.id = person);
begin
  return case
    when exists (select 1 from public.roles r where r.user_id = person) then 'regular'
    when age < interval '1 day' then 'newcomer'
    when age > interval '7 days' and exists (select 1 from public.posts t where t.author_id = person) then 'regular'
    else 'member'
  end;
end
$$;
comment on function private.standing_of is
  'A newcomer for a day; regular after a week with a post that stands, and of the team.';

create function private.spend() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  rule private.limits;
  spent private.usage;
  wait integer;
begin
  if me is not null then
    select * into rule from private.limits where action = tg_argv[0] and standing = 'any';
    if not found then
      select * into rule from private.limits where action = tg_argv[0] and standing = private.standing_of(me);
    end if;
    insert into private.usage as u (user_id, action, used) values (me, rule.action, 1)
    on conflict (user_id, action) do update set
      used = case when u.started_at <= now() - rule.period then 1 else u.used + 1 end,
      started_at = case when u.started_at <= now() - rule.period then now() else u.started_at end
    returning * into spent;
    if spent.used > rule.max_count then
      wait := greatest(1, ceil(extract(epoch from spent.started_at + rule.period - now()))::integer);
      raise exception '% Try again in %.', rule.sentence,
        case
          when wait < 90 then wait || case when wait = 1 then ' second' else ' seconds' end
          else ceil(wait / 60.0)::integer || ' minutes'
        end
        using errcode = 'PT429', hint = 'rate_limit', detail = wait::text;
    end if;
  end if;
  return coalesce(new, old);
end
$$;
comment on function private.spend is
  'Counts what the signed-in person does, whichever way the request came. Import and operators have no account. Triggers run in the order of their names: those that refuse begin with a_ and come before any that write. They run at depth 0 alone: for what the person does, not for what follows from it, such as votes that go with their post.';

create table private.sendings (
  user_id uuid references public.profiles (id) on delete cascade,
  key uuid,
  made bigint,
  sent_at timestamptz not null default now(),
  primary key (user_id, key)
);
comment on table private.sendings is
  'What a form has sent, by a key of the form''s own, for a day: when its answer gets lost and it is sent again, nothing is made twice.';

alter table private.sendings enable row level security;

create function private.claim_sending(sent_key uuid) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(me::text, 1));
  delete from private.sendings where user_id = me and sent_at < now() - interval '1 day';
  insert into private.sendings (user_id, key) values (me, sent_key) on conflict do nothing;
  return case when not found then (select made from private.sendings where user_id = me and key = sent_key) end;
end
$$;
comment on function private.claim_sending is
  'Claims an idempotency key for the caller: null for a new key, else the id of what was made with it. Of two requests at once the second waits for the first.';
grant execute on function private.claim_sending to authenticated;

create function private.finish_sending(sent_key uuid, made bigint) returns void
language sql security definer set search_path = ''
as $$
  update private.sendings set made = finish_sending.made where user_id = auth.uid() and key = sent_key
$$;
comment on function private.finish_sending is 'Notes what a claimed idempotency key made.';
grant execute on function private.finish_sending to authenticated;

-- 03_people/05_attempts.sql
-- How often somebody may try to sign in, or have mails sent to somebody.

create table private.attempt_limits (
  kind text,
  scope text check (scope in ('account and address', 'address', 'site')),
  max_count integer not null check (max_count > 0),
  period interval not null,
  primary key (kind, scope),
  check (kind in ('sign-in', 'sign-up', 'recover', 'confirm-resend', 'follow', 'captcha'))
);
comment on table private.attempt_limits is
  'How often something may be tried from a network address, for one account and in all, and from everywhere together. Never per account alone: anybody could lock anybody out. An operator changes a limit with an update.';

alter table private.attempt_limits enable row level security;

create table private.attempts (
  key bytea not null,
  tried_at timestamptz not null default now()
);
comment on table private.attempts is
  'Attempts of the last hour. The key is a salted hash: neither e-mail nor network address is kept.';

create index attempts_key_idx on private.attempts (key, tried_at);
create index attempts_tried_at_idx on private.attempts (tried_at);

alter table private.attempts enable row level security;

create table private.salt (
  value uuid not null default gen_random_uuid()
);
comment on table private.salt is
  'What the keys of attempts are hashed with: one value, made here and known nowhere else.';

alter table private.salt enable row level security;

create function private.network_of(address text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when not pg_input_is_valid(plain.address, 'inet') then plain.address
    when family(plain.address::inet) = 6 then host(network(set_masklen(plain.address::inet, 64)))
    else host(plain.address::inet)
  end
  from (select regexp_replace(lower(address), '^::ffff:(?=\d+\.)', '') as address) plain
$$;
comment on function private.network_of is
  'Whoever has one IPv6 address has the 2^64 beside it, so those count as one. IPv4 may come dressed as IPv6.';

create function private.attempt_key(kind text, scope text, account text, address text) returns bytea
language sql stable security definer set search_path = ''
as $$
  select sha256(convert_to(concat_ws(
    E'\n', s.value, kind, scope,
    case when scope = 'account and address' then private.mailbox_of(account) end,
    case when scope <> 'site' then private.network_of(address) end
  ), 'UTF8'))
  from private.salt s
$$;
comment on function private.attempt_key is
  'What attempts are counted under: a salted hash of the kind, the scope and the account or network.';

create function public.count_attempt(kind text, account text, address text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  rule record;
  rule_key bytea;
  tries integer;
  oldest timestamptz;
  wait integer := 0;
begin
  if not exists (select 1 from private.attempt_limits l where l.kind = count_attempt.kind) then
    raise exception 'Unknown kind of attempt: %', left(kind, 40) using errcode = '22023';
  end if;
  if address = '' and kind = 'sign-in' then
    return 0;
  end if;
  for rule in
    select l.scope, l.max_count, l.period from private.attempt_limits l
    where l.kind = count_attempt.kind
    order by l.scope
  loop
    rule_key := private.attempt_key(kind, rule.scope, left(account, 320), left(address, 64));
    -- One at a time for each key, so that parallel attempts cannot slip through together.
    perform pg_advisory_xact_lock(hashtextextended(encode(rule_key, 'hex'), 0));
    select count(*), min(a.tried_at) into tries, oldest
    from private.attempts a where a.key = rule_key and a.tried_at > now() - rule.period;
    if tries >= rule.max_count then
      wait := greatest(wait, ceil(extract(epoch from oldest + rule.period - now()))::integer, 1);
    end if;
  end loop;
  if wait = 0 then
    insert into private.attempts (key)
    select private.attempt_key(count_attempt.kind, l.scope, left(account, 320), left(address, 64))
    from private.attempt_limits l
    where l.kind = count_attempt.kind;
    delete from private.attempts where tried_at < now() - interval '1 hour';
  end if;
  return wait;
end
$$;
comment on function public.count_attempt is
  'Counts an attempt and says how many seconds to wait before the next one is let through; 0 for now. It never looks whether the account exists. Without an address everybody counts as one network, for what sends mails; attempts to sign in aren''t counted then, or anybody could lock everybody out. Only the site''s server calls this; a client could use up the attempts of others.';
grant execute on function public.count_attempt to service_role;

create function public.forget_attempts(account text, address text) returns void
language sql security definer set search_path = ''
as $$
  delete from private.attempts
  where key = private.attempt_key('sign-in', 'account and address', left(account, 320), left(address, 64))
$$;
comment on function public.forget_attempts is
  'After a sign-in: the count of this account at this address starts again.';
grant execute on function public.forget_attempts to service_role;

-- 03_people/06_audit.sql
-- What the team did, for the team to read. Nobody changes it.

create function private.guard_audit_log() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    if current_user = (select r.rolname from pg_catalog.pg_class c join pg_catalog.pg_roles r on r.oid = c.relowner
                       where c.oid = tg_relid) then
      return null;
    end if;
  elsif tg_op = 'UPDATE' then
    if old.actor_id is not null and new.actor_id is null and new.actor_name = 'Deleted user'
       and to_jsonb(new) - array['actor_id', 'actor_name'] = to_jsonb(old) - array['actor_id', 'actor_name']
       and not exists (select 1 from public.profiles where id = old.actor_id) then
      return new;
    end if;
  end if;
  raise exception 'The audit log is written by the database alone and never changed.' using errcode = '42501';
end
$$;
comment on function private.guard_audit_log is
  'Grants alone would not do: service_role is often given everything, and the owner has it anyway. The one change let through takes the name off the entries of a person who is gone.';

create function private.audit(action text, post_id bigint, post_title text, before jsonb, after jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  actor uuid := (select auth.uid());
  name text := (select p.name from public.profiles p where p.id = actor);
begin
  insert into public.audit_log (actor_id, actor_name, action, post_id, post_title, before, after)
  values (
    case when name is not null then actor end,
    coalesce(name, case when actor is null then 'Operator' else 'Deleted user' end),
    action, post_id, post_title, before, after
  );
end
$$;
comment on function private.audit is 'Writes an entry in the name of whoever the request belongs to.';

create table public.audit_log (
  id bigint generated always as identity primary key,
  actor_id uuid,
  actor_name text not null,
  action text not null check (action ~ '^[a-z]+\.[a-z]+$'),
  post_id bigint,
  post_title text,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now()
);
comment on table public.audit_log is
  'What admins did to what is not theirs. Written by triggers only and never changed; it outlives the posts it tells of, so it refers to nothing by foreign key.';
comment on column public.audit_log.actor_id is
  'Null for the operator, and once the admin deleted the account.';
comment on column public.audit_log.before is
  'What the change touched, as it was. People are named by id only, so that no name outlives an account.';

create index audit_log_post_idx on public.audit_log (post_id, id desc) where post_id is not null;
create index audit_log_actor_idx on public.audit_log (actor_id, id desc) where actor_id is not null;

alter table public.audit_log enable row level security;
grant select on public.audit_log to authenticated;

create policy "the team reads of posts, admins everything" on public.audit_log
  for select to authenticated
  using ((select private.is_admin()) or post_id is not null and (select private.is_team()));
create policy "a request names each column a few times" on public.audit_log
  as restrictive for select to anon, authenticated using ((select private.require_small_select()));

create trigger guard_update before update on public.audit_log
  for each row execute function private.guard_audit_log();
create trigger a_require_presence before insert or delete or update on public.audit_log
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();
create trigger guard_delete before delete on public.audit_log
  for each statement execute function private.guard_audit_log();
create trigger guard_insert before insert on public.audit_log
  for each statement execute function private.guard_audit_log();
create trigger guard_truncate before truncate on public.audit_log
  for each statement execute function private.guard_audit_log();

create function private.forget_actor() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.audit_log set actor_id = null, actor_name = 'Deleted user' where actor_id = old.id;
  return null;
end
$$;
comment on function private.forget_actor is 'Takes the name of a deleted account off the audit log.';

create function private.audit_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_foreign boolean := old.author_id is distinct from (select auth.uid()) and (select private.is_team());
begin
  if is_foreign and old.deleted_at is null and new.deleted_at is not null then
    perform private.audit('post.delete', old.id, old.title, jsonb_build_object(
      'title', old.title, 'details', old.details, 'slug', old.slug, 'state', old.state,
      'category', (select c.slug from public.categories c where c.id = old.category_id),
      'author_id', old.author_id, 'votes_total', old.votes_total, 'comments_total', old.comments_total,
      'created_at', old.created_at
    ), null);
  end if;
  if is_foreign and old.deleted_at is not null and new.deleted_at is null then
    perform private.audit('post.restore', new.id, new.title, null, null);
  end if;
  if new.state <> old.state then
    perform private.audit('post.state', new.id, new.title,
      jsonb_build_object('state', old.state), jsonb_build_object('state', new.state));
  end if;
  if new.category_id <> old.category_id then
    perform private.audit('post.category', new.id, new.title,
      (select jsonb_build_object('category', c.slug, 'slug', old.slug) from public.categories c where c.id = old.category_id),
      (select jsonb_build_object('category', c.slug, 'slug', new.slug) from public.categories c where c.id = new.category_id));
  end if;
  if is_foreign and (new.title, new.details) is distinct from (old.title, old.details) then
    perform private.audit('post.edit', new.id, new.title,
      jsonb_strip_nulls(jsonb_build_object(
        'title', case when new.title <> old.title then old.title end,
        'details', case when new.details <> old.details then old.details end)),
      jsonb_strip_nulls(jsonb_build_object(
        'title', case when new.title <> old.title then new.title end,
        'details', case when new.details <> old.details then new.details end)));
  end if;
  return null;
end
$$;
comment on function private.audit_post is
  'State and category are an admin''s to change, so every change counts; text and existence only where the admin is not the author.';

create function private.audit_comment() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  post public.posts;
begin
  if old.deleted_at is not null or old.author_id is not distinct from (select auth.uid())
     or not (select private.is_team()) then
    return null;
  end if;
  select * into post from public.posts p where p.id = old.post_id;
  if post.id is not null then
    perform private.audit('comment.delete', post.id, post.title, jsonb_build_object(
      'comment_id', old.id, 'body', old.body, 'author_id', old.author_id, 'created_at', old.created_at
    ), null);
  end if;
  return null;
end
$$;
comment on function private.audit_comment is 'A comment that goes with its post is part of that deletion.';

create function private.audit_image() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  post public.posts;
begin
  if old.uploader_id is not distinct from (select auth.uid()) or not (select private.is_team()) then
    return null;
  end if;
  select * into post from public.posts p
  where p.id = coalesce(old.post_id, (select c.post_id from public.comments c where c.id = old.comment_id));
  if post.id is not null then
    perform private.audit('image.delete', post.id, post.title, jsonb_build_object(
      'path', old.path, 'alt', old.alt, 'comment_id', old.comment_id, 'uploader_id', old.uploader_id
    ), null);
  end if;
  return null;
end
$$;
comment on function private.audit_image is 'Logs that an admin deleted somebody else''s image.';

-- 04_categories/01_categories.sql
create function private.clean_category() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := private.clean_line(new.name);
  new.description := private.clean_line(new.description);
  new.prompt := nullif(private.clean_line(new.prompt), '');
  new.details_prompt := nullif(private.clean_line(new.details_prompt), '');
  return new;
end
$$;
comment on function private.clean_category is 'Cleans the texts of a category before they''re stored.';

create function private.keep_feedback() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.slug = 'new-features'
     and (tg_op = 'DELETE' or new.slug <> old.slug or new.archived_at is not null) then
    raise exception 'The category of the navigation stays.' using errcode = '23503';
  end if;
  return coalesce(new, old);
end
$$;
comment on function private.keep_feedback is
  'The site''s navigation leads there: it stays, open and at its address.';

create function private.audit_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kept constant text[] := array['id', 'slug', 'name', 'description', 'prompt', 'details_prompt', 'archived_at'];
  before constant jsonb := case when tg_op <> 'INSERT' then (
    select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(old)) where key = any (kept)
  ) end;
  after constant jsonb := case when tg_op <> 'DELETE' then (
    select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(new)) where key = any (kept)
  ) end;
begin
  if before is distinct from after then
    perform private.audit(
      case tg_op when 'INSERT' then 'category.create' when 'DELETE' then 'category.delete' else 'category.update' end,
      null, null, before, after
    );
  end if;
  return null;
end
$$;
comment on function private.audit_category is 'Logs categories that are added, changed and deleted.';

create function private.keep_category_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.keep_category_addresses(array[new.id]);
  return null;
end
$$;
comment on function private.keep_category_address is 'Notes every address a category has, when it gets it.';

create function private.keep_category_addresses(category_ids integer[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.category_addresses (slug, category_id)
  select c.slug, c.id from public.categories c where c.id = any (category_ids)
  on conflict (slug) do nothing;
  if exists (
    select from public.categories c join public.category_addresses a on a.slug = c.slug
    where c.id = any (category_ids) and a.category_id <> c.id
  ) then
    raise exception 'This address leads to another category.' using errcode = '23505';
  end if;
end
$$;
comment on function private.keep_category_addresses is 'Writes down the addresses that categories have now.';

create table public.categories (
  id integer generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 60),
  name text not null,
  description text not null default '' check (char_length(description) <= 300),
  "position" integer not null default 0,
  created_at timestamptz not null default now(),
  prompt text,
  details_prompt text,
  archived_at timestamptz,
  check (
    details_prompt is null
    or private.visible_length(details_prompt) >= 1
    and char_length(details_prompt) <= 160
  ),
  check (private.visible_length(name) between 1 and 60 and char_length(name) <= 60),
  check (prompt is null or private.visible_length(prompt) >= 1 and char_length(prompt) <= 80),
  constraint categories_slug_is_free check (
    slug not in (
      '404', '500', 'api', 'apple-icon', 'auth', 'builds', 'dashboard', 'forgot-password', 'lists', 'mailbox',
      'more', 'reset-password', 'roadmap', 'search', 'settings', 'sign-out', 'sitemap', 'admin', 'insights',
      'notifications', 'sign-in', 'sign-up'
    )
  )
);
comment on table public.categories is
  'Areas of feedback; each has its page at /{slug}.';
comment on column public.categories.prompt is
  'The words of the button that opens the form; null for those of the site.';
comment on column public.categories.details_prompt is
  'What the empty field for details asks; null for the words of the site.';
comment on column public.categories.archived_at is
  'Since when it takes no new posts and stands in no navigation. What was posted stays readable. Null while it is open.';

alter table public.categories enable row level security;
grant select on public.categories to anon, authenticated;
grant insert (
  slug, name, description, position, prompt, details_prompt
), update (name, description, position, prompt, details_prompt), delete
  on public.categories to authenticated;

create policy "anyone reads categories" on public.categories
  for select to anon, authenticated using (true);
create policy "admins add categories" on public.categories
  for insert to authenticated with check ((select private.is_admin()));
create policy "admins change categories" on public.categories
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins delete categories" on public.categories
  for delete to authenticated using ((select private.is_admin()));
create policy "a request names each column a few times" on public.categories
  as restrictive for select to anon, authenticated using ((select private.require_small_select()));

create table public.category_addresses (
  slug text primary key,
  category_id integer not null references public.categories (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table public.category_addresses is
  'Every address a category ever had, with the one it has. No other category gets it while this one lives, so old links can be redirected for good.';

create index category_addresses_category_idx on public.category_addresses (category_id);

alter table public.category_addresses enable row level security;
grant select on public.category_addresses to anon, authenticated;

create policy "anyone follows the address of a category" on public.category_addresses
  for select to anon, authenticated using (true);
create policy "a request names each column a few times" on public.category_addresses
  as restrictive for select to anon, authenticated using ((select private.require_small_select()));

-- The category that the site's navigation leads to, before anything is logged.
insert into public.categories (slug, name, description, position)
values ('new-features', 'Feedback', 'Ideas for new features, from the people who would use them.', 1);
insert into public.category_addresses (slug, category_id) values ('new-features', 1);

create trigger clean_category before insert or update of name, description, prompt, details_prompt on public.categories
  for each row execute function private.clean_category();
create trigger keep_feedback before delete on public.categories
  for each row execute function private.keep_feedback();
create trigger keep_feedback_open before update of slug, archived_at on public.categories
  for each row execute function private.keep_feedback();
create trigger a_require_presence before insert or delete or update on public.categories
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();
create trigger audit_category after insert or delete on public.categories
  for each row execute function private.audit_category();
create trigger audit_category_update after update on public.categories
  for each row execute function private.audit_category();
create trigger keep_category_address after insert or update of slug on public.categories
  for each row execute function private.keep_category_address();

create trigger a_require_presence before insert or delete or update on public.category_addresses
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();

-- 04_categories/02_read_and_write.sql
create function public.list_categories() returns table(
  id integer,
  slug text,
  name text,
  description text,
  prompt text,
  details_prompt text,
  archived_at timestamptz,
  slugs text[],
  posts_total bigint
)
language sql stable security definer set search_path = ''
as $$
  select c.id, c.slug, c.name, c.description, c.prompt, c.details_prompt, c.archived_at,
    (select coalesce(array_agg(a.slug order by a.slug), '{}') from public.category_addresses a where a.category_id = c.id),
    (select coalesce(sum(t.posts), 0)::bigint from public.post_totals t where t.category_id = c.id)
  from public.categories c
  where (select private.require_small_select(3))
  order by c.position, c.id
$$;
comment on function public.list_categories is 'Every category in its order, with every address it has or had.';
grant execute on function public.list_categories to anon, authenticated;

create function public.admin_save_category(
  category_id integer,
  new_slug text,
  new_name text,
  new_description text,
  new_prompt text,
  new_details_prompt text
) returns table(
  status text,
  id integer
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  current_slug text;
  broken text;
  saved integer;
begin
  perform private.require_admin();
  if category_id is null then
    insert into public.categories (slug, name, description, prompt, details_prompt, position)
    values (
      new_slug, new_name, coalesce(new_description, ''), new_prompt, new_details_prompt,
      (select coalesce(max(c.position), 0) + 1 from public.categories c)
    )
    returning categories.id into saved;
    return query select 'saved', saved;
    return;
  end if;
  select c.slug into current_slug from public.categories c where c.id = admin_save_category.category_id for update;
  if current_slug is null then
    return query select 'missing', null::integer;
  elsif current_slug = 'new-features' and new_slug <> current_slug then
    return query select 'fixed', null::integer;
  else
    update public.categories c
    set slug = new_slug, name = new_name, description = coalesce(new_description, ''),
      prompt = new_prompt, details_prompt = new_details_prompt
    where c.id = admin_save_category.category_id;
    return query select 'saved', admin_save_category.category_id;
  end if;
exception
  when unique_violation then
    return query select 'taken', null::integer;
  when check_violation then
    get stacked diagnostics broken = constraint_name;
    if broken <> 'categories_slug_is_free' then
      raise;
    end if;
    return query select 'reserved', null::integer;
end
$$;
comment on function public.admin_save_category is
  'Adds a category, or changes the one with the id. status is ''saved'', or why nothing is: ''reserved'' (an address of the site), ''taken'' (one of another category, now or before), ''fixed'' (that of the navigation) or ''missing''.';
grant execute on function public.admin_save_category to authenticated;

create function public.admin_archive_category(category_id integer, wanted boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.categories c set archived_at = case when wanted then coalesce(c.archived_at, now()) end
  where c.id = admin_archive_category.category_id;
  return found;
end
$$;
comment on function public.admin_archive_category is 'Closes a category, or opens it again. False when it is gone.';
grant execute on function public.admin_archive_category to authenticated;

create function public.admin_order_categories(category_ids integer[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  before constant jsonb := (select jsonb_agg(c.slug order by c.position, c.id) from public.categories c);
  after jsonb;
begin
  perform private.require_admin();
  update public.categories c set position = placed.place
  from (
    select o.id, row_number() over (
      order by coalesce(array_position(category_ids, o.id), 2147483647), o.position, o.id
    ) as place
    from public.categories o
  ) placed
  where placed.id = c.id and c.position <> placed.place;
  after := (select jsonb_agg(c.slug order by c.position, c.id) from public.categories c);
  if before <> after then
    perform private.audit('category.order', null, null, jsonb_build_object('order', before), jsonb_build_object('order', after));
  end if;
end
$$;
comment on function public.admin_order_categories is
  'Puts the categories in this order; those it does not name come after, as they were.';
grant execute on function public.admin_order_categories to authenticated;

-- 05_posts/01_rules.sql
-- What happens to a post as it is written.

create type public.post_state as enum ('proposed', 'candidate', 'planned', 'in-progress', 'completed');

create function private.trend_weight(moment timestamptz) returns double precision
language sql immutable parallel safe
return power(2::double precision, extract(epoch from moment - timestamptz '2026-01-01 00:00:00+00') / 864000.0);
comment on function private.trend_weight is 'The worth of one vote at a moment, on the scale of posts.trend.';

create function private.claim_address(category integer, post bigint, title text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  base text := private.slugify(title);
  candidate text;
  owner bigint;
  attempt integer := 0;
begin
  if base = '' then
    base := 'post';
    attempt := 1;
  end if;
  loop
    candidate := case attempt
      when 0 then base
      when 1 then base || '-' || post
      else base || '-' || post || '-' || attempt
    end;
    insert into public.post_addresses (category_id, slug, post_id) values (category, candidate, post)
    on conflict do nothing;
    if found then
      return candidate;
    end if;
    select post_id into owner from public.post_addresses where category_id = category and slug = candidate;
    if owner = post then
      return candidate;
    end if;
    attempt := attempt + 1;
  end loop;
end
$$;
comment on function private.claim_address is
  'Claims a free address for a post: the title''s own slug, else that slug with the post''s number.';

create function private.prepare_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.title := private.clean_line(new.title);
  new.details := private.clean_text(new.details);
  if tg_op = 'INSERT' then
    new.slug := private.claim_address(new.category_id, new.id, new.title);
    new.trend := private.trend_weight(new.created_at);
    new.activity_at := new.created_at;
    new.updated_at := new.created_at;
    new.state_changed_at := greatest(new.created_at, least(new.state_changed_at, now()));
    return new;
  end if;
  if (new.title, new.details) is distinct from (old.title, old.details) then
    new.edited_at := now();
  end if;
  if new.category_id <> old.category_id then
    new.slug := private.claim_address(new.category_id, new.id, new.title);
  end if;
  if new.state <> old.state then
    new.state_changed_at := now();
  end if;
  if (new.title, new.details, new.category_id, new.state)
     is distinct from (old.title, old.details, old.category_id, old.state) then
    new.updated_at := now();
    new.activity_at := now();
  end if;
  return new;
end
$$;
comment on function private.prepare_post is
  'Cleans a new or edited post, sets what a client may not choose, and claims its address.';

create function private.bump_revision() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.revision := old.revision + 1;
  return new;
end
$$;
comment on function private.bump_revision is
  'An edit says which revision it starts from, and so notices one that came between.';

create function private.refuse_archived() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (select c.archived_at from public.categories c where c.id = new.category_id) is not null then
    raise exception 'This category takes no new posts.' using errcode = 'PT409';
  end if;
  return new;
end
$$;
comment on function private.refuse_archived is 'Imports bring what was written before.';

create function private.vote_for_own_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.votes (user_id, post_id) values (new.author_id, new.id);
  return null;
end
$$;
comment on function private.vote_for_own_post is
  'Whoever publishes a post wants it: it starts with their vote, which can be taken back like any other. Only a post that its author sends: imports and operators bring the votes there are.';

create function private.undo_time() returns interval
language sql immutable set search_path = ''
return interval '10 seconds';
comment on function private.undo_time is 'How long the site offers to undo a deletion.';

create function private.restore_time() returns interval
language sql immutable set search_path = ''
return interval '1 hour';
comment on function private.restore_time is
  'How long a deletion can be undone. Longer than it is offered: the offer stays on the screen while the pointer rests on it, the way here takes time, and of thousands the last come back minutes after the first were deleted.';

create function private.undo_end() returns timestamptz
language sql stable set search_path = ''
return now() - private.restore_time();
comment on function private.undo_end is 'What was deleted before this moment stays deleted.';

-- 05_posts/02_posts.sql
create table public.posts (
  id bigint generated always as identity primary key,
  category_id integer not null references public.categories (id),
  author_id uuid default auth.uid() references public.profiles (id) on delete set null,
  title text not null,
  details text not null default '' check (char_length(details) <= 10000),
  slug text not null default '',
  state public.post_state not null default 'proposed'::public.post_state,
  votes_total integer not null default 0 check (votes_total >= 0),
  comments_total integer not null default 0 check (comments_total >= 0),
  trend double precision not null default 0,
  activity_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  edited_at timestamptz,
  state_changed_at timestamptz not null default now(),
  revision integer not null default 0,
  deleted_at timestamptz,
  deleted_by uuid,
  hidden_at timestamptz,
  locked_at timestamptz,
  pinned_at timestamptz,
  constraint posts_hidden_is_out_of_reach check (hidden_at is null or deleted_at = 'infinity'),
  check (
    not private.has_stacked_marks(title)
    and char_length(title) between 3 and 140
    and private.visible_length(title) >= 3
  ),
  unique (category_id, slug)
) with (fillfactor = 85);
comment on table public.posts is
  'A piece of feedback with its state on the roadmap. Counts are kept by triggers, never by clients.';
comment on column public.posts.author_id is
  'Null once the author deleted the account and left the post.';
comment on column public.posts.trend is
  'Sum over the post and its votes of 2^(days since 2026 / 10): a vote is worth half of one cast ten days later, so the order needs no recomputing as time passes.';
comment on column public.posts.activity_at is
  'Newest of creation, edit, state change and comment.';
comment on column public.posts.revision is
  'Goes up with each change of title or details, so that an edit can tell whether it starts from what is there.';
comment on column public.posts.deleted_at is
  'Set while a deleted post waits to be restored or removed for good; infinity while it is hidden, or merged into another, which never ends by itself. Nobody sees it or anything that belongs to it; it keeps its address.';
comment on column public.posts.hidden_at is
  'Since when the post is hidden; why is in private.hidings. A merged post is not hidden, and a hidden one not merged.';
comment on column public.posts.locked_at is
  'Since when nobody but the team comments on it; null while everybody may.';
comment on column public.posts.pinned_at is
  'Since when the post is pinned; at most three are in a category. A post that leaves its list, moved, hidden, merged or deleted, is not pinned any more.';

create index posts_author_idx on public.posts (author_id);
create index posts_top_idx on public.posts (votes_total desc, activity_at desc, id desc);
create index posts_state_top_idx on public.posts (state, votes_total desc, activity_at desc, id desc);
create index posts_category_top_idx on public.posts (category_id, votes_total desc, activity_at desc, id desc);
create index posts_category_state_top_idx
  on public.posts (category_id, state, votes_total desc, activity_at desc, id desc);
create index posts_new_idx on public.posts (created_at desc, id desc);
create index posts_state_new_idx on public.posts (state, created_at desc, id desc);
create index posts_category_new_idx on public.posts (category_id, created_at desc, id desc);
create index posts_category_state_new_idx on public.posts (category_id, state, created_at desc, id desc);
create index posts_trend_idx on public.posts (trend desc, id desc);
create index posts_state_trend_idx on public.posts (state, trend desc, id desc);
create index posts_category_trend_idx on public.posts (category_id, trend desc, id desc);
create index posts_category_state_trend_idx on public.posts (category_id, state, trend desc, id desc);
create index posts_comments_idx on public.posts (comments_total desc, id desc);
create index posts_state_comments_idx on public.posts (state, comments_total desc, id desc);
create index posts_title_idx on public.posts (lower(title), id);
create index posts_state_title_idx on public.posts (state, lower(title), id);
create index posts_deleted_idx on public.posts (deleted_at) where deleted_at is not null;
create index posts_part_changed_idx on public.posts (((id / 10000)), activity_at desc) where deleted_at is null;
create index posts_category_changed_idx on public.posts (category_id, activity_at desc) where deleted_at is null;
create index posts_nobody_idx on public.posts (id) where author_id is null;
create index posts_state_idx on public.posts (state, id);
create index posts_category_idx on public.posts (category_id, id);
create index posts_pinned_idx on public.posts (category_id) where pinned_at is not null;
create index posts_text_idx
  on public.posts (hashtextextended(
case
    when (char_length(details) >= 40) then details
    else ((title || '
'::text) || details)
end, (0)::bigint));
create index posts_votes_idx on public.posts (votes_total, id);
create index posts_updated_idx
  on public.posts (updated_at desc, id desc) include (created_at, state, category_id)
  where deleted_at is null;

alter table public.posts enable row level security;
grant select (
  id, category_id, author_id, title, slug, state, votes_total, comments_total, trend, activity_at, created_at,
  updated_at, edited_at, state_changed_at, revision, deleted_at, deleted_by, hidden_at, locked_at, pinned_at
)
  on public.posts to anon, authenticated;
grant insert (category_id, title, details), update (title, details) on public.posts to authenticated;

create policy "anyone reads posts" on public.posts
  for select to anon, authenticated using (true);
create policy "members post as themselves" on public.posts
  for insert to authenticated with check (author_id = (select auth.uid()));
create policy "authors and the team edit" on public.posts
  for update to authenticated
  using (author_id = (select auth.uid()) or (select private.is_team()))
  with check (author_id = (select auth.uid()) or (select private.is_team()));
create policy "a request names each column a few times" on public.posts
  as restrictive for select to anon, authenticated using ((select private.require_small_select()));
create policy "deleted posts are out of reach" on public.posts
  as restrictive for all to anon, authenticated using (deleted_at is null) with check (true);

create table public.post_events (
  id bigint generated always as identity primary key,
  post_id bigint not null references public.posts (id) on delete cascade,
  actor_id uuid references public.profiles (id) on delete set null,
  from_state public.post_state not null,
  to_state public.post_state not null,
  note text check (char_length(note) <= 1000),
  created_at timestamptz not null default now(),
  check (from_state <> to_state)
);
comment on table public.post_events is
  'Every change of a post''s state, with an optional public note: the timeline on the post''s page.';

create index post_events_post_idx on public.post_events (post_id, created_at);
create index post_events_actor_idx on public.post_events (actor_id);
create index post_events_time_idx on public.post_events (created_at, post_id);

alter table public.post_events enable row level security;
grant select on public.post_events to anon, authenticated;

create policy "anyone reads the timeline" on public.post_events
  for select to anon, authenticated using (true);
create policy "a request names each column a few times" on public.post_events
  as restrictive for select to anon, authenticated using ((select private.require_small_select()));
create policy "events of deleted posts are out of reach" on public.post_events
  as restrictive for all to anon, authenticated
  using ((select true from public.posts p where p.id = post_events.post_id))
  with check (true);

-- 05_posts/03_totals.sql
-- How many posts each category has in each state, kept exact.

create table public.post_totals (
  category_id integer references public.categories (id) on delete cascade,
  state public.post_state,
  posts integer not null default 0 check (posts >= 0),
  primary key (category_id, state)
);
comment on table public.post_totals is
  'How many posts a category has in each state, without deleted ones, kept by a trigger: counting a hundred thousand rows per page would be slow.';

alter table public.post_totals enable row level security;
grant select on public.post_totals to anon, authenticated;

create policy "anyone reads totals" on public.post_totals
  for select to anon, authenticated using (true);
create policy "a request names each column a few times" on public.post_totals
  as restrictive for select to anon, authenticated using ((select private.require_small_select()));

create trigger a_require_presence before insert or delete or update on public.post_totals
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();

create function private.hold_totals() returns void
language sql set search_path = ''
return pg_advisory_xact_lock(hashtextextended('counting posts', 0));
comment on function private.hold_totals is
  'Two people of the team who move posts crosswise, or delete and restore them, each held a total the other wanted, and one of them failed. What changes is now counted as its transaction ends, one transaction at a time: whoever waits there wants nothing any more that somebody else could hold.';

create function private.count_posts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform private.hold_totals();
  end if;
  insert into public.post_totals as t (category_id, state, posts)
  select category_id, state, count(*) from new_rows group by 1, 2 order by 1, 2
  on conflict (category_id, state) do update set posts = t.posts + excluded.posts;
  return null;
end
$$;
comment on function private.count_posts is
  'New posts are counted at once, a whole import in one go. One that a person writes takes its turn here already: it may be held back for approval, which is a change.';

create function private.count_changed_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.hold_totals();
  if old.deleted_at is null then
    update public.post_totals set posts = posts - 1 where category_id = old.category_id and state = old.state;
  end if;
  if tg_op = 'UPDATE' and new.deleted_at is null then
    insert into public.post_totals as t (category_id, state, posts) values (new.category_id, new.state, 1)
    on conflict (category_id, state) do update set posts = t.posts + 1;
  end if;
  return null;
end
$$;
comment on function private.count_changed_post is 'A post that moves, is deleted, is restored or goes for good.';

-- 05_posts/04_read.sql
create function private.details_of(post bigint) returns text
language sql security definer set search_path = ''
as $$
  select p.details from public.posts p where p.id = post and p.deleted_at is null
$$;
comment on function private.details_of is
  'The details of a post, for functions that run with a member''s rights. Volatile, to see what the same request has just written.';
grant execute on function private.details_of to authenticated;

create function public.get_post(category text, slug text) returns table(
  id bigint,
  title text,
  details text,
  state public.post_state,
  votes_total integer,
  comments_total integer,
  created_at timestamptz,
  edited_at timestamptz,
  activity_at timestamptz,
  locked_at timestamptz,
  pinned_at timestamptz,
  category_id integer,
  category_slug text,
  category_name text,
  author_id uuid,
  author_name text,
  author_avatar text,
  author_is_team boolean,
  events jsonb,
  merges jsonb,
  partings jsonb,
  images jsonb
)
language sql stable security definer set search_path = ''
as $$
  select p.id, p.title, p.details, p.state, p.votes_total, p.comments_total,
    p.created_at, p.edited_at, p.activity_at, p.locked_at, p.pinned_at,
    c.id, c.slug, c.name, a.id, a.name, a.avatar_url, a.is_team,
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'from_state', e.from_state, 'to_state', e.to_state, 'note', e.note, 'created_at', e.created_at,
        'actor_id', by.id, 'actor_name', by.name, 'actor_is_team', by.is_team
      ) order by e.created_at, e.id), '[]')
      from (select * from public.post_events e where e.post_id = p.id order by e.created_at, e.id limit 200) e
      left join public.profiles by on by.id = e.actor_id
    ),
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', m.id, 'post_id', m.post_id, 'title', m.title, 'merged_at', m.merged_at, 'undone_at', m.undone_at,
        'actor_id', by.id, 'actor_name', by.name, 'actor_is_team', by.is_team
      ) order by m.id), '[]')
      from (
        select * from public.post_merges m
        where m.stays_id = p.id and (
          m.undone_at is null
          or exists (select from public.posts own where own.id = m.post_id and own.deleted_at is null)
        )
        order by m.id limit 200
      ) m
      left join public.profiles by on by.id = m.merged_by
    ),
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', m.id, 'title', m.stays_title, 'merged_at', m.merged_at, 'undone_at', m.undone_at,
        'actor_id', by.id, 'actor_name', by.name, 'actor_is_team', by.is_team
      ) order by m.id), '[]')
      from (
        select m.*, stays.title as stays_title
        from public.post_merges m
        join public.posts stays on stays.id = m.stays_id and stays.deleted_at is null
        where m.post_id = p.id order by m.id limit 200
      ) m
      left join public.profiles by on by.id = m.merged_by
    ),
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', i.id, 'path', i.path, 'alt', i.alt, 'width', i.width, 'height', i.height, 'widths', i.widths,
        'position', i.position, 'merged_from', m.title
      ) order by i.position, i.id), '[]')
      from (select * from public.images i where i.post_id = p.id order by i.position, i.id limit 200) i
      left join public.post_merges m on m.id = i.merge_id and m.undone_at is null
    )
  from public.posts p
  join public.categories c on c.id = p.category_id
  left join public.profiles a on a.id = p.author_id
  where c.slug = get_post.category and p.slug = get_post.slug and p.deleted_at is null
    and (select private.require_small_select(3))
$$;
comment on function public.get_post is 'A post at its address, with its timeline, its merges and its images.';
grant execute on function public.get_post to anon, authenticated;

create function public.post_source(post_id bigint) returns table(title text, details text, revision integer)
language sql stable security definer set search_path = ''
as $$
  select p.title, p.details, p.revision from public.posts p where p.id = post_source.post_id and p.deleted_at is null
$$;
comment on function public.post_source is
  'The texts of a post as they were written, and the revision that an edit starts from.';
grant execute on function public.post_source to authenticated;

create function public.feed_posts(in_category integer default null) returns table(
  id bigint,
  slug text,
  title text,
  details text,
  category_slug text,
  category_name text,
  author_id uuid,
  author_name text,
  created_at timestamptz,
  edited_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select p.id, p.slug, p.title, p.details, c.slug, c.name, a.id, a.name, p.created_at, p.edited_at
  from (
    select n.*, sum(octet_length(n.details)) over (order by n.created_at desc, n.id desc) as bytes
    from (
      select * from public.posts t
      where t.deleted_at is null and (in_category is null or t.category_id = in_category)
      order by t.created_at desc, t.id desc limit 50
    ) n
  ) p
  join public.categories c on c.id = p.category_id
  left join public.profiles a on a.id = p.author_id
  where p.bytes <= 250000 and (select private.require_small_select(3))
  order by p.created_at desc, p.id desc
$$;
comment on function public.feed_posts is 'The fifty newest posts, fewer when their texts are very long.';
grant execute on function public.feed_posts to anon, authenticated;

create function public.sitemap_index() returns jsonb
language sql stable security definer set search_path = ''
as $$
  with recursive parts as (
    select (select min(p.id) / 10000 from public.posts p) as part
    union all
    select (select min(p.id) / 10000 from public.posts p where p.id >= (t.part + 1) * 10000)
    from parts t where t.part is not null
  ),
  changed as (
    select t.part, (
      select p.activity_at from public.posts p
      where p.id / 10000 = t.part and p.deleted_at is null order by p.activity_at desc limit 1
    ) as changed_at
    from parts t
  )
  select jsonb_build_object(
    'parts', (
      select coalesce(jsonb_agg(jsonb_build_object('part', part, 'changed_at', changed_at) order by part), '[]')
      from changed where changed_at is not null
    ),
    'categories', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'slug', c.slug,
        'changed_at', greatest(c.created_at, (
          select p.activity_at from public.posts p
          where p.category_id = c.id and p.deleted_at is null order by p.activity_at desc limit 1
        ))
      ) order by c.position, c.id), '[]')
      from public.categories c
    )
  )
  where private.require_small_select(3)
$$;
comment on function public.sitemap_index is
  'Security definer because behind a policy no index of an expression is used; it shows public columns only.';
grant execute on function public.sitemap_index to anon, authenticated, service_role;

create function public.sitemap_posts(of_part integer) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'category', c.slug, 'slug', p.slug, 'changed_at', p.activity_at
  ) order by p.id), '[]')
  from public.posts p join public.categories c on c.id = p.category_id
  where (select private.require_small_select(3)) and p.id >= of_part * 10000::bigint and p.id < (of_part + 1) * 10000::bigint
$$;
comment on function public.sitemap_posts is 'The posts of one part, in the order of their ids.';
grant execute on function public.sitemap_posts to anon, authenticated, service_role;

-- 05_posts/05_list.sql
create function public.list_posts(
  category text default null,
  in_state public.post_state default null,
  order_by text default 'top',
  after_cursor text default null,
  max_rows integer default 20
) returns table(
  id bigint,
  category_slug text,
  slug text,
  title text,
  excerpt text,
  state public.post_state,
  votes_total integer,
  comments_total integer,
  created_at timestamptz,
  author_id uuid,
  author_name text,
  author_is_team boolean,
  row_cursor text,
  category_name text,
  state_changed_at timestamptz,
  is_pinned boolean
)
language plpgsql stable security definer set search_path = '' set extra_float_digits = 1
as $$
declare
  keys text[];
  types text[];
  direction text := 'desc';
  keyset jsonb;
  category_key integer;
  conditions text[] := array['p.deleted_at is null'];
  has_pins boolean;
  is_among_pins boolean := false;
  beyond text := 'true';
  ordered text;
  page text;
begin
  perform private.require_small_select(3);
  case order_by
    when 'top', 'fewest-votes' then
      keys := array['p.votes_total', 'p.activity_at', 'p.id'];
      types := array['integer', 'timestamptz', 'bigint'];
    when 'newest', 'oldest' then
      keys := array['p.created_at', 'p.id'];
      types := array['timestamptz', 'bigint'];
    when 'trending' then
      keys := array['p.trend', 'p.id'];
      types := array['double precision', 'bigint'];
    when 'most-comments', 'fewest-comments' then
      keys := array['p.comments_total', 'p.id'];
      types := array['integer', 'bigint'];
    when 'title', 'title-desc' then
      keys := array['lower(p.title)', 'p.id'];
      types := array['text', 'bigint'];
    else
      raise exception 'Unknown order: %', left(order_by, 40) using errcode = '22023';
  end case;
  if order_by in ('fewest-votes', 'oldest', 'fewest-comments', 'title') then
    direction := 'asc';
  end if;

  if category is not null then
    select c.id into category_key from public.categories c where c.slug = category;
    if category_key is null then
      return;
    end if;
    conditions := conditions || 'p.category_id = $1'::text;
  end if;
  if in_state is not null then
    conditions := conditions || 'p.state = $2'::text;
  end if;
  has_pins := category is not null and order_by = 'top';
  if after_cursor is not null then
    begin
      keyset := private.read_cursor(after_cursor);
      is_among_pins := has_pins and jsonb_array_length(keyset) = cardinality(keys) + 1 and keyset -> -1 = 'true';
      if jsonb_typeof(keyset) <> 'array' or keyset @> '[null]'
         or jsonb_array_length(keyset) <> cardinality(keys) + is_among_pins::integer then
        raise exception 'malformed';
      end if;
    exception when others then
      raise exception 'Unknown cursor' using errcode = '22023';
    end;
    beyond := format(
      '(%s) %s (%s)', array_to_string(keys, ', '), case direction when 'desc' then '<' else '>' end,
      (select string_agg(format('($3 ->> %s)::%s', i - 1, types[i]), ', ' order by i) from generate_subscripts(keys, 1) i)
    );
  end if;

  ordered := (select string_agg(k || ' ' || direction, ', ' order by i) from unnest(keys) with ordinality as t(k, i));
  page := format(
    'select p.*, %s as is_first from public.posts p where %s and %s order by %s limit $4',
    '%s', array_to_string(conditions, ' and '), '%s', ordered
  );
  page := case
    when not has_pins then format(page, 'false', beyond)
    -- Behind a row that is not pinned there are none any more.
    when after_cursor is not null and not is_among_pins then format(page, 'false', 'p.pinned_at is null and ' || beyond)
    else '(' || format(page, 'true', 'p.pinned_at is not null and ' || beyond) || ') union all ('
      || format(page, 'false', 'p.pinned_at is null') || ')'
  end;

  return query execute format(
    'select p.id, c.slug, p.slug, p.title, left(p.details, 600), p.state, p.votes_total, p.comments_total,
            p.created_at, p.author_id, a.name, coalesce(a.is_team, false),
            (jsonb_build_array(%1$s) || case when p.is_first then ''[true]''::jsonb else ''[]'' end)::text,
            c.name, p.state_changed_at, p.is_first
     from (select * from (%2$s) p order by p.is_first desc, %3$s limit $4) p
     join public.categories c on c.id = p.category_id
     left join public.profiles a on a.id = p.author_id
     order by p.is_first desc, %3$s',
    array_to_string(keys, ', '), page, ordered
  ) using category_key, in_state, keyset, least(greatest(max_rows, 1), 100);
end
$$;
comment on function public.list_posts is
  'Lists of posts by keyset: each row carries the cursor that continues after it. order_by: top, trending, newest, oldest, fewest-votes, most-comments, fewest-comments, title, title-desc. Security definer because behind a policy no page by title starts from its index; it shows public columns only. Hosted projects write floats with fewer digits than they have; a cursor needs them all.';
grant execute on function public.list_posts to anon, authenticated, service_role;

-- 05_posts/06_write.sql
create function public.create_post(
  category text,
  title text,
  details text,
  sent_key uuid,
  mentions uuid[] default '{}'
) returns table(
  id bigint,
  slug text
)
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  made bigint := private.claim_sending(sent_key);
begin
  if made is null then
    insert into public.posts (category_id, title, details)
    select a.category_id, create_post.title, create_post.details
    from public.category_addresses a where a.slug = create_post.category
    returning posts.id into made;
    if made is null then
      raise exception 'This category no longer exists.' using errcode = 'P0002';
    end if;
    perform private.note_post_mentions(made, mentions);
    perform private.finish_sending(sent_key, made);
  end if;
  return query select p.id, p.slug from public.posts p where p.id = made;
end
$$;
comment on function public.create_post is
  'Publishes a post once for each idempotency key and returns it; no row when it has been deleted since. An address that the category had before will do: the form may be open since then.';
grant execute on function public.create_post to authenticated, service_role;

create function public.edit_post(
  post_id bigint,
  new_title text,
  new_details text,
  seen_revision integer,
  mentions uuid[] default '{}'
) returns table(
  status text,
  title text,
  details text,
  revision integer,
  category_slug text
)
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  current_post record;
begin
  select p.id, p.title, p.revision into current_post from public.posts p where p.id = edit_post.post_id for update;
  if current_post.id is null then
    if exists (select 1 from public.posts p where p.id = edit_post.post_id) then
      raise exception 'Only its author or an admin may edit a post.' using errcode = '42501';
    end if;
    return query select 'missing', null::text, null::text, null::integer, null::text;
  elsif current_post.revision <> edit_post.seen_revision then
    return query select 'conflict', current_post.title, private.details_of(edit_post.post_id),
      current_post.revision, null::text;
  else
    update public.posts p set title = edit_post.new_title, details = edit_post.new_details
    where p.id = edit_post.post_id;
    return query
      select 'saved', p.title, private.details_of(p.id), p.revision, c.slug
      from public.posts p join public.categories c on c.id = p.category_id
      where p.id = edit_post.post_id;
    perform private.note_post_mentions(edit_post.post_id, mentions);
  end if;
end
$$;
comment on function public.edit_post is
  'Saves title and details unless somebody saved since `seen_revision`: status is ''saved'', ''conflict'' (with what is there now; nothing is written) or ''missing''.';
grant execute on function public.edit_post to authenticated, service_role;

create function private.hide_posts(ids bigint[]) returns table(id bigint, category_slug text, slug text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform 1 from public.posts p where p.id = any (ids) order by p.id for update;
  return query
    update public.posts p set deleted_at = now(), deleted_by = (select auth.uid())
    from public.categories c
    where p.id = any (ids) and p.deleted_at is null and c.id = p.category_id
    returning p.id, c.slug, p.slug;
end
$$;
comment on function private.hide_posts is
  'Locks in the order of ids, so that two of these calls wait for each other and do not end in a deadlock.';

create function public.delete_post(post_id bigint) returns table(id bigint, category_slug text, slug text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  author uuid;
begin
  select p.author_id into author from public.posts p
  where p.id = delete_post.post_id and p.deleted_at is null for update;
  if not found then
    return;
  end if;
  if author is distinct from (select auth.uid()) and not (select private.is_admin()) then
    raise exception 'Only its author or an admin may delete a post.' using errcode = '42501';
  end if;
  return query select * from private.hide_posts(array[delete_post.post_id]);
end
$$;
comment on function public.delete_post is
  'Deletes a post of one''s own (an admin: anyone''s) and says where it was; no row when it is gone already.';
grant execute on function public.delete_post to authenticated, service_role;

create function public.delete_posts(post_ids bigint[]) returns table(id bigint, category_slug text, slug text)
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if cardinality(post_ids) > 200 then
    raise exception 'At most 200 posts at once.' using errcode = '22023';
  end if;
  return query select * from private.hide_posts(post_ids);
end
$$;
comment on function public.delete_posts is 'Deletes up to 200 posts and says where they were. Admins only.';
grant execute on function public.delete_posts to authenticated, service_role;

create function public.restore_posts(post_ids bigint[]) returns table(
  id bigint,
  category_slug text,
  slug text
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform 1 from public.posts p
  where p.id = any (post_ids) and p.deleted_by = (select auth.uid()) order by p.id for update;
  return query
    update public.posts p set deleted_at = null, deleted_by = null
    from public.categories c
    where p.id = any (post_ids) and p.deleted_by = (select auth.uid()) and p.deleted_at > private.undo_end()
      and (p.author_id = (select auth.uid()) or (select private.is_admin()))
      and c.id = p.category_id
    returning p.id, c.slug, p.slug;
end
$$;
comment on function public.restore_posts is
  'Brings back posts the caller deleted a moment ago, and still might delete, and says where they are.';
grant execute on function public.restore_posts to authenticated, service_role;

create function private.remove_deleted_posts() returns integer
language plpgsql set search_path = ''
as $$
declare
  removed integer;
begin
  perform private.free_merged(array(select p.id from public.posts p where p.deleted_at <= private.undo_end()));
  delete from public.posts where deleted_at <= private.undo_end();
  get diagnostics removed = row_count;
  return removed;
end
$$;
comment on function private.remove_deleted_posts is
  'Removes for good what can no longer be restored, with all that belongs to it, and says how many posts those were.';
grant execute on function private.remove_deleted_posts to service_role;

-- 05_posts/07_move.sql
create function public.admin_set_state(
  post_ids bigint[],
  new_state public.post_state,
  public_note text default null,
  seen jsonb default null
) returns table(
  post_id bigint,
  outcome text,
  category_slug text,
  note text
)
language plpgsql security definer set search_path = ''
as $$
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  known constant jsonb := private.bulk_seen(seen);
  said constant text := nullif(private.clean_text(public_note), '');
  correctable constant timestamptz := now() - (select r.correction from private.notice_rules r);
  wanted bigint;
  current_state public.post_state;
  is_there boolean;
  latest public.post_events;
  is_correction boolean;
  kept text;
begin
  if new_state is null or char_length(said) > 1000 then
    raise exception 'A state, and a note of up to 1000 characters.' using errcode = '22023';
  end if;
  -- In the order of their ids, so that two of these calls wait for each other instead of dying.
  foreach wanted in array ids loop
    select p.state, c.slug into current_state, category_slug
    from public.posts p join public.categories c on c.id = p.category_id
    where p.id = wanted and p.deleted_at is null for update of p;
    is_there := found;
    select * into latest from public.post_events e where e.post_id = wanted order by e.id desc limit 1;
    is_correction := found and latest.actor_id is not distinct from (select auth.uid())
      and latest.to_state = current_state and latest.created_at > correctable;
    kept := case when public_note is not null then said when is_correction then latest.note end;
    post_id := wanted;
    note := null;
    outcome := case
      when not is_there then 'missing'
      when current_state = new_state and not (is_correction and kept is distinct from latest.note) then 'unchanged'
      when known is not null and known ->> wanted::text is distinct from current_state::text then 'conflict'
      else 'done'
    end;
    if outcome = 'done' then
      if current_state <> new_state then
        update public.posts p set state = new_state where p.id = wanted;
      end if;
      if not is_correction then
        insert into public.post_events (post_id, actor_id, from_state, to_state, note)
        values (wanted, (select auth.uid()), current_state, new_state, kept);
      else
        note := latest.note;
        if latest.from_state = new_state then
          delete from public.post_events e where e.id = latest.id;
        else
          update public.post_events e set to_state = new_state, note = kept where e.id = latest.id;
        end if;
      end if;
    end if;
    return next;
  end loop;
end
$$;
comment on function public.admin_set_state is
  'Moves up to 200 posts to a state with an optional public note, and says what became of each. A change that the same admin made a moment ago is corrected: its entry gets the new state and note, or goes when it comes to nothing. For the team.';
grant execute on function public.admin_set_state to authenticated;

create function public.admin_set_category(post_ids bigint[], new_category integer, seen jsonb default null) returns table(
  post_id bigint,
  outcome text,
  old_category_slug text,
  old_slug text,
  category_slug text,
  slug text
)
language plpgsql security definer set search_path = ''
as $$
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  known constant jsonb := private.bulk_seen(seen);
  new_category_slug constant text := (select c.slug from public.categories c where c.id = new_category);
  wanted bigint;
  current_category integer;
begin
  if new_category_slug is null then
    raise exception 'This category does not exist.' using errcode = '23503';
  end if;
  foreach wanted in array ids loop
    select p.category_id, c.slug, p.slug into current_category, old_category_slug, old_slug
    from public.posts p join public.categories c on c.id = p.category_id
    where p.id = wanted and p.deleted_at is null for update of p;
    post_id := wanted;
    category_slug := old_category_slug;
    slug := old_slug;
    outcome := case
      when not found then 'missing'
      when current_category = new_category then 'unchanged'
      when known is not null and known ->> wanted::text is distinct from current_category::text then 'conflict'
      else 'done'
    end;
    if outcome = 'done' then
      update public.posts p set category_id = new_category where p.id = wanted
      returning new_category_slug, p.slug into category_slug, slug;
    end if;
    return next;
  end loop;
end
$$;
comment on function public.admin_set_category is 'Says of each post where it was and where it is.';
grant execute on function public.admin_set_category to authenticated;

-- 05_posts/08_addresses_and_merges.sql
-- Where a post is and was, and which other it was merged into. Votes, comments and images that came along name the
-- merge.

create function private.wait_for_merges() returns void
language sql set search_path = ''
as $$
  select pg_advisory_xact_lock_shared(hashtextextended('merging posts', 0))
$$;
comment on function private.wait_for_merges is
  'Waits until no merge, undo or removal runs, and keeps those waiting until the transaction ends.';

create function private.log_merge() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.log_event(
    case when new.undone_at is null then 'post.merged' else 'post.unmerged' end, new.post_id, merge_id => new.id
  );
  if new.undone_at is not null then
    delete from private.untold w using private.events e
    where e.id = w.event_id and e.post_id = new.post_id and e.merge_id = new.id;
  end if;
  return null;
end
$$;
comment on function private.log_merge is 'Logs a merge, and takes back what wasn''t told of one that is undone.';

create table public.post_merges (
  id bigint generated always as identity primary key,
  post_id bigint not null references public.posts (id) on delete cascade,
  into_id bigint not null references public.posts (id) deferrable initially deferred,
  stays_id bigint not null references public.posts (id) deferrable initially deferred,
  title text not null,
  merged_by uuid references public.profiles (id) on delete set null,
  merged_at timestamptz not null default now(),
  undone_by uuid references public.profiles (id) on delete set null,
  undone_at timestamptz,
  check (post_id <> into_id and post_id <> stays_id)
);
comment on table public.post_merges is
  'Which post was merged into which, and when that was undone. While it stands the merged post has deleted_at = infinity: it is nowhere to be seen, but its row, its addresses and its events wait for an undo.';
comment on column public.post_merges.into_id is
  'What the post was merged into. That one may have been merged on since.';
comment on column public.post_merges.stays_id is
  'The post that stands for it now: never one that is merged itself.';
comment on column public.post_merges.title is
  'The title of the merged post as it was then: no rule lets anybody read it there.';

create unique index post_merges_standing_idx
  on public.post_merges ((
case
    when (undone_at is null) then post_id
    else null::bigint
end));
create index post_merges_post_idx on public.post_merges (post_id);
create index post_merges_into_idx on public.post_merges (into_id);
create index post_merges_stays_idx on public.post_merges (stays_id);
create index post_merges_merged_by_idx on public.post_merges (merged_by);
create index post_merges_undone_by_idx on public.post_merges (undone_by);

alter table public.post_merges enable row level security;
grant select on public.post_merges to anon, authenticated;

create policy "anyone reads what was merged" on public.post_merges
  for select to anon, authenticated using (true);
create policy "a request names each column a few times" on public.post_merges
  as restrictive for select to anon, authenticated using ((select private.require_small_select()));
create policy "merges of deleted posts are out of reach" on public.post_merges
  as restrictive for all to anon, authenticated
  using (
    (select true from public.posts p where p.id = post_merges.stays_id)
    and (undone_at is null or (select true from public.posts p where p.id = post_merges.post_id))
  )
  with check (true);

create table public.post_addresses (
  category_id integer references public.categories (id),
  slug text,
  post_id bigint not null references public.posts (id) on delete cascade deferrable initially deferred,
  created_at timestamptz not null default now(),
  primary key (category_id, slug)
);
comment on table public.post_addresses is
  'Every address a post ever had. An address is never given to another post while its post lives, so old links can be redirected for good.';

create index post_addresses_post_idx on public.post_addresses (post_id);
create index post_addresses_slug_idx on public.post_addresses (slug);

alter table public.post_addresses enable row level security;
grant select on public.post_addresses to anon, authenticated;

create policy "anyone follows an address" on public.post_addresses
  for select to anon, authenticated using (true);
create policy "a request names each column a few times" on public.post_addresses
  as restrictive for select to anon, authenticated using ((select private.require_small_select()));
create policy "addresses of deleted posts are out of reach" on public.post_addresses
  as restrictive for all to anon, authenticated
  using (coalesce(
    (select true from public.posts p where p.id = post_addresses.post_id),
    (select true from public.post_merges m where m.post_id = post_addresses.post_id and m.undone_at is null)
  ))
  with check (true);

create trigger a_require_presence before insert or delete or update on public.post_addresses
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();

-- 05_posts/09_pins.sql
create function private.unpin() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.pinned_at := null;
  return new;
end
$$;
comment on function private.unpin is 'Unpins a post that leaves its list.';

create function public.pin_posts(post_ids bigint[], wanted boolean) returns table(
  id bigint,
  category_slug text
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  changed bigint[];
begin
  if wanted is null then
    raise exception 'Pinned is true or false.' using errcode = '22023';
  end if;
  -- One after the other: what is counted here stays so until the end.
  perform pg_advisory_xact_lock(hashtextextended('pins', 0));
  perform 1 from public.posts p where p.id = any (ids) order by p.id for update;
  with changing as (
    update public.posts p set pinned_at = case when wanted then now() end
    where p.id = any (ids) and p.deleted_at is null and (p.pinned_at is not null) <> wanted
    returning p.id
  )
  select coalesce(array_agg(c.id), '{}') into changed from changing c;
  if wanted and exists (
    select from public.posts p
    where p.pinned_at is not null
      and p.category_id in (select t.category_id from public.posts t where t.id = any (changed))
    group by p.category_id having count(*) > 3
  ) then
    raise exception 'At most 3 posts are pinned in a category. Unpin one first.' using errcode = '23514', hint = 'too_many';
  end if;
  perform private.look_at(i) from unnest(changed) i;
  perform private.audit(case when wanted then 'post.pin' else 'post.unpin' end, p.id, p.title, null, null)
  from public.posts p where p.id = any (changed) order by p.id;
  return query
    select p.id, c.slug from public.posts p join public.categories c on c.id = p.category_id where p.id = any (changed);
end
$$;
comment on function public.pin_posts is
  'Pins up to 200 posts, as far as their categories have room for all of them, or unpins them; says where those are that changed. For the team.';
grant execute on function public.pin_posts to authenticated;

create function public.lock_posts(post_ids bigint[], wanted boolean) returns table(
  id bigint,
  category_slug text
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  changed bigint[];
begin
  perform 1 from public.posts p where p.id = any (ids) order by p.id for update;
  with changing as (
    update public.posts p set locked_at = case when wanted then now() end
    where p.id = any (ids) and p.deleted_at is null and (p.locked_at is not null) <> wanted
    returning p.id
  )
  select coalesce(array_agg(c.id), '{}') into changed from changing c;
  perform private.audit(case when wanted then 'post.lock' else 'post.unlock' end, p.id, p.title, null, null)
  from public.posts p where p.id = any (changed) order by p.id;
  return query
    select p.id, c.slug from public.posts p join public.categories c on c.id = p.category_id where p.id = any (changed);
end
$$;
comment on function public.lock_posts is
  'Locks the comments of up to 200 posts, or opens them again, and says where those are that changed. For the team.';
grant execute on function public.lock_posts to authenticated;

-- 06_votes/01_votes.sql
-- A vote counts unless its person is blocked or the team set it aside.

create function private.hold_voted(post bigint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(me::text, 1));
  perform 1 from public.posts p
  where p.id = post or p.id in (
    select m.post_id from public.post_merges m join public.votes v on v.post_id = m.post_id
    where m.stays_id = post and m.undone_at is null and v.user_id = me
  )
  order by p.id for no key update;
end
$$;
comment on function private.hold_voted is
  'The post that a vote is taken back from, and those that were merged into it where a vote of the same person waits and goes with it.';
grant execute on function private.hold_voted to authenticated, service_role;

create function private.hold_voter() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  if me is not null then
    perform pg_advisory_xact_lock_shared(hashtextextended(me::text, 1));
  end if;
  return null;
end
$$;
comment on function private.hold_voter is
  'Whoever takes a vote back waits for a block before that vote is held, and the block for them.';

create function private.index_votes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.search_titles
  set popularity = private.popularity(new.votes_total), tier = floor(log(2, 1 + new.votes_total))
  where post_id = new.id;
  return null;
end
$$;
comment on function private.index_votes is 'Keeps a post''s popularity in the search index.';

create table public.votes (
  user_id uuid default auth.uid() references public.profiles (id) on delete cascade,
  post_id bigint references public.posts (id) on delete cascade,
  created_at timestamptz not null default now(),
  merge_id bigint references public.post_merges (id) on delete set null,
  is_blocked boolean not null default false,
  is_set_aside boolean not null default false,
  counts boolean generated always as (not (is_blocked or is_set_aside)) stored not null,
  primary key (user_id, post_id)
);
comment on table public.votes is
  'One row is one person''s vote on one post. Set by insert (on conflict do nothing) and unset by delete, so a repeated request changes nothing.';
comment on column public.votes.merge_id is
  'The merge that brought the vote here. Whoever voted for several of the merged posts has one vote here; the others wait where they were cast.';
comment on column public.votes.is_blocked is
  'Whether its person is blocked.';
comment on column public.votes.is_set_aside is
  'Whether the team has set it aside.';

create index votes_post_person_idx on public.votes (post_id, user_id);
create index votes_merge_idx on public.votes (merge_id, user_id) where merge_id is not null;

alter table public.votes enable row level security;
grant select, insert (post_id), delete on public.votes to authenticated;

create policy "people see their own votes, the team every vote" on public.votes
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_present()) or (select private.is_team()));
create policy "members vote as themselves" on public.votes
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "members take back their own vote" on public.votes
  for delete to authenticated using (user_id = (select auth.uid()));
create policy "a request names each column a few times" on public.votes
  as restrictive for select to anon, authenticated using ((select private.require_small_select()));
create policy "votes on deleted posts are out of reach" on public.votes
  as restrictive for all to anon, authenticated
  using ((select true from public.posts p where p.id = votes.post_id))
  with check (true);

create function private.count_votes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  counted integer;
begin
  if tg_op = 'INSERT' then
    update public.posts p set votes_total = p.votes_total + d.n, trend = p.trend + d.weight
    from (
      select post_id, count(*) filter (where counts) as n,
        coalesce(sum(private.trend_weight(created_at)) filter (where counts), 0) as weight
      from new_rows group by post_id
    ) d
    where p.id = d.post_id and p.deleted_at is null;
    get diagnostics counted = row_count;
    if counted < (select count(distinct post_id) from new_rows) then
      raise exception 'This post no longer exists.' using errcode = 'P0002';
    end if;
  else
    update public.posts p set votes_total = p.votes_total - d.n, trend = greatest(p.trend - d.weight, 0)
    from (
      select post_id, count(*) as n, sum(private.trend_weight(created_at)) as weight
      from old_rows where counts group by post_id
    ) d
    where p.id = d.post_id;
  end if;
  return null;
end
$$;
comment on function private.count_votes is
  'The row lock of the post orders parallel votes, so no count is ever lost and no vote passes its deletion.';

create function private.recount_votes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.posts p set votes_total = p.votes_total + d.n, trend = greatest(p.trend + d.weight, 0)
  from (
    select c.post_id, sum(c.n) as n, sum(private.trend_weight(c.created_at) * c.n) as weight
    from (
      select v.post_id, sum(v.n) as n, max(v.created_at) filter (where v.is_new) as created_at
      from (
        select r.user_id, r.post_id, r.created_at, r.counts::integer as n, true as is_new from new_rows r
        union all
        select r.user_id, r.post_id, r.created_at, -r.counts::integer, false from old_rows r
      ) v
      group by v.user_id, v.post_id having count(*) = 2 and sum(v.n) <> 0
    ) c
    group by c.post_id
  ) d
  where p.id = d.post_id;
  return null;
end
$$;
comment on function private.recount_votes is
  'Recounts votes that begin or cease to count where they are. A merge counts those that it moves. Rows before and after are grouped, not joined: a merge may move 10,000.';

create function public.votes_on(post_ids bigint[]) returns table(
  post_id bigint,
  voted boolean,
  votes_total integer
)
language sql stable set search_path = ''
as $$
  select p.id, v.post_id is not null, p.votes_total
  from public.posts p
  left join public.votes v on v.post_id = p.id and v.user_id = (select auth.uid())
  where p.id = any (post_ids)
$$;
comment on function public.votes_on is
  'How these posts stand with the caller: whether they have voted for each, and how many votes it has in that moment.';
grant execute on function public.votes_on to authenticated, service_role;

create function public.set_vote(post_id bigint, wanted boolean) returns table(
  voted boolean,
  votes_total integer,
  category_slug text,
  on_post bigint
)
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
  target bigint := set_vote.post_id;
  stands boolean;
begin
  if me is null then
    raise exception 'Sign in to vote.' using errcode = '42501';
  end if;
  -- One vote on a post at a time: waiting here is cheaper than twenty transactions waiting for one row.
  perform pg_advisory_xact_lock(target);
  -- Nothing is merged or undone round a post that is held here.
  if not exists (select 1 from public.posts p where p.id = target) then
    target := private.standing_post(target);
  end if;
  if not exists (select 1 from public.posts p where p.id = target) then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
  stands := exists (select 1 from public.votes v where v.user_id = me and v.post_id = target);
  if wanted and not stands then
    insert into public.votes (post_id) values (target) on conflict do nothing;
  elsif stands and not wanted then
    perform private.hold_voted(target);
    delete from public.votes v where v.user_id = me and v.post_id = target;
  end if;
  return query
    select exists (select 1 from public.votes v where v.user_id = me and v.post_id = p.id), p.votes_total, c.slug, p.id
    from public.posts p join public.categories c on c.id = p.category_id where p.id = target;
end
$$;
comment on function public.set_vote is
  'Makes the caller''s vote as it is wanted and says how it stands; asking twice changes nothing. Taking one back locks the posts in the order of ids.';
grant execute on function public.set_vote to authenticated, service_role;

-- 07_comments/01_comments.sql
create function private.prepare_comment() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  locked timestamptz;
begin
  new.body := private.clean_text(new.body);
  if tg_op = 'UPDATE' and new.hidden_at is distinct from old.hidden_at then
    return new;
  end if;
  if new.deleted_at is null then
    select p.locked_at into locked from public.posts p where p.id = new.post_id and p.deleted_at is null for key share;
    if not found then
      raise exception 'This post no longer exists.' using errcode = 'P0002';
    end if;
  end if;
  if tg_op = 'INSERT' then
    if locked is not null and auth.uid() is not null and not private.is_team() then
      raise exception 'This thread is locked.' using errcode = '42501', hint = 'locked';
    end if;
    if new.parent_id is not null and not exists (
      select 1 from public.comments
      where id = new.parent_id and post_id = new.post_id and parent_id is null and deleted_at is null and hidden_at is null
    ) then
      raise exception 'This comment can no longer be answered.' using errcode = '23503';
    end if;
  elsif new.body is distinct from old.body and new.deleted_at is null then
    new.edited_at := now();
  end if;
  return new;
end
$$;
comment on function private.prepare_comment is
  'The lock keeps the post from being deleted until the comment is counted and its words are indexed. Hiding and showing ask nothing of the post, and are no edit.';

create function private.count_comment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.hidden_at is null or old.hidden_reason is not null then
    update public.comments set replies_total = replies_total - 1 where id = new.parent_id;
  end if;
  if old.hidden_at is null then
    update public.posts set comments_total = comments_total - 1 where id = new.post_id;
  end if;
  return null;
end
$$;
comment on function private.count_comment is
  'A comment that is emptied because others answered it, also a hidden one. Hiding and showing count for themselves.';

create function private.count_comments() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  step constant integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  update public.comments c set replies_total = c.replies_total + d.n
  from (
    select parent_id, step * count(*) as n from changed
    where parent_id is not null and deleted_at is null and (hidden_at is null or hidden_reason is not null)
    group by parent_id order by parent_id
  ) d
  where c.id = d.parent_id;
  update public.posts p
  set comments_total = p.comments_total + d.n,
      activity_at = case when tg_op = 'INSERT' then greatest(p.activity_at, d.newest) else p.activity_at end
  from (
    select post_id, step * count(*) as n, max(created_at) as newest from changed
    where deleted_at is null and hidden_at is null group by post_id order by post_id
  ) d
  where p.id = d.post_id;
  return null;
end
$$;
comment on function private.count_comments is
  'A post counts the comments that can be read, a comment the replies that stand below it, also as a line.';

create function private.counted_comments(ids bigint[]) returns table(
  post_id bigint,
  parent_id bigint,
  reads bigint,
  lists bigint
)
language sql stable set search_path = ''
as $$
  select c.post_id, c.parent_id, count(*) filter (where c.hidden_at is null),
    count(*) filter (where c.hidden_at is null or c.hidden_reason is not null)
  from public.comments c where c.id = any (ids) and c.deleted_at is null group by 1, 2
$$;
comment on function private.counted_comments is
  'How these comments count: in their post where they can be read, below what they answer where they are listed.';

create function private.recount_comments(ids bigint[], before jsonb) returns void
language sql set search_path = ''
as $$
  update public.posts p set comments_total = p.comments_total + d.n
  from (
    select post_id, sum(reads) as n from (
      select post_id, reads from private.counted_comments(ids)
      union all
      select b.post_id, -b.reads from jsonb_to_recordset(before) as b (post_id bigint, reads bigint)
    ) both_times group by post_id having sum(reads) <> 0
  ) d
  where p.id = d.post_id;
  update public.comments c set replies_total = c.replies_total + d.n
  from (
    select parent_id, sum(lists) as n from (
      select parent_id, lists from private.counted_comments(ids)
      union all
      select b.parent_id, -b.lists from jsonb_to_recordset(before) as b (parent_id bigint, lists bigint)
    ) both_times group by parent_id having sum(lists) <> 0
  ) d
  where c.id = d.parent_id;
$$;
comment on function private.recount_comments is
  'Counts these comments by as much as they changed since they were counted as before.';

create function private.hold_post_of(comment_id bigint) returns void
language sql security definer set search_path = ''
as $$
  select from public.posts p
  where p.id = (select c.post_id from public.comments c where c.id = comment_id) for key share
$$;
comment on function private.hold_post_of is
  'The post of a comment, held as whoever writes a comment holds it: before the comment.';
grant execute on function private.hold_post_of to authenticated, service_role;

create table public.comments (
  id bigint generated always as identity primary key,
  post_id bigint not null references public.posts (id) on delete cascade,
  parent_id bigint,
  author_id uuid default auth.uid() references public.profiles (id) on delete set null,
  body text not null,
  replies_total integer not null default 0 check (replies_total >= 0),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  revision integer not null default 0,
  merge_id bigint references public.post_merges (id) on delete set null,
  hidden_at timestamptz,
  hidden_reason text,
  constraint comments_body_length check (
    deleted_at is null
    and hidden_at is null
    and char_length(body) between 1 and 2500
    and private.visible_length(body) >= 1
    or (deleted_at is not null or hidden_at is not null)
    and body = ''
  ),
  check (hidden_reason is null or hidden_at is not null and char_length(hidden_reason) between 1 and 200),
  foreign key (parent_id, post_id) references public.comments (id, post_id) on delete cascade,
  unique (id, post_id)
);
comment on table public.comments is
  'Comments and, one level deep, replies to them. A deleted comment that has replies stays as an empty row so that the thread can be read; its text is gone.';
comment on column public.comments.merge_id is
  'The merge that brought the comment here; null for one that was written here.';
comment on column public.comments.hidden_reason is
  'The line in the place of a hidden comment; null where nothing is to be seen of it. Its text waits in private.hidings.';

create index comments_author_idx on public.comments (author_id);
create index comments_thread_idx on public.comments (post_id, created_at, id) where parent_id is null;
create index comments_replies_idx on public.comments (parent_id, created_at, id) where parent_id is not null;
create index comments_post_idx on public.comments (post_id, created_at desc);
create index comments_post_author_idx on public.comments (post_id, author_id) where author_id is not null;
create index comments_merge_idx on public.comments (merge_id) where merge_id is not null;
create index comments_text_idx
  on public.comments (hashtextextended(body, (0)::bigint))
  where char_length(body) >= 20;

alter table public.comments enable row level security;
grant select (
  id, post_id, parent_id, author_id, replies_total, created_at, edited_at, deleted_at, revision, merge_id,
  hidden_at, hidden_reason
)
  on public.comments to anon, authenticated;
grant insert (post_id, parent_id, body), update (body) on public.comments to authenticated;

create policy "anyone reads comments" on public.comments
  for select to anon, authenticated using (true);
create policy "members comment as themselves" on public.comments
  for insert to authenticated with check (author_id = (select auth.uid()));
create policy "authors edit their comments" on public.comments
  for update to authenticated
  using (author_id = (select auth.uid()) and deleted_at is null and hidden_at is null)
  with check (author_id = (select auth.uid()));
create policy "a request names each column a few times" on public.comments
  as restrictive for select to anon, authenticated using ((select private.require_small_select()));
create policy "comments on deleted posts are out of reach" on public.comments
  as restrictive for all to anon, authenticated
  using ((select true from public.posts p where p.id = comments.post_id))
  with check (true);
create policy "hidden comments without a line are out of reach" on public.comments
  as restrictive for all to anon, authenticated
  using (hidden_at is null or hidden_reason is not null) with check (true);

-- 07_comments/02_read.sql
create function private.read_comment_cursor(given text, out created_at timestamptz, out id bigint) returns record
language plpgsql stable set search_path = ''
as $$
begin
  if given is null then
    return;
  end if;
  begin
    created_at := (private.read_cursor(given) ->> 0)::timestamptz;
    id := (private.read_cursor(given) ->> 1)::bigint;
  exception when others then
    created_at := null;
  end;
  if created_at is null or id is null then
    raise exception 'Unknown cursor' using errcode = '22023';
  end if;
end
$$;
comment on function private.read_comment_cursor is
  'In: the row_cursor of the last comment or reply seen, or null. Out: where that row stood.';
grant execute on function private.read_comment_cursor to anon, authenticated, service_role;

create function private.body_of(comment bigint) returns text
language sql security definer set search_path = ''
as $$
  select c.body
  from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
  where c.id = comment and (c.hidden_at is null or c.hidden_reason is not null)
$$;
comment on function private.body_of is 'The text of a comment, for functions that run with a member''s rights.';
grant execute on function private.body_of to authenticated;

create function public.list_comments(
  of_post bigint,
  after_cursor text default null,
  max_rows integer default 20,
  max_replies integer default 3
) returns table(
  id bigint,
  body text,
  created_at timestamptz,
  edited_at timestamptz,
  deleted_at timestamptz,
  author_id uuid,
  author_name text,
  author_avatar text,
  author_is_team boolean,
  replies_total integer,
  replies jsonb,
  row_cursor text,
  merged_from text,
  hidden_reason text
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  after_row constant record := private.read_comment_cursor(after_cursor);
begin
  perform private.require_small_select(3);
  return query
  select c.id, c.body, c.created_at, c.edited_at, c.deleted_at, c.author_id, a.name, a.avatar_url,
    coalesce(a.is_team, false), c.replies_total,
    case when c.replies_total = 0 then '[]'::jsonb else (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at, r.id), '[]'::jsonb)
      from public.list_replies(c.id, null, least(max_replies, 3)) r
    ) end,
    jsonb_build_array(c.created_at, c.id)::text, m.title, c.hidden_reason
  from (
    select * from public.comments t
    where t.post_id = of_post and t.parent_id is null
      and exists (select from public.posts p where p.id = of_post and p.deleted_at is null)
      and (t.hidden_at is null or t.hidden_reason is not null)
      and (after_row.id is null or (t.created_at, t.id) > (after_row.created_at, after_row.id))
    order by t.created_at, t.id limit least(greatest(max_rows, 1), 21)
  ) c
  left join public.profiles a on a.id = c.author_id
  left join public.post_merges m on m.id = c.merge_id and m.undone_at is null
  order by c.created_at, c.id;
end
$$;
comment on function public.list_comments is
  'A post''s comments, oldest first, each with its first replies; cursors as in list_posts.';
grant execute on function public.list_comments to anon, authenticated, service_role;

create function public.list_replies(of_comment bigint, after_cursor text default null, max_rows integer default 20) returns table(
  id bigint,
  body text,
  created_at timestamptz,
  edited_at timestamptz,
  author_id uuid,
  author_name text,
  author_avatar text,
  author_is_team boolean,
  row_cursor text,
  hidden_reason text
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  after_row constant record := private.read_comment_cursor(after_cursor);
begin
  perform private.require_small_select(3);
  return query
  select c.id, c.body, c.created_at, c.edited_at, c.author_id, a.name, a.avatar_url,
    coalesce(a.is_team, false), jsonb_build_array(c.created_at, c.id)::text, c.hidden_reason
  from (
    select * from public.comments t
    where t.parent_id = of_comment
      and exists (select from public.posts p where p.id = t.post_id and p.deleted_at is null)
      and (t.hidden_at is null or t.hidden_reason is not null)
      and (after_row.id is null or (t.created_at, t.id) > (after_row.created_at, after_row.id))
    order by t.created_at, t.id limit least(greatest(max_rows, 1), 50)
  ) c
  left join public.profiles a on a.id = c.author_id
  order by c.created_at, c.id;
end
$$;
comment on function public.list_replies is 'The replies to a comment, oldest first.';
grant execute on function public.list_replies to anon, authenticated, service_role;

create function public.comment_source(comment_id bigint) returns table(
  body text,
  revision integer,
  post_id bigint
)
language sql stable security definer set search_path = ''
as $$
  select c.body, c.revision, c.post_id
  from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
  where c.id = comment_source.comment_id and c.deleted_at is null and (c.hidden_at is null or c.hidden_reason is not null)
$$;
comment on function public.comment_source is
  'The text of a comment as it was written, and the revision that an edit starts from.';
grant execute on function public.comment_source to authenticated;

create function public.feed_comments(of_post bigint) returns table(
  id bigint,
  parent_id bigint,
  body text,
  author_id uuid,
  author_name text,
  created_at timestamptz,
  edited_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select c.id, c.parent_id, c.body, a.id, a.name, c.created_at, c.edited_at
  from public.comments c
  join public.posts p on p.id = c.post_id and p.deleted_at is null
  left join public.profiles a on a.id = c.author_id
  where c.post_id = of_post and c.deleted_at is null and c.hidden_at is null
    and (select private.require_small_select(3))
  order by c.created_at desc, c.id desc limit 50
$$;
comment on function public.feed_comments is 'The fifty newest comments and replies of a post.';
grant execute on function public.feed_comments to anon, authenticated;

-- 07_comments/03_write.sql
create function public.create_comment(
  post_id bigint,
  body text,
  sent_key uuid,
  parent_id bigint default null,
  mentions uuid[] default '{}'
) returns table(
  id bigint,
  written text,
  created_at timestamptz,
  category_slug text,
  on_post bigint
)
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  made bigint := private.claim_sending(sent_key);
begin
  if made is null then
    insert into public.comments (post_id, parent_id, body)
    values (private.standing_post(create_comment.post_id), create_comment.parent_id, create_comment.body)
    returning comments.id into made;
    perform private.note_mentions(made, mentions);
    perform private.finish_sending(sent_key, made);
  end if;
  return query
    select c.id, private.body_of(c.id), c.created_at, t.slug, p.id
    from public.comments c join public.posts p on p.id = c.post_id join public.categories t on t.id = p.category_id
    where c.id = made;
end
$$;
comment on function public.create_comment is
  'Publishes a comment, or a reply to the comment parent_id, once for each key and returns it; no row when it has been deleted since.';
grant execute on function public.create_comment to authenticated, service_role;

create function public.edit_comment(
  comment_id bigint,
  new_body text,
  seen_revision integer,
  mentions uuid[] default '{}'
) returns table(
  status text,
  body text,
  revision integer,
  post_id bigint,
  category_slug text
)
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  current_comment record;
begin
  perform private.hold_post_of(edit_comment.comment_id);
  select c.id, c.revision into current_comment from public.comments c
  where c.id = edit_comment.comment_id for update;
  if current_comment.id is null then
    if exists (select 1 from public.comments c where c.id = edit_comment.comment_id and c.deleted_at is null) then
      raise exception 'Only its author may edit a comment.' using errcode = '42501';
    end if;
    return query select 'missing', null::text, null::integer, null::bigint, null::text;
  elsif current_comment.revision <> edit_comment.seen_revision then
    return query select 'conflict', private.body_of(edit_comment.comment_id), current_comment.revision, null::bigint,
      null::text;
  else
    update public.comments c set body = edit_comment.new_body where c.id = edit_comment.comment_id;
    return query
      select 'saved', private.body_of(c.id), c.revision, c.post_id, t.slug
      from public.comments c join public.posts p on p.id = c.post_id join public.categories t on t.id = p.category_id
      where c.id = edit_comment.comment_id;
    perform private.note_more_mentions(edit_comment.comment_id, mentions);
  end if;
end
$$;
comment on function public.edit_comment is 'Saves a comment''s text; outcomes as in edit_post.';
grant execute on function public.edit_comment to authenticated, service_role;

create function private.remove_comment(comment_id bigint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  target public.comments;
begin
  select * into target from public.comments c where c.id = remove_comment.comment_id for update;
  if exists (select from public.comments r where r.parent_id = target.id) then
    delete from private.hidings h where h.comment_id = target.id;
    update public.comments
    set body = '', author_id = null, deleted_at = now(), hidden_at = null, hidden_reason = null where id = target.id;
    delete from public.images i where i.comment_id = target.id;
  else
    delete from public.comments where id = target.id;
    delete from public.comments c
    where c.id = target.parent_id and c.deleted_at is not null
      and not exists (select from public.comments r where r.parent_id = c.id);
  end if;
end
$$;
comment on function private.remove_comment is
  'With replies a comment is emptied instead of removed, also with hidden ones; an emptied comment goes with its last reply.';

create function public.delete_comment(comment_id bigint) returns table(post_id bigint, category_slug text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  author uuid;
begin
  -- The post first, like everybody who writes a comment.
  select p.id, t.slug into delete_comment.post_id, delete_comment.category_slug
  from public.posts p join public.categories t on t.id = p.category_id
  where p.id = (select c.post_id from public.comments c where c.id = delete_comment.comment_id)
    and p.deleted_at is null
  for key share of p;
  select c.author_id into author from public.comments c
  where c.id = delete_comment.comment_id and c.post_id = delete_comment.post_id and c.deleted_at is null for update;
  if not found then
    return;
  end if;
  if author is distinct from (select auth.uid()) and not (select private.is_admin()) then
    raise exception 'Only its author or an admin may delete a comment.' using errcode = '42501';
  end if;
  perform private.remove_comment(comment_id);
  return next;
end
$$;
comment on function public.delete_comment is
  'Deletes a comment of one''s own (an admin: anyone''s) and says on which post it was; no row when there is none.';
grant execute on function public.delete_comment to authenticated, service_role;

-- 08_images/01_images.sql
-- Pictures of posts and comments. Their objects stand in the storage, in the folder of whoever sent them.

create function private.sized_path(path text, width integer) returns text
language sql immutable set search_path = ''
return replace(path, '.', '-' || width || '.');
comment on function private.sized_path is 'Where a picture is stored in another width.';

create function private.object_size(metadata jsonb) returns bigint
language sql immutable set search_path = ''
return (
  select coalesce(facts ->> 'size', facts ->> 'contentLength')::bigint from private.hosted_json(metadata) as facts
);
comment on function private.object_size is 'How many bytes an object has, or is said to have before it is there.';

create function private.place_image() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  others integer;
begin
  if new.post_id is not null then
    perform 1 from public.posts where id = new.post_id for no key update;
  else
    perform 1 from public.comments where id = new.comment_id for no key update;
  end if;
  select count(*), coalesce(max(i.position), -1) + 1 into others, new.position
  from public.images i where i.post_id = new.post_id or i.comment_id = new.comment_id;
  if others >= 8 then
    raise exception '% can have at most 8 images.', case when new.post_id is null then 'A comment' else 'A post' end
      using errcode = '23514';
  end if;
  return new;
end
$$;
comment on function private.place_image is
  'A new image comes last. The lock of what it belongs to orders parallel uploads.';

create function private.note_removed_object() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.removed_objects (path)
  select old.path union select private.sized_path(old.path, w.width) from unnest(old.widths) as w (width)
  on conflict (path) do update set removed_at = now();
  return null;
end
$$;
comment on function private.note_removed_object is
  'Notes the objects of an image that''s gone, for clean-up to remove.';

create function private.is_own_waiting(of_post bigint, of_comment bigint) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
      select from private.hidings h join public.posts p on p.id = h.post_id
      where h.post_id = of_post and h.cause = 'approval' and p.author_id = auth.uid()
    ) or exists (
      select from private.hidings h join public.comments c on c.id = h.comment_id
      where h.comment_id = of_comment and h.cause = 'approval' and c.author_id = auth.uid()
    );
end
$$;
comment on function private.is_own_waiting is 'Whether the caller wrote this and it waits.';
grant execute on function private.is_own_waiting to anon, authenticated, service_role;

create table public.images (
  id uuid default gen_random_uuid() primary key,
  post_id bigint references public.posts (id) on delete cascade,
  comment_id bigint references public.comments (id) on delete cascade,
  uploader_id uuid default auth.uid() references public.profiles (id) on delete set null,
  path text not null unique,
  alt text not null default '' check (char_length(alt) <= 500),
  width integer not null check (width between 1 and 20000),
  height integer not null check (height between 1 and 20000),
  widths integer[] not null default '{}',
  "position" integer not null default 0 check (position between 0 and 1000000),
  created_at timestamptz not null default now(),
  merge_id bigint references public.post_merges (id) on delete cascade,
  check (num_nonnulls(post_id, comment_id) = 1),
  check (path ~ '^[0-9a-f-]{36}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(png|jpg|webp|gif|avif)$'),
  check (
    cardinality(widths) <= 3
    and 1 <= all (widths)
    and 20000 >= all (widths)
    and array_position(widths, null::integer) is null
  )
);
comment on table public.images is
  'Pictures of a post or a comment; path names the object in the images bucket, in its uploader''s folder.';
comment on column public.images.widths is
  'The widths in which the picture is stored besides its own: -640 before the ending of its path. None for a picture that came another way.';
comment on column public.images.merge_id is
  'The merge that brought the picture here.';

create index images_post_idx on public.images (post_id, "position", id);
create index images_comment_idx on public.images (comment_id, "position", id);
create index images_uploader_idx on public.images (uploader_id);
create index images_merge_idx on public.images (merge_id) where merge_id is not null;

alter table public.images enable row level security;
grant select on public.images to anon, authenticated;
grant insert (post_id, comment_id, path, alt, width, height, widths), update (alt, position), delete
  on public.images to authenticated;

create policy "anyone sees images" on public.images
  for select to anon, authenticated using (true);
create policy "authors add images to their posts and comments" on public.images
  for insert to authenticated
  with check (
    uploader_id = (select auth.uid())
    and split_part(path, '/', 1) = (select auth.uid())::text
    and (
      exists (select 1 from public.posts p where p.id = images.post_id and p.author_id = (select auth.uid()))
      or exists (select 1 from public.comments c where c.id = images.comment_id and c.author_id = (select auth.uid()))
      or private.is_own_waiting(post_id, comment_id)
    )
  );
create policy "uploaders describe and order their images" on public.images
  for update to authenticated
  using (uploader_id = (select auth.uid()))
  with check (uploader_id = (select auth.uid()));
create policy "uploaders and admins delete images" on public.images
  for delete to authenticated using (uploader_id = (select auth.uid()) or (select private.is_admin()));
create policy "a request names each column a few times" on public.images
  as restrictive for select to anon, authenticated using ((select private.require_small_select()));
create policy "images of deleted posts are out of reach" on public.images
  as restrictive for all to anon, authenticated
  using (coalesce(
    (select true from public.posts p where p.id = images.post_id),
    (select true from public.comments c where c.id = images.comment_id and c.hidden_at is null),
    uploader_id = (select auth.uid()) and private.is_own_waiting(post_id, comment_id)
  ))
  with check (true);

create table private.removed_objects (
  path text primary key,
  removed_at timestamptz not null default now()
);
comment on table private.removed_objects is
  'Objects of the images bucket whose row is gone: npm run clean-up removes them from the storage, where no cascade reaches.';

alter table private.removed_objects enable row level security;

-- 09_counts/01_counts.sql
-- Counts that are kept, compared with what they should be.

create function private.find_miscounts() returns table(kind text, id bigint, stored integer, counted integer)
language sql stable set search_path = '' set work_mem = '256MB'
as $$
  select 'votes of a post', p.id, p.votes_total, coalesce(v.n, 0)
  from public.posts p
  left join (select post_id, count(*)::integer as n from public.votes where counts group by 1) v on v.post_id = p.id
  where p.votes_total <> coalesce(v.n, 0)
  union all
  select 'comments of a post', p.id, p.comments_total, coalesce(c.n, 0)
  from public.posts p
  left join (
    select post_id, count(*)::integer as n from public.comments where deleted_at is null and hidden_at is null group by 1
  ) c on c.post_id = p.id
  where p.comments_total <> coalesce(c.n, 0)
  union all
  select 'replies to a comment', c.id, c.replies_total, coalesce(r.n, 0)
  from public.comments c
  left join (
    select parent_id, count(*)::integer as n from public.comments
    where parent_id is not null and deleted_at is null and (hidden_at is null or hidden_reason is not null) group by 1
  ) r on r.parent_id = c.id
  where c.replies_total <> coalesce(r.n, 0)
  union all
  select 'posts of a category in a state', t.category_id, t.posts, coalesce(p.n, 0)
  from public.post_totals t
  left join (
    select category_id, state, count(*)::integer as n from public.posts where deleted_at is null group by 1, 2
  ) p
    on p.category_id = t.category_id and p.state = t.state
  where t.posts <> coalesce(p.n, 0)
$$;
comment on function private.find_miscounts is
  'Recounts everything; a row for each number that is not what it should be.';
grant execute on function private.find_miscounts to service_role;

create function private.mend_counts() returns void
language plpgsql set search_path = ''
as $$
declare
  found_kind text;
  found_ids bigint[];
begin
  -- Totals last, as everybody holds them: whoever waits there holds posts and comments.
  for found_kind, found_ids in
    select m.kind, array_agg(m.id) from private.find_miscounts() m
    group by m.kind order by m.kind = 'posts of a category in a state', m.kind desc
  loop
    perform private.mend_counts(found_kind, found_ids);
  end loop;
end
$$;
comment on function private.mend_counts() is
  'All that a recount finds, in one transaction, which holds it all until it ends; npm run recount mends a part at a time.';
grant execute on function private.mend_counts() to service_role;

create function private.mend_counts(kind text, ids bigint[]) returns void
language plpgsql set search_path = ''
as $$
begin
  case kind
    when 'replies to a comment' then
      perform 1 from public.comments c where c.id = any (ids) order by c.id for no key update;
      update public.comments c set replies_total = (
        select count(*) from public.comments r
        where r.parent_id = c.id and r.deleted_at is null and (r.hidden_at is null or r.hidden_reason is not null)
      ) where c.id = any (ids);
    when 'votes of a post', 'comments of a post' then
      perform 1 from public.posts p where p.id = any (ids) order by p.id for no key update;
      update public.posts p set
        votes_total = (select count(*) from public.votes v where v.post_id = p.id and v.counts),
        comments_total = (
          select count(*) from public.comments c
          where c.post_id = p.id and c.deleted_at is null and c.hidden_at is null
        )
      where p.id = any (ids);
    when 'posts of a category in a state' then
      perform private.hold_totals();
      perform 1 from public.post_totals t where t.category_id = any (ids) order by t.category_id, t.state for update;
      update public.post_totals t set posts = (
        select count(*) from public.posts p
        where p.category_id = t.category_id and p.state = t.state and p.deleted_at is null
      ) where t.category_id = any (ids);
  end case;
end
$$;
comment on function private.mend_counts(kind text, ids bigint[]) is
  'All that a recount finds, in one transaction, which holds it all until it ends; npm run recount mends a part at a time.';
grant execute on function private.mend_counts(kind text, ids bigint[]) to service_role;

-- 10_search_index/01_words.sql
-- How texts become words that search compares.

create function private.search_gaps() returns text
language sql immutable parallel safe set search_path = ''
return '\u0001-\u0022\u0024-\u0026\u0028-\u002a\u002c\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u00bf\u00d7\u00f7\u02c2-\u02ff\u0375\u037e\u0387\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u0609-\u060d\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u1680\u180e\u2000-\u2018\u201a-\u25ff\u27c0-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30fb\ue000-\uf8ff\ufd3e\ufd3f\ufe10-\ufe1f\ufe30-\ufe6f\ufeff-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\ufff0-\uffff\U000e0000-\U0010ffff';
comment on function private.search_gaps is
  'Characters that separate words, as the inside of a bracket expression. + # - . _ may belong to a word.';

create function private.search_dense() returns text
language sql immutable parallel safe set search_path = ''
return '\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2600-\u27bf\u3005-\u3007\u3041-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\U0001f000-\U0001faff\U00020000-\U0003ffff';
comment on function private.search_dense is
  'Scripts written without spaces, and emoji, as the inside of a bracket expression: searched by pairs of characters.';

create function private.search_fold(value text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if octet_length(value) = char_length(value) then
    return replace(lower(value), '''', '');
  end if;
  return translate(
    normalize(
      regexp_replace(
        lower(normalize(private.cut_marks(value), nfkd) collate "und-x-icu"),
        '[\u0027\u02bc\u2019\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u200b-\u200f\u2060\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]',
        '', 'g'
      ),
      nfc
    ),
    'øđłıðکیى', 'odlidكيي'
  );
end
$$;
comment on function private.search_fold is
  'A text as search compares it: in lower case, without accents, vowel signs, joiners and apostrophes.';

create function private.search_words_of(value text) returns table(
  place integer,
  chunk integer,
  word text,
  dense boolean
)
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return query
  with chunks as materialized (
    select t.ord::integer as ord, btrim(t.m[1], '-._') as raw
    from regexp_matches(
      private.search_fold(value), '[^' || private.search_gaps() || ']+', 'g'
    ) with ordinality as t(m, ord)
  ),
  mixed as materialized (
    select c.ord, c.raw ~ ('[-._+#' || private.search_dense() || ']') as is_mixed, c.raw from chunks c
  ),
  pieces as (
    select m.ord, 1::bigint as piece, m.raw as text, false as is_dense from mixed m where not m.is_mixed and m.raw <> ''
    union all
    select m.ord, t.ord, t.m[1], t.m[1] ~ ('^[' || private.search_dense() || ']')
    from mixed m, regexp_matches(
      m.raw,
      '[' || private.search_dense() || ']+|[^-._+#' || private.search_dense() || ']+(?:\+\+|\+|#)?(?![^-._' || private.search_dense() || '])'
      || '|[^-._+#' || private.search_dense() || ']+', 'g'
    ) with ordinality as t(m, ord)
    where m.is_mixed
  ),
  words as (
    select p.ord, p.piece, 1 as step, left(p.text, 48) as text, false as is_dense from pieces p where not p.is_dense
    union all
    select p.ord, p.piece, s, substr(p.text, s, 2), true
    from pieces p, generate_series(1, char_length(p.text)) s where p.is_dense
  )
  select (row_number() over (order by w.ord, w.piece, w.step))::integer, w.ord, w.text, w.is_dense from words w;
end
$$;
comment on function private.search_words_of is
  'Splits a text into words in reading order. Words joined by - . _ + # share a chunk ("pi-hole" is two words of one chunk); + and # stay at the end of a word (c++, c#). A script without spaces (dense) gives pairs of characters, each overlapping the next, and at the end the last character alone.';

create function private.search_stem(word text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if word !~ '^[a-z]{3,}$' then
    return null;
  end if;
  return nullif((ts_lexize('pg_catalog.english_stem', word))[1], word);
end
$$;
comment on function private.search_stem is
  'The English stem of a word; null where that is the word itself, or where the word cannot be English.';

create function private.is_stop_word(word text) returns boolean
language sql immutable parallel safe set search_path = ''
return char_length(word) < 11 and word ~ '^[a-z]+$' and coalesce(cardinality(ts_lexize('pg_catalog.english_stem', word)) = 0, false);
comment on function private.is_stop_word is 'Whether a word is too common to be asked for.';

create function private.search_vector(value text, all_words boolean) returns tsvector
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    with words as materialized (
      select least(w.place, 16000) as place, w.chunk, w.word, w.dense,
        lag(w.chunk) over (order by w.place) is not distinct from w.chunk
          or lead(w.chunk) over (order by w.place) is not distinct from w.chunk as has_neighbour,
        -- Empty for a stop word.
        case when w.word ~ '^[a-z]+$' then ts_lexize('pg_catalog.english_stem', w.word) end as stems
      from private.search_words_of(value) w
    ),
    forms as (
      select w.word as form, w.place from words w where all_words or w.has_neighbour or w.stems is distinct from '{}'
      union all
      select w.stems[1], w.place from words w where w.stems[1] <> w.word and char_length(w.word) > 2
      union all
      select rtrim(w.word, '+#'), w.place from words w where w.word ~ '[+#]$'
      union all
      select regexp_replace(w.word, '^[وبفك]?ال', ''), w.place from words w
      where w.word >= U&'\0621' collate "C" and w.word ~ '^[وبفك]?ال.{3}'
      union all
      select string_agg(rtrim(w.word, '+#'), '' order by w.place), min(w.place)
      from words w where w.has_neighbour and not w.dense group by w.chunk having count(*) between 2 and 4
    )
    select coalesce(string_agg('''' || left(form, 60) || ''':' || place, ' '), '')::tsvector
    from forms where form <> ''
  );
end
$$;
comment on function private.search_vector is
  'The words of a text with their places: as they are, their stems, and compounds also as one word. Stop words count only with all_words or inside a compound.';

-- 10_search_index/02_tables.sql
create table private.search_titles (
  post_id bigint primary key references public.posts (id) on delete cascade,
  popularity smallint not null,
  tier smallint not null,
  key text collate "C" not null,
  title tsvector not null
) with (fillfactor = 80);
comment on table private.search_titles is
  'The words of each title: a small table, so that even the commonest word is found and ranked fast. popularity is 20 ln(1 + votes) and tier is log2(1 + votes), both as whole numbers, which change the less often the more votes there are.';

create index search_titles_title_idx on private.search_titles using gin (title) with (fastupdate = off);
create index search_titles_tier_idx on private.search_titles (tier desc, post_id desc);
create index search_titles_key_idx on private.search_titles (key, post_id);
create index search_titles_parts_idx
  on private.search_titles using gin (key extensions.gin_trgm_ops) with (fastupdate = off);
create index search_titles_voted_idx
  on private.search_titles using gin (title) with (fastupdate = off)
  where tier >= 3;
create index search_titles_favoured_idx
  on private.search_titles using gin (title) with (fastupdate = off)
  where tier >= 6;

alter table private.search_titles enable row level security;

create table private.search_posts (
  post_id bigint primary key references public.posts (id) on delete cascade,
  vector tsvector storage main not null,
  body text not null
) with (toast_tuple_target = 128);
comment on table private.search_posts is
  'The words of title (A) and details (B) of each post, and the details as plain text, which is stored outside the row because only posts that are shown need it.';

create index search_posts_vector_idx on private.search_posts using gin (vector) with (fastupdate = off);

alter table private.search_posts enable row level security;

create table private.search_comments (
  comment_id bigint primary key references public.comments (id) on delete cascade,
  post_id bigint not null,
  vector tsvector not null,
  body text not null
);
comment on table private.search_comments is
  'The words of each comment that is not deleted, and its text without Markdown.';

create index search_comments_vector_idx on private.search_comments using gin (vector) with (fastupdate = off);

alter table private.search_comments enable row level security;

create table private.search_words (
  word text collate "C" primary key,
  deletes text[] not null,
  documents double precision not null default 1
) with (fillfactor = 85);
comment on table private.search_words is
  'Every word in use, to find what a misspelt one may have meant: deletes holds the word and all its forms with one letter left out. documents is how many texts have it, exact below 16 and an estimate above. It is a help only: no result depends on it being complete.';

create index search_words_deletes_idx on private.search_words using gin (deletes) with (fastupdate = off);
create index search_words_similar_idx
  on private.search_words using gin (word extensions.gin_trgm_ops) with (fastupdate = off);

alter table private.search_words enable row level security;

create function private.one_letter_less(word text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array(
    select distinct overlay(word placing '' from i for 1) from generate_series(1, char_length(word)) i
    union select word
  );
end
$$;
comment on function private.one_letter_less is 'The word and all its forms with one letter left out.';

create function private.learn_words(words text[], times integer[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  fresh text[];
  fresh_times integer[];
begin
  update private.search_words w
  set documents = w.documents + held.times * case when w.documents < 16 then 1 else w.documents / 16 end
  from (
    select k.word, given.times
    from unnest(words, times) as given(word, times)
    join private.search_words k on k.word = given.word
    where k.documents < 16 or random() < 16 / k.documents
    for no key update of k skip locked
  ) held
  where w.word = held.word;
  select array_agg(given.word order by given.word collate "C"), array_agg(given.times order by given.word collate "C")
  into fresh, fresh_times
  from unnest(words, times) as given(word, times)
  where char_length(given.word) between 2 and 32 and given.word ~ ('^[^0-9' || private.search_dense() || ']')
    and not exists (select 1 from private.search_words k where k.word = given.word);
  if fresh is not null then
    perform private.learn_new_words(fresh, fresh_times);
  end if;
end
$$;
comment on function private.learn_words is
  'Counts the words of new texts. In: the words, and how many texts have each. Common words are counted only now and then, but with more weight. A row that another writer holds is skipped, and so is a new word that another writer is adding: one text too few is counted then, and a word that the other takes back after all comes with the next text.';

create function private.learn_new_words(words text[], times integer[]) returns void
language plpgsql set search_path = '' set lock_timeout = '1ms'
as $$
declare
  half constant integer := cardinality(words) / 2;
begin
  insert into private.search_words (word, deletes, documents)
  select given.word, private.one_letter_less(given.word), given.times
  from unnest(words, times) with ordinality as given(word, times, place)
  order by given.place
  on conflict do nothing;
exception when lock_not_available then
  -- Halves of halves, until what somebody else is adding stands alone.
  if half > 0 then
    perform private.learn_new_words(words[:half], times[:half]);
    perform private.learn_new_words(words[half + 1:], times[half + 1:]);
  end if;
end
$$;
comment on function private.learn_new_words is
  'Adds new words, without those that others are adding: they come with them. In: the words, in order, and how many texts have each.';

create function private.forget_words(words text[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.search_words w set documents = w.documents - 1
  where w.word in (
    select k.word from private.search_words k
    where k.word = any(words) and k.documents < 16 for no key update skip locked
  );
  delete from private.search_words w
  where w.word in (
    select k.word from private.search_words k where k.word = any(words) and k.documents < 1 for update skip locked
  );
end
$$;
comment on function private.forget_words is
  'Counts the words of a text that is gone, and drops those no other text has. Rows another writer holds are skipped.';

create function private.forget_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.forget_words(array(select unnest(tsvector_to_array(old.vector))));
  return null;
end
$$;
comment on function private.forget_text is 'Uncounts the words of a text that leaves the index.';

create trigger forget_post after delete on private.search_posts for each row execute function private.forget_text();

create trigger forget_comment after delete on private.search_comments
  for each row execute function private.forget_text();

-- 10_search_index/03_indexing.sql
create function private.popularity(votes integer) returns smallint
language sql immutable parallel safe set search_path = ''
return round(20 * ln(1 + votes))::smallint;
comment on function private.popularity is
  'The popularity class of a post with so many votes, for the search index: it changes seldom, so a vote seldom writes the index.';

create function private.text_of(post bigint, details text) returns text
language sql stable set search_path = ''
as $$
  select private.plain_text(concat_ws(E'\n\n', details, (
    select string_agg(concat_ws(E'\n\n', p.title, p.details), E'\n\n' order by m.id)
    from public.post_merges m join public.posts p on p.id = m.post_id
    where m.stays_id = post and m.undone_at is null
  )))
$$;
comment on function private.text_of is
  'What is looked through of a post besides its title: its details, and then what the posts say that it stands for.';

create function private.index_posts(ids bigint[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  words text[];
  times integer[];
begin
  insert into private.search_titles (post_id, popularity, tier, key, title)
  select p.id, private.popularity(p.votes_total), floor(log(2, 1 + p.votes_total)),
    coalesce((select string_agg(w.word, ' ' order by w.place) from private.search_words_of(p.title) w), ''),
    private.search_vector(p.title, true)
  from public.posts p where p.id = any(ids) and p.deleted_at is null
  on conflict (post_id) do update set key = excluded.key, title = excluded.title;
  with fresh as (
    insert into private.search_posts as s (post_id, vector, body)
    select p.id, setweight(t.title, 'A') || setweight(private.search_vector(b.body, false), 'B'), b.body
    from public.posts p
    join private.search_titles t on t.post_id = p.id
    cross join lateral (select private.text_of(p.id, p.details) as body offset 0) b
    where p.id = any(ids)
    on conflict (post_id) do update set vector = excluded.vector, body = excluded.body
    returning s.vector
  ),
  counted as (
    select word, count(*)::integer as n from fresh, unnest(tsvector_to_array(fresh.vector)) word group by word
  )
  select array_agg(word), array_agg(n) into words, times from counted;
  insert into private.search_signs (post_id, signs)
  select s.post_id, private.signs_of(p.title || E'\n' || p.details)
  from private.search_posts s join public.posts p on p.id = s.post_id where s.post_id = any(ids)
  on conflict (post_id) do update set signs = excluded.signs where search_signs.signs <> excluded.signs;
  perform private.learn_words(words, times);
end
$$;
comment on function private.index_posts is
  'Writes the words of posts that are new or changed, with those of posts merged into them, and counts the words.';

create function private.index_comments(ids bigint[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  words text[];
  times integer[];
begin
  with fresh as (
    insert into private.search_comments as s (comment_id, post_id, vector, body)
    select c.id, c.post_id, setweight(private.search_vector(t.body, false), 'C'), t.body
    from public.comments c, lateral (select private.plain_text(c.body) as body offset 0) t
    where c.id = any(ids) and c.deleted_at is null and c.hidden_at is null
      and exists (select 1 from public.posts p where p.id = c.post_id and p.deleted_at is null)
    on conflict (comment_id) do update set vector = excluded.vector, body = excluded.body
    returning s.vector
  ),
  counted as (
    select word, count(*)::integer as n from fresh, unnest(tsvector_to_array(fresh.vector)) word group by word
  )
  select array_agg(word), array_agg(n) into words, times from counted;
  perform private.learn_words(words, times);
end
$$;
comment on function private.index_comments is
  'Writes the words of comments that are new or changed, and counts them.';

create function private.index_new_posts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.index_posts(array(select id from new_rows));
  return null;
end
$$;
comment on function private.index_new_posts is 'Indexes posts as they''re inserted, all of a statement at once.';

create function private.index_changed_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.forget_words(array(
    select unnest(tsvector_to_array(s.vector)) from private.search_posts s where s.post_id = new.id
  ));
  perform private.index_posts(array[new.id]);
  return null;
end
$$;
comment on function private.index_changed_post is 'Indexes a post whose title or details changed.';

create function private.index_new_comments() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.index_comments(array(select id from new_rows));
  return null;
end
$$;
comment on function private.index_new_comments is
  'Indexes comments as they''re inserted, all of a statement at once.';

create function private.index_changed_comment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.deleted_at is not null then
    delete from private.search_comments where comment_id = new.id;
    return null;
  end if;
  perform private.forget_words(array(
    select unnest(tsvector_to_array(s.vector)) from private.search_comments s where s.comment_id = new.id
  ));
  perform private.index_comments(array[new.id]);
  return null;
end
$$;
comment on function private.index_changed_comment is
  'Indexes a comment whose text changed, or takes it out once it''s emptied.';

create function private.index_hidden_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.deleted_at is null then
    perform private.index_posts(array[new.id]);
    perform private.index_comments(array(select c.id from public.comments c where c.post_id = new.id));
  else
    delete from private.search_titles where post_id = new.id;
    delete from private.search_posts where post_id = new.id;
    delete from private.search_comments where comment_id in (select c.id from public.comments c where c.post_id = new.id);
  end if;
  return null;
end
$$;
comment on function private.index_hidden_post is
  'A deleted post is not found, nor are its comments; a restored one is again.';

create function private.index_standing(ids bigint[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  standing constant bigint[] := array(
    select s.post_id from private.search_posts s where s.post_id = any (ids) order by s.post_id
  );
begin
  if standing <> '{}' then
    perform private.forget_words(array(
      select unnest(tsvector_to_array(s.vector)) from private.search_posts s where s.post_id = any (standing)
    ));
    perform private.index_posts(standing);
  end if;
end
$$;
comment on function private.index_standing is 'Writes the words of posts that stand for others than before.';

create function private.index_merges() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.index_standing(array(select distinct n.stays_id from new_rows n));
  elsif tg_op = 'DELETE' then
    perform private.index_standing(array(select distinct o.stays_id from old_rows o where o.undone_at is null));
  else
    perform private.index_standing(array(
      select distinct post from old_rows o join new_rows n using (id), unnest(array[o.stays_id, n.stays_id]) post
      where (o.stays_id, o.undone_at) is distinct from (n.stays_id, n.undone_at)
    ));
  end if;
  return null;
end
$$;
comment on function private.index_merges is 'Indexes the posts that a merge, or its undo, changed.';

-- 10_search_index/04_synonyms.sql
create function private.clean_synonyms() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.words := array(
    select c.entry
    from (
      select private.clean_line(left(w, 60)) as entry, i from unnest(new.words) with ordinality as t(w, i)
    ) c
    group by c.entry
    having (select count(*) from private.search_words_of(c.entry)) between 1 and 4
    order by min(c.i)
  );
  if cardinality(new.words) < 2 then
    raise exception 'Name at least two words that mean the same.' using errcode = '22023';
  end if;
  return new;
end
$$;
comment on function private.clean_synonyms is
  'What a group says as a search reads it: each entry cleaned, at most four words long, and there once.';

create function private.index_synonyms() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.search_synonyms s where s.group_id = new.id;
  insert into private.search_synonyms (key, group_id, words, title)
  select e.key, new.id, e.words, e.query
  from unnest(new.words) as given(entry),
    lateral (
      select string_agg(f.stem, ' ' order by f.place) as key, array_agg(f.word order by f.place) as words,
        format('(%s)', string_agg(format('''%s''', f.stem), ' <-> ' order by f.place)) as query
      from (
        select w.place, w.word, coalesce(private.search_stem(w.word), w.word) as stem
        from private.search_words_of(given.entry) w
      ) f
    ) e
  on conflict do nothing;
  return null;
end
$$;
comment on function private.index_synonyms is 'Writes a group of synonyms as search looks them up.';

create table public.synonyms (
  id integer generated always as identity primary key,
  words text[] not null check (cardinality(words) between 2 and 20),
  created_at timestamptz not null default now()
);
comment on table public.synonyms is
  'Groups of words, or of a few words in a row, that mean the same to a search. Kept by admins.';

alter table public.synonyms enable row level security;
grant select, insert (words), update (words), delete on public.synonyms to authenticated;

create policy "admins read synonyms" on public.synonyms
  for select to authenticated using ((select private.is_admin()));
create policy "admins add synonyms" on public.synonyms
  for insert to authenticated with check ((select private.is_admin()));
create policy "admins change synonyms" on public.synonyms
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins delete synonyms" on public.synonyms
  for delete to authenticated using ((select private.is_admin()));
create policy "a request names each column a few times" on public.synonyms
  as restrictive for select to anon, authenticated using ((select private.require_small_select()));

create trigger clean_synonyms before insert or update of words on public.synonyms
  for each row execute function private.clean_synonyms();
create trigger a_require_presence before insert or delete or update on public.synonyms
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();
create trigger index_synonyms after insert or update of words on public.synonyms
  for each row execute function private.index_synonyms();

create type private.synonym_place as (
  first integer,
  last integer,
  title text,
  forms text[],
  documents double precision
);
comment on type private.synonym_place is
  'Where an entry of synonyms stands in a query, as the numbers of its first and last word, and the other entries of its groups: the tsquery text for titles, the words to highlight, and about how many texts have one.';

create table private.search_synonyms (
  key text collate "C",
  group_id integer references public.synonyms (id) on delete cascade,
  words text[] not null,
  title text not null,
  primary key (key, group_id)
);
comment on table private.search_synonyms is
  'The entries of synonyms, by the stems of their words, with the tsquery text that finds one in a title.';

create index search_synonyms_group_idx on private.search_synonyms (group_id);

alter table private.search_synonyms enable row level security;

create function private.find_synonyms(words text[]) returns private.synonym_place[]
language plpgsql stable set search_path = ''
as $$
declare
  stems constant text[] := array(
    select coalesce(private.search_stem(t.w), t.w) from unnest(words) with ordinality as t(w, i) order by t.i
  );
begin
  return array(
    select row(
      k.first, k.last, string_agg(distinct o.title, ' | '),
      string_to_array(string_agg(distinct array_to_string(o.words, ' '), ' '), ' '),
      sum((select w.documents from private.search_words w where w.word = split_part(o.key, ' ', 1)))
    )::private.synonym_place
    from (
      select i as first, i + n - 1 as last, array_to_string(stems[i:i + n - 1], ' ') as key
      from generate_series(1, cardinality(stems)) i, generate_series(1, 4) n
      where i + n - 1 <= cardinality(stems)
    ) k
    join private.search_synonyms s on s.key = k.key
    join private.search_synonyms o on o.group_id = s.group_id and o.key <> s.key
    group by k.first, k.last
  );
end
$$;
comment on function private.find_synonyms is 'In: the words of a query. Out: where synonyms stand in it.';

-- 11_search_query/01_corrections.sql
-- What a query asks for: its words, how they may be meant, and what else says the same.

create type private.search_atom as (
  place integer,
  strict_title text,
  loose_title text,
  strict_body text,
  loose_body text,
  forms text[],
  prefix text,
  documents double precision,
  rarity double precision,
  wide_title text,
  wide_body text
);
comment on type private.search_atom is
  'One part of a query: the number of its first word; tsquery texts for titles and for longer texts, as typed (strict) and with corrections (loose, null where there are none); the words to highlight, and a beginning of words to highlight; about how many texts have it, null where that was not counted; how much it says (private.rarity), 0 where no text has it; tsquery texts for posts that have only some parts (wide): with synonyms in titles, and with corrections only of words that are not in use.';

create function private.count_texts() returns double precision
language plpgsql stable set search_path = ''
as $$
begin
  return greatest(
    1,
    (select sum(t.posts) from public.post_totals t),
    (select sum(c.reltuples) from pg_catalog.pg_class c
     where c.oid in ('private.search_posts'::regclass, 'private.search_comments'::regclass))
  );
end
$$;
comment on function private.count_texts is
  'About how many texts there are. New tables have no statistics yet; the kept totals of posts are always exact.';

create function private.rarity(documents double precision, texts double precision) returns double precision
language sql immutable parallel safe set search_path = ''
return ln(1 + texts / (documents + 0.5));
comment on function private.rarity is 'How much a word says that so many of all texts have: the rarer, the more.';

create function private.search_corrections(typed text, max_words integer, documents double precision, any_rare boolean) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  size integer := char_length(typed);
  swaps text[];
  found_words text[];
begin
  if size not between 3 and 32 or typed ~ '[0-9]' then
    return array[]::text[];
  end if;
  swaps := array(
    select overlay(typed placing reverse(substr(typed, i, 2)) from i for 2) from generate_series(1, size - 1) i
  );
  found_words := array(
    select c.word
    from (
      select w.word, w.documents,
        case when w.word = any(swaps) then 1 else extensions.levenshtein(w.word, typed) end as distance
      from private.search_words w
      where w.deletes && private.one_letter_less(typed) and w.word <> typed
    ) c
    where (c.distance = 1 or (c.distance = 2 and size >= 5 and search_corrections.documents = 0))
      and (any_rare or c.documents > 2 * search_corrections.documents)
    order by c.distance, (left(c.word, 1) = left(typed, 1)) desc, c.documents desc, c.word
    limit max_words
  );
  if found_words = array[]::text[] and size >= 6 and search_corrections.documents = 0 then
    found_words := array(
      select w.word from private.search_words w
      where w.word operator(extensions.%) typed and abs(char_length(w.word) - size) <= 3
        and extensions.levenshtein_less_equal(w.word, typed, 3) <= least(1 + size / 6, 3)
      order by extensions.similarity(w.word, typed) desc, w.documents desc, w.word
      limit least(max_words, 3)
    );
  end if;
  return found_words;
end
$$;
comment on function private.search_corrections is
  'Words in use that a misspelt one may have meant, best first: one letter missing, added or replaced, or two neighbours swapped; in longer words also two mistakes. In: the word, how many to give at most, how many texts have the word as it is (0: it is not in use), and whether corrections of a word in use may be rare. A word in use is corrected by one letter only and, unless they may be rare, to much more common words only.';

create function private.search_fixes(typed text, known double precision, is_last boolean, guess boolean) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  bare constant text := rtrim(typed, '+#');
  size constant integer := char_length(bare);
  -- Letters of scripts without capitals say more each: two make a word.
  is_latin constant boolean := bare < 'Ͱ' collate "C";
  fixes text[];
begin
  -- The last word may be unfinished: the beginning of a word in use is no mistake.
  if known is null and is_last and not guess and size < 4 and exists (
    select 1 from private.search_words s where s.word > bare and s.word < bare || U&'\+10FFFF'
  ) then
    known := 1;
  end if;
  -- A rare word may be a mistake that others have made, too.
  if not guess and (known >= 8 or (known is not null and char_length(typed) < 5)) then
    return array[]::text[];
  end if;
  fixes := private.search_corrections(typed, case when known is null then 6 else 3 end, coalesce(known, 0), guess);
  if known is null and size between (case when is_latin then 5 else 4 end) and 32 then
    -- Two words, also with a letter that German puts between them or a particle that Korean puts behind them.
    fixes := fixes || array(
      select format('%s %s', p.first, p.second)
      from (
        select i, regexp_replace(left(bare, i), l.link || '$', '') as first, substr(bare, i + 1) as second
        from generate_series(2, size - 2) i, unnest(array['', 's', 'n', 'en', 'es']) l(link)
        where l.link = '' or (size >= 9 and left(bare, i) like '%' || l.link)
      ) p
      where exists (select 1 from private.search_words s where s.word = p.first)
        and exists (
          select 1 from private.search_words s
          where s.word = p.second or (not is_latin and s.word > p.second and s.word < p.second || U&'\+10FFFF')
        )
      order by p.i limit 3
    );
  end if;
  -- A longer word that ends with it: the second half of a compound.
  if known is null and fixes = array[]::text[] and size >= (case when is_latin then 5 else 2 end) then
    fixes := array(
      select s.word from private.search_words s
      where s.word like '%' || replace(replace(replace(bare, '\', '\\'), '%', '\%'), '_', '\_')
      order by s.documents desc, s.word limit 3
    );
  end if;
  return fixes;
end
$$;
comment on function private.search_fixes is
  'What a word may have meant instead. In: the word; how many texts have it, null when none has; whether it is the last of the query; whether words in use are corrected as well. Out: words, and where two words were typed as one, both with a space between them.';

-- 11_search_query/02_atoms.sql
create function private.search_word_atom(
  typed text, is_last boolean, guess boolean, without_stops boolean, texts double precision
) returns private.search_atom
language plpgsql stable set search_path = ''
as $$
declare
  size constant integer := char_length(typed);
  bare constant text := rtrim(typed, '+#');
  stem constant text := private.search_stem(typed);
  is_stop constant boolean := without_stops and private.is_stop_word(typed);
  is_hangul constant boolean := size > 1 and typed >= '가' collate "C" and typed < '힤' collate "C";
  known double precision;
  fixed double precision;
  fixes text[];
  fix text;
  choices text[] := array[]::text[];
  atom private.search_atom;
begin
  if is_stop and not (is_last and size > 1) then
    return atom;
  end if;
  select s.documents into known from private.search_words s where s.word = typed;
  atom.documents := greatest(
    coalesce(known, 0), (select s.documents from private.search_words s where s.word = stem)
  );
  if is_last or is_hangul then
    -- A few letters begin very many words.
    atom.documents := case when size < 3 and not is_hangul then 'infinity' else greatest(atom.documents, (
      select coalesce(sum(begun.documents), 0)
      from (
        select s.documents from private.search_words s where s.word >= typed and s.word < typed || U&'\+10FFFF' limit 500
      ) begun
    )) end;
  end if;

  atom.forms := array[typed];
  atom.strict_title := format('''%s''', typed);
  if stem is not null then
    atom.forms := atom.forms || stem;
    atom.strict_title := atom.strict_title || format(' | ''%s''', stem);
  end if;
  atom.strict_body := atom.strict_title;
  -- Korean puts its particles behind a word.
  if is_last or is_hangul or (known is null and size >= 3) then
    atom.prefix := typed;
    atom.strict_title := atom.strict_title || format(' | ''%s'':*', typed);
    -- In texts, a very short beginning would match nearly all, and a word that a thousand have is enough by itself.
    if (size >= 3 or is_hangul) and coalesce(known, 0) < 1000 then
      atom.strict_body := atom.strict_title;
    end if;
  end if;

  if bare <> typed then
    choices := choices || format('''%s''', bare);
  end if;
  fixes := private.search_fixes(typed, known, is_last, guess);
  foreach fix in array fixes loop
    choices := choices || format('(''%s''%s)', replace(fix, ' ', ''' <-> '''), case when is_hangul then ':*' else '' end);
    atom.forms := atom.forms || string_to_array(fix, ' ');
  end loop;
  if cardinality(choices) > 0 then
    atom.loose_title := atom.strict_title || ' | ' || array_to_string(choices, ' | ');
    atom.loose_body := atom.strict_body || ' | ' || array_to_string(choices, ' | ');
  end if;

  -- A word in use may be a mistake, but then a title that has the others must say so.
  if known is not null then
    atom.wide_title := atom.strict_title;
    atom.wide_body := atom.strict_body;
  end if;

  if is_stop then
    atom.strict_title := format('''%s'':*', typed);
    atom.strict_body := atom.strict_title;
    atom.rarity := 0.1;
    return atom;
  end if;
  if known is null and cardinality(fixes) > 0 then
    select sum(s.documents) into fixed from private.search_words s
    where s.word in (select split_part(f, ' ', 1) from unnest(fixes) f);
    atom.documents := greatest(atom.documents, fixed);
  end if;
  -- Digits are in no list of words; a word that is neither there nor like one there is in no text.
  atom.rarity := case
    when known is not null or fixed is not null or atom.documents between 1 and 1e15
      then private.rarity(greatest(known, fixed, case when known is null then atom.documents end), texts)
    when typed ~ '^[0-9]' or size < 3 then 2
    else 0
  end;
  return atom;
end
$$;
comment on function private.search_word_atom is
  'One word. In: the word; whether it is the last of the query, and so perhaps unfinished; whether words in use are corrected as well; whether stop words are left out. Out: its atom, empty for one that is left out.';

create function private.search_compound_atom(words text[], is_last boolean, guess boolean) returns private.search_atom
language plpgsql stable set search_path = ''
as $$
declare
  size constant integer := cardinality(words);
  last_mark constant text := case when is_last then ':*' else '' end;
  side_by_side constant text := format('''%s''', array_to_string(words, ''' <-> '''));
  -- In texts, a very short beginning would match nearly all.
  is_short constant boolean := is_last and char_length(words[size]) < 3;
  joined constant text := translate(array_to_string(words, ''), '+#', '');
  as_one constant text := format('''%s''', joined) || case when char_length(joined) > 2 then last_mark else '' end;
  part_mark constant text := case when char_length(words[size]) = 1 and char_length(joined) > 2 then '' else last_mark end;
  fixes text[];
  choice text;
  loose text[] := array[]::text[];
  atom private.search_atom;
begin
  atom.forms := words || joined;
  atom.prefix := case when is_last then words[size] end;
  atom.strict_title := format('(%s%s) | %s', side_by_side, part_mark, as_one);
  atom.strict_body := case when is_short then format('(%s) | %s', side_by_side, as_one) else atom.strict_title end;
  if size > 4 then
    return atom;
  end if;
  for i in 1..size loop
    fixes := private.search_corrections(words[i], 3, 0, false);
    atom.forms := atom.forms || fixes;
    choice := format('''%s''', words[i]) || case when i = size then part_mark else '' end;
    if cardinality(fixes) > 0 and (
      guess or not exists (select 1 from private.search_words s where s.word = words[i])
    ) then
      choice := format('%s | ''%s''', choice, array_to_string(fixes, ''' | '''));
    end if;
    loose := loose || format('(%s)', choice);
  end loop;
  atom.loose_title := format('%s | (%s)', atom.strict_title, array_to_string(loose, ' & '));
  atom.loose_body := case when is_short then atom.strict_body
    else format('%s | (%s)', atom.strict_body, array_to_string(loose, ' & ')) end;
  return atom;
end
$$;
comment on function private.search_compound_atom is
  'A compound ("pi-hole"), looked for as its words side by side or as one word; with corrections, all its words anywhere. In: its words; whether it ends the query; whether words in use are corrected as well. Out: its atom.';

-- 11_search_query/03_request.sql
create function private.search_atoms(query text, guess boolean) returns setof private.search_atom
language plpgsql stable set search_path = ''
as $$
declare
  words text[];
  chunks integer[];
  denses boolean[];
  total integer;
  without_stops boolean;
  synonyms private.synonym_place[];
  texts constant double precision := private.count_texts();
  first integer := 1;
  last integer;
  following integer;
  seen text[] := array[]::text[];
  used integer := 0;
  atom private.search_atom;
begin
  select array_agg(w.word order by w.place), array_agg(w.chunk order by w.place), array_agg(w.dense order by w.place)
  into words, chunks, denses
  from (select * from private.search_words_of(left(query, 400)) limit 48) w;
  total := coalesce(cardinality(words), 0);
  without_stops := exists (
    select 1 from unnest(words) with ordinality as t(w, i)
    where not private.is_stop_word(w) or (t.i = total and char_length(w) > 1)
  );
  synonyms := private.find_synonyms(words);

  while first <= total and used < 12 loop
    last := first;
    while last < total and chunks[last + 1] = chunks[first] and denses[last + 1] = denses[first]
      and (denses[first] or last - first < 4) loop
      last := last + 1;
    end loop;
    following := last + 1;
    if denses[first] then
      -- A pair of characters. The last character of a run is in the pair before it, unless it is all there is.
      atom := null;
      atom.strict_title := format('''%s''', words[first]) || case when first = last then ':*' else '' end;
      atom.strict_body := atom.strict_title;
      atom.forms := array[words[first]];
      atom.rarity := 3;
      following := case when first + 1 = last then last + 1 else first + 1 end;
    elsif first = last then
      atom := private.search_word_atom(words[first], last = total, guess, without_stops, texts);
    else
      atom := private.search_compound_atom(words[first:last], last = total, guess);
      atom.rarity := private.rarity(least(
        texts / 20, (select min(coalesce(s.documents, 0)) from unnest(words[first:last]) w
                     left join private.search_words s on s.word = w)
      ), texts);
    end if;
    if atom.strict_title is not null and atom.strict_title <> all(seen) then
      seen := seen || atom.strict_title;
      used := used + case when denses[first] then 1 else following - first end;
      if cardinality(synonyms) > 0 then
        atom := private.with_synonyms(atom, first, last, synonyms, texts);
      end if;
      atom.place := first;
      atom.strict_title := format('(%s)', atom.strict_title);
      atom.strict_body := format('(%s)', atom.strict_body);
      atom.loose_title := coalesce('(' || atom.loose_title || ')', atom.strict_title);
      atom.loose_body := coalesce('(' || atom.loose_body || ')', atom.strict_body);
      atom.wide_title := coalesce('(' || atom.wide_title || ')', atom.loose_title);
      atom.wide_body := coalesce('(' || atom.wide_body || ')', atom.loose_body);
      return next atom;
    end if;
    first := following;
  end loop;
end
$$;
comment on function private.search_atoms is
  'The parts of a query, in reading order and none twice, until they make up twelve words. In: what was typed; whether words in use are corrected as well. A stop word is asked for only where there is nothing else, or where it ends the query and may be unfinished.';

create function private.with_joined(joined text, joined_at integer, parts text[], places integer[]) returns tsquery
language plpgsql immutable set search_path = ''
as $$
begin
  return array_to_string(
    format('''%s''', joined) || array(
      select t.part from unnest(parts, places) as t(part, place) where t.place not in (joined_at, joined_at + 1)
    ),
    ' & '
  )::tsquery;
end
$$;
comment on function private.with_joined is
  'All parts of a query, two neighbours written as one word. In: that word, the number of the first of the two, the tsquery texts of all parts, and the number of each part''s first word.';

create function private.with_synonyms(
  atom private.search_atom,
  first integer,
  last integer,
  places private.synonym_place[],
  texts double precision
) returns private.search_atom
language plpgsql immutable set search_path = ''
as $$
declare
  place private.synonym_place;
begin
  foreach place in array places loop
    if place.first <= with_synonyms.first and place.last >= with_synonyms.last then
      atom.wide_title := coalesce(atom.wide_title, atom.loose_title, atom.strict_title) || ' | ' || place.title;
      atom.forms := atom.forms || place.forms;
      if atom.rarity = 0 and place.documents > 0 then
        atom.rarity := private.rarity(place.documents, texts);
      end if;
    end if;
  end loop;
  return atom;
end
$$;
comment on function private.with_synonyms is
  'A part of a query that synonyms stand for as well. In: the part, the numbers of its first and last word, where synonyms stand in the query, and how many texts there are. Out: the part with what else it may be.';

create type private.search_request as (
  query text,
  words text[],
  typed_key text,
  titles text[],
  bodies text[],
  title_strict tsquery,
  title_loose tsquery,
  body_strict tsquery,
  body_loose tsquery,
  phrase tsquery,
  whole tsquery,
  marked text[],
  prefix text,
  share double precision,
  strict_titles text[],
  wide_titles text[],
  wide_bodies text[],
  rarities double precision[],
  documents double precision[],
  texts double precision
);
comment on type private.search_request is
  'What was typed, its words and these words as one text; for each part of it a tsquery text for titles and one for longer texts; what has all parts, as typed (strict) and with corrections (loose); what has the words side by side, and what has them as whole words; the words to highlight, and a beginning of words to highlight; the share of all texts that may have all parts, null where that cannot be told; for each part also tsquery texts for titles as typed, and for titles and longer texts of posts that have only some parts; how much it says and about how many texts have it; how many texts there are.';

create type private.search_hits as (
  ids bigint[],
  comment_posts bigint[],
  comment_ids bigint[],
  title_guess tsquery,
  marked text[],
  is_exact boolean
);
comment on type private.search_hits is
  'All posts found; those found by a comment alone, and that comment of each; what titles were asked for when words in use were corrected as well; the words to highlight; whether nothing else matches.';

create function private.read_search(query text) returns private.search_request
language plpgsql stable set search_path = ''
as $$
declare
  asked private.search_request;
  places integer[];
  joined text;
  joined_at integer;
begin
  asked.query := query;
  asked.texts := private.count_texts();
  select array_agg(w.word order by w.place), string_agg(w.word, ' ' order by w.place)
  into asked.words, asked.typed_key
  from (select * from private.search_words_of(left(query, 400)) limit 48) w;
  select array_agg(a.place order by a.place), array_agg(a.loose_title order by a.place),
    array_agg(a.loose_body order by a.place), array_agg(a.strict_title order by a.place),
    array_agg(a.wide_title order by a.place), array_agg(a.wide_body order by a.place),
    array_agg(coalesce(a.rarity, 1) order by a.place), array_agg(a.documents order by a.place),
    string_agg(a.strict_title, ' & ' order by a.place)::tsquery,
    string_agg(a.strict_body, ' & ' order by a.place)::tsquery, max(a.prefix),
    string_to_array(string_agg(array_to_string(a.forms, ' '), ' ' order by a.place), ' '),
    exp(sum(ln(least(1, (a.documents + 1) / asked.texts))))
  into places, asked.titles, asked.bodies, asked.strict_titles, asked.wide_titles, asked.wide_bodies, asked.rarities, asked.documents,
    asked.title_strict, asked.body_strict, asked.prefix, asked.marked, asked.share
  -- Each part once, however often it was typed.
  from (select distinct on (strict_title) * from private.search_atoms(query, false) order by strict_title, place) a;
  if asked.titles is null then
    return asked;
  end if;
  if not exists (
    select from unnest(asked.rarities, asked.titles, asked.bodies) as t(rarity, title, body)
    where t.rarity = 0 and private.is_nowhere(t.title, t.body)
  ) then
    asked.title_loose := array_to_string(asked.titles, ' & ')::tsquery;
    asked.body_loose := coalesce(
      (
        select string_agg(t.body, ' & ' order by t.i)
        from unnest(asked.bodies, asked.rarities, asked.documents) with ordinality as t(body, rarity, documents, i)
        where t.rarity > 0.1 or t.documents < 'infinity'
      ),
      array_to_string(asked.bodies, ' & ')
    )::tsquery;
  end if;
  asked.phrase := (
    select string_agg(format('''%s''', w) || case when i = cardinality(asked.words) then ':*' else '' end, ' <-> ' order by i)
    from unnest(asked.words) with ordinality as t(w, i) where i <= 8
  )::tsquery;
  asked.whole := (
    select string_agg(format('''%s''', w), ' & ') from unnest(asked.words) w where not private.is_stop_word(w)
  )::tsquery;
  -- The first two neighbours that others write as one word, in German also with a letter between them.
  select w.word, t.i into joined, joined_at
  from generate_series(1, least(cardinality(asked.words), 13) - 1) as t(i),
    lateral (
      select s.word from private.search_words s
      where s.word = any (array(
        select asked.words[t.i] || link || asked.words[t.i + 1] from unnest(array['', 's', 'n', 'en', 'es']) link
      ))
      order by char_length(s.word) limit 1
    ) w
  where char_length(w.word) > 3
  order by t.i limit 1;
  if found then
    asked.title_loose := coalesce(asked.title_loose || private.with_joined(joined, joined_at, asked.titles, places),
      private.with_joined(joined, joined_at, asked.titles, places));
    asked.body_loose := coalesce(asked.body_loose || private.with_joined(joined, joined_at, asked.bodies, places),
      private.with_joined(joined, joined_at, asked.bodies, places));
    asked.marked := asked.marked || joined;
  end if;
  return asked;
end
$$;
comment on function private.read_search is
  'Reads a query. In: what was typed. Out: the request with each part once, without titles when there is nothing to look for.';

-- 11_search_query/04_finding.sql
create function private.find_titles(asked private.search_request, most integer) returns bigint[]
language plpgsql stable set search_path = ''
as $$
begin
  return private.find_voted(asked.title_loose, (select min(d) from unnest(asked.documents) d), asked.share, most);
end
$$;
comment on function private.find_titles is 'Posts whose titles have all parts of the query, at most so many.';

create function private.find_closest_titles(asked private.search_request) returns bigint[]
language plpgsql stable set search_path = ''
as $$
declare
  most constant integer := 100;
  few constant integer := 20;
  ids bigint[] := array(
    select t.post_id from private.search_titles t
    where t.key >= asked.typed_key and t.key < asked.typed_key || U&'\+10FFFF' order by t.key, t.post_id limit most
  );
  said bigint[];
begin
  if cardinality(asked.words) < 2 then
    return ids;
  end if;
  if (select min(d) from unnest(asked.documents) d) <= 20000 then
    return ids || array(select t.post_id from private.search_titles t where t.title @@ asked.phrase limit most);
  end if;
  said := array(select t.post_id from private.search_titles t where t.tier >= 6 and t.title @@ asked.phrase limit most);
  if cardinality(said) < few then
    said := array(select t.post_id from private.search_titles t where t.tier >= 3 and t.title @@ asked.phrase limit most);
  end if;
  return ids || said;
end
$$;
comment on function private.find_closest_titles is
  'Posts whose titles begin with the query or have its words side by side: the likeliest of too many to rank. Of words that many titles share, only titles with votes are looked up.';

create function private.find_guessed_titles(
  asked private.search_request,
  most integer,
  out ids bigint[],
  out title_guess tsquery,
  out marked text[]
) returns record
language plpgsql stable set search_path = ''
as $$
begin
  select string_agg(a.loose_title, ' & ')::tsquery,
    asked.marked || string_to_array(string_agg(array_to_string(a.forms, ' '), ' ' order by a.place), ' ')
  into title_guess, marked
  from private.search_atoms(asked.query, true) a;
  if title_guess <> array_to_string(asked.titles, ' & ')::tsquery then
    ids := private.find_voted(title_guess, (select min(d) from unnest(asked.documents) d), asked.share, most);
  end if;
end
$$;
comment on function private.find_guessed_titles is
  'Posts whose titles have what the query may have meant ("from" for "form"), at most so many; what titles were asked for; and the words to highlight.';

create function private.find_texts(asked private.search_request, most integer, out ids bigint[], out is_exact boolean) returns record
language plpgsql stable set search_path = ''
as $$
declare
  is_common constant boolean := (select min(d) from unnest(asked.documents) d) > 50000;
begin
  if is_common or asked.share > 0.08 then
    ids := array(
      select t.post_id
      from (select s.post_id, s.vector from private.search_posts s order by s.post_id desc limit 3000) t
      where t.vector @@ asked.body_loose limit most
    );
    is_exact := false;
    if is_common or cardinality(ids) >= most / 2 then
      return;
    end if;
  end if;
  ids := private.find_newest(asked.body_loose, most);
  is_exact := cardinality(ids) < most;
end
$$;
comment on function private.find_texts is
  'Posts that have all parts of the query in title and details together, at most so many, and whether there are no others. What a large share of texts has is looked for among the newest, and that is enough if it finds half as many, or if the index would have to look at very many.';

create function private.find_comments(
  asked private.search_request,
  known bigint[],
  most integer,
  out post_ids bigint[],
  out comment_ids bigint[]
) returns record
language plpgsql stable set search_path = ''
as $$
begin
  select coalesce(array_agg(c.post_id), array[]::bigint[]), coalesce(array_agg(c.comment_id), array[]::bigint[])
  into post_ids, comment_ids
  from (
    select distinct on (hit.post_id) hit.post_id, hit.comment_id
    from (
      select s.post_id, s.comment_id from private.search_comments s where s.vector @@ asked.body_loose limit most
    ) hit
    where hit.post_id <> all(known)
    order by hit.post_id, hit.comment_id
  ) c;
end
$$;
comment on function private.find_comments is
  'Posts, other than those known, with a comment that has all parts of the query, and the first such comment of each.';

create function private.is_nowhere(title text, body text) returns boolean
language sql stable set search_path = ''
as $$
  select not exists (select from private.search_titles t where t.title @@ is_nowhere.title::tsquery)
    and not exists (select from private.search_posts s where s.vector @@ is_nowhere.body::tsquery)
    and not exists (select from private.search_comments s where s.vector @@ is_nowhere.body::tsquery)
$$;
comment on function private.is_nowhere is
  'Whether no text has a part of a query, in whichever form. In: tsquery texts for titles and for longer texts.';

create function private.find_voted(wanted tsquery, texts double precision, share double precision, most integer) returns bigint[]
language plpgsql stable set search_path = ''
as $$
declare
  many constant integer := 4000;
  few constant integer := 20;
  ids bigint[] := array[]::bigint[];
begin
  if texts > 5 * many then
    ids := array(
      select f.post_id
      from (select t.post_id, t.tier from private.search_titles t where t.tier >= 6 and t.title @@ wanted limit many) f
      order by f.tier desc, f.post_id desc limit most
    );
    if cardinality(ids) < most / 4 then
      ids := array(
        select f.post_id
        from (select t.post_id, t.tier from private.search_titles t where t.tier >= 3 and t.title @@ wanted limit many) f
        order by f.tier desc, f.post_id desc limit most
      );
    end if;
    if cardinality(ids) < few and share > 0.05 then
      ids := ids || array(
        select f.post_id
        from (select t.post_id, t.title from private.search_titles t order by t.post_id desc limit many) f
        where f.title @@ wanted limit most
      );
    end if;
    if cardinality(ids) >= few then
      return ids;
    end if;
  end if;
  return array(
    select f.post_id
    from (select t.post_id, t.tier from private.search_titles t where t.title @@ wanted limit many) f
    order by f.tier desc, f.post_id desc limit most
  );
end
$$;
comment on function private.find_voted is
  'Posts whose titles have what is asked for, at most so many, the most voted first. In: what is asked for; in how many texts the index has to look for it; the share of all texts that may have it, null where that cannot be told. What very many have is looked for among the most voted, and elsewhere only where these do not have it.';

create function private.find_newest(wanted tsquery, most integer) returns bigint[]
language plpgsql stable set search_path = ''
as $$
declare
  many constant integer := 4000;
begin
  return array(
    select f.post_id from (select s.post_id from private.search_posts s where s.vector @@ wanted limit many) f
    order by f.post_id desc limit most
  );
end
$$;
comment on function private.find_newest is
  'The newest posts that have what is asked for in title and details together, at most so many.';

-- 11_search_query/05_find_posts.sql
create function private.any_of(
  parts text[],
  rarities double precision[],
  documents double precision[],
  texts double precision,
  most integer
) returns tsquery
language plpgsql immutable set search_path = ''
as $$
declare
  -- Words that are about the same thing meet more often than chance would have it.
  meeting constant integer := 4;
  common constant integer := 20000;
  sorted text[];
  counts double precision[];
  room double precision := most;
  chosen text[] := array[]::text[];
  expected double precision;
begin
  select array_agg(p.part order by p.count), array_agg(p.count order by p.count) into sorted, counts
  from (
    select t.part, least(coalesce(t.documents, texts / 200), texts) as count
    from unnest(parts, rarities, documents) as t(part, rarity, documents)
    where t.rarity > 0.2 order by t.rarity desc limit 8
  ) p;
  for i in 1..coalesce(cardinality(sorted), 0) loop
    exit when counts[i] > common;
    if counts[i] <= room then
      chosen := chosen || sorted[i];
      room := room - counts[i];
    else
      for j in i + 1..cardinality(sorted) loop
        expected := least(counts[i], meeting * counts[i] * counts[j] / texts);
        if expected <= room then
          chosen := chosen || format('(%s & %s)', sorted[i], sorted[j]);
          room := room - expected;
        end if;
      end loop;
    end if;
  end loop;
  return case when chosen <> '{}' then array_to_string(chosen, ' | ')::tsquery end;
end
$$;
comment on function private.any_of is
  'What says most of a query: each rare part alone, and others with a second one, about so many texts in all; nothing that the index would have to look for in very many. In: the tsquery texts of its parts; how much each says and how many texts have it; how many texts there are; how many may match. Out: a tsquery, null where all parts are common.';

create function private.find_partly(asked private.search_request, most integer) returns bigint[]
language plpgsql stable set search_path = ''
as $$
declare
  in_texts constant tsquery := private.any_of(asked.wide_bodies, asked.rarities, asked.documents, asked.texts, most);
  in_titles constant tsquery := private.any_of(asked.wide_titles, asked.rarities, asked.documents, asked.texts, most);
begin
  return array(
    select f from unnest(private.find_voted(
      array_to_string(asked.wide_titles, ' | ')::tsquery, (select sum(d) from unnest(asked.documents) d), null, most / 4
    )) f
    union
    select f from unnest(private.find_voted(in_titles, most, null, most)) f
    union
    select f from unnest(private.find_newest(in_texts, most)) f
  );
end
$$;
comment on function private.find_partly is
  'Posts that have most of the query in their titles, at most so many; if few do, also in their details.';

create function private.find_posts(asked private.search_request) returns private.search_hits
language plpgsql stable set search_path = ''
as $$
declare
  most constant integer := 500;
  -- Posts whose titles say it all are enough by themselves.
  enough constant integer := 200;
  size constant integer := cardinality(asked.titles);
  titles constant bigint[] := private.find_titles(asked, most);
  guess record;
  texts record;
  comments record;
  partly bigint[];
  hits private.search_hits;
begin
  hits.marked := asked.marked;
  if cardinality(titles) >= most then
    hits.ids := array(select distinct f from unnest(titles || private.find_closest_titles(asked)) f);
    hits.is_exact := false;
    return hits;
  end if;
  hits.ids := titles;
  if cardinality(titles) = 0 and size > 1 then
    guess := private.find_guessed_titles(asked, most / 2);
    if cardinality(guess.ids) > 0 then
      hits.ids := guess.ids;
      hits.title_guess := guess.title_guess;
      hits.marked := guess.marked;
    end if;
  end if;
  if cardinality(hits.ids) >= enough then
    hits.is_exact := false;
    return hits;
  end if;
  texts := private.find_texts(asked, most);
  hits.ids := array(select distinct f from unnest(hits.ids || texts.ids) f);
  hits.is_exact := texts.is_exact;
  if hits.is_exact and cardinality(hits.ids) < enough then
    comments := private.find_comments(asked, hits.ids, most);
    hits.comment_posts := comments.post_ids;
    hits.comment_ids := comments.comment_ids;
    hits.ids := hits.ids || hits.comment_posts;
    hits.is_exact := cardinality(hits.comment_posts) < most;
  end if;
  if cardinality(hits.ids) < enough and (size > 1 or asked.wide_titles <> asked.titles) then
    partly := private.find_partly(asked, most);
    hits.ids := array(select distinct f from unnest(hits.ids || partly) f);
    hits.is_exact := hits.is_exact and cardinality(partly) < most;
  end if;
  return hits;
end
$$;
comment on function private.find_posts is
  'All steps above, each only where it is needed. In: the request. Out: what was found.';

-- 11_search_query/06_ranking.sql
create function private.keep_place(
  asked private.search_request,
  hits private.search_hits,
  slug text,
  wanted public.post_state
) returns private.search_hits
language plpgsql stable set search_path = ''
as $$
declare
  most constant integer := 500;
  many constant integer := 4000;
  category constant integer := (select c.id from public.categories c where c.slug = keep_place.slug);
  own bigint[] := array(
    select p.id from public.posts p
    where p.id = any (hits.ids) and (keep_place.slug is null or p.category_id = category)
      and (wanted is null or p.state = wanted)
  );
  favoured bigint[];
begin
  if not hits.is_exact then
    -- Each in the order of an index.
    if keep_place.slug is null then
      favoured := array(
        select p.id from public.posts p where p.state = wanted and p.deleted_at is null
        order by p.votes_total desc, p.activity_at desc, p.id desc limit many
      );
    elsif wanted is null then
      favoured := array(
        select p.id from public.posts p where p.category_id = category and p.deleted_at is null
        order by p.votes_total desc, p.activity_at desc, p.id desc limit many
      );
    else
      favoured := array(
        select p.id from public.posts p
        where p.category_id = category and p.state = wanted and p.deleted_at is null
        order by p.votes_total desc, p.activity_at desc, p.id desc limit many
      );
    end if;
    own := array(
      select f from unnest(own) f
      union
      (select f.id
       from (select f.id from unnest(favoured) with ordinality f(id, place) order by f.place offset 0) f
       where (select t.title @@ asked.title_loose from private.search_titles t where t.post_id = f.id)
       limit most)
    );
  end if;
  hits.ids := own;
  return hits;
end
$$;
comment on function private.keep_place is
  'What was found, without posts of other categories or states; null keeps all. When more was found than is ranked, most of it may lie in those: the most voted posts of the place itself are looked through as well. Planned with the settings of search_posts, which alone calls it.';

create function private.said_by(
  title tsvector,
  both_texts tsvector,
  strict_titles tsquery[],
  wide_titles tsquery[],
  bodies tsquery[],
  rarities double precision[]
) returns double precision
language plpgsql immutable set search_path = ''
as $$
declare
  -- Unpacked once.
  vector constant tsvector := both_texts || ''::tsvector;
  in_details constant double precision := 0.35 + 0.2 * least(1, 40.0 / greatest(length(vector), 1));
  said double precision := 0;
begin
  for i in 1..cardinality(rarities) loop
    if title @@ wide_titles[i] then
      said := said + rarities[i] * case when title @@ strict_titles[i] then 1 else 0.8 end;
    elsif vector @@ bodies[i] then
      said := said + rarities[i] * in_details;
    end if;
  end loop;
  return said;
end
$$;
comment on function private.said_by is
  'How much of what the query says a post says: its parts by their rarity, in the title whole, in the details half, and less where it was corrected or means the same. In: the words of its title, those of title and details, and the parts of the query.';

create function private.rank_posts(
  asked private.search_request,
  hits private.search_hits,
  after_score numeric,
  after_id bigint,
  max_rows integer
) returns table(
  post_id bigint,
  comment_id bigint,
  score numeric
)
language plpgsql stable rows 20 set search_path = ''
as $$
declare
  size constant integer := cardinality(asked.titles);
  -- Of one or two words a title says little by being short or beginning with them, and much by its votes.
  by_shape constant double precision := case when size > 2 then 1 else 0.1 end;
  whole_rarity constant double precision := greatest((select sum(r) from unnest(asked.rarities) r), 0.01);
  strict_titles constant tsquery[] := asked.strict_titles::tsquery[];
  wide_titles constant tsquery[] := asked.wide_titles::tsquery[];
  bodies constant tsquery[] := asked.wide_bodies::tsquery[];
begin
  return query
  with ranked as materialized (
    select t.post_id, hit.comment_id,
      round((
        case
          when m.worth > 0 then m.worth + 0.5
            + case when cardinality(asked.words) > 1 and t.title @@ asked.phrase then 1 else 0 end
            + case when t.title @@ asked.whole then 0.6 else 0 end
          else greatest(
            4.4 * private.said_by(t.title, s.vector, strict_titles, wide_titles, bodies, asked.rarities) / whole_rarity
              + case when s.vector @@ asked.body_strict then 0.8 when s.vector @@ asked.body_loose then 0.5 else 0 end,
            case when t.title @@ hits.title_guess then 2.9 when hit.comment_id is not null then 1.8 else 0 end
          )
        end
        + case when t.key = asked.typed_key then 3 when starts_with(t.key, asked.typed_key) then 1.5 * by_shape else 0 end
        + by_shape * 0.5 * least(size / greatest(length(t.title), 1)::double precision, 1)
        + 0.0075 * t.popularity
      )::numeric, 6) as score
    from unnest(hits.ids) as given(post_id)
    join private.search_titles t on t.post_id = given.post_id
    cross join lateral (
      select case when t.title @@ asked.title_strict then 6 when t.title @@ asked.title_loose then 5 else 0 end as worth
      offset 0
    ) m
    left join private.search_posts s on s.post_id = given.post_id and m.worth = 0
    left join unnest(hits.comment_posts, hits.comment_ids) as hit(post_id, comment_id) on hit.post_id = given.post_id
  ),
  after_row as materialized (
    select coalesce(
      (select r.score from ranked r where r.post_id = after_id and abs(r.score - after_score) < 0.02), after_score
    ) as score
  )
  select r.post_id, r.comment_id, r.score from ranked r
  where after_id is null or (r.score, r.post_id) < ((select a.score from after_row a), after_id)
  order by r.score desc, r.post_id desc limit max_rows;
end
$$;
comment on function private.rank_posts is
  'One page of what was found, best first, after the score and id of the last row seen (null: from the start). What a post scores: 6.5 for a title with all parts of the query as typed and 5.5 for one with corrections, more for a phrase and for whole words. Any other scores up to 4.4 for how much of what the query says it has (its parts by their rarity, in details half), 0.8 for all parts in details, at least 2.9 for a guessed title and 1.8 for a comment. To all of these come points for a title that is or begins with the query, for how much of the title the query is, and for votes. A word grows commoner while somebody turns pages, which moves all scores a little: the page begins after the last row seen as it scores now, unless that has moved by itself.';

-- 11_search_query/07_snippets.sql
create function private.search_ranges(value text, forms text[], prefix text) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  most constant integer := 40;
  between constant text := '-._' || private.search_gaps();
  words text[];
  -- Where each word starts; null where one letter between two words is all there is.
  starts integer[];
  -- What something asked for begins with: most words do not, and are looked at no closer.
  heads text := coalesce(left(prefix, 1), '');
  word text;
  fold text;
  next_fold text;
  start integer;
  past integer := -1;
  next_start integer;
  is_marked boolean;
  is_joined boolean := false;
  first integer;
  stop integer := -1;
  island integer;
  ranges jsonb := '[]';
begin
  foreach word in array forms loop
    heads := heads || left(word, 1);
  end loop;
  if octet_length(value) > char_length(value) and value ~ ('[' || private.search_dense() || ']') then
    select array_agg(p.word order by p.i), array_agg(p.past - char_length(p.word) order by p.i) into words, starts
    from (
      select t.i, t.m[1] as word, sum(char_length(coalesce(t.m[1], t.m[2]))) over (order by t.i) as past
      from regexp_matches(
        value, '([' || private.search_dense() || ']|[^' || between || private.search_dense() || ']+)|([' || between || ']+)', 'g'
      ) with ordinality as t(m, i)
    ) p
    where p.word is not null;
  else
    words := regexp_split_to_array(value, '[' || between || ']');
  end if;
  for i in 1..coalesce(cardinality(words), 0) loop
    word := words[i];
    start := coalesce(starts[i], past + 1);
    past := start + char_length(word);
    fold := case when octet_length(word) = char_length(word) then replace(ltrim(lower(word), '+#'), '''', '')
      else private.search_fold(word) end;
    continue when fold = '' or not is_joined and strpos(heads, left(fold, 1)) = 0;
    is_marked := is_joined or fold = any (forms) or starts_with(fold, prefix) or case
      when fold ~ '^[a-z]{3}' then (ts_lexize('pg_catalog.english_stem', rtrim(fold, '+#')))[1] = any (forms)
      else rtrim(fold, '+#') = any (forms) end;
    -- One with the word after it: dark-mode, or where words have nothing between them.
    is_joined := false;
    next_start := coalesce(starts[i + 1], past + 1);
    if words[i + 1] <> ''
       and (next_start = past or next_start = past + 1 and substr(value, next_start, 1) in ('-', '.', '_')) then
      next_fold := ltrim(private.search_fold(words[i + 1]), '+#');
      if next_fold <> '' and fold || next_fold = any (forms) then
        is_marked := next_start > past or fold !~ '^[a-z]{3}' or is_marked;
        is_joined := next_start > past or next_fold !~ '^[a-z]{3}';
      end if;
    end if;
    if is_marked then
      first := past - char_length(ltrim(word, '''’'));
      if first > stop then
        if island is not null then
          ranges := ranges || jsonb_build_array(jsonb_build_array(island, stop - island));
        end if;
        exit when jsonb_array_length(ranges) = most;
        island := first;
      end if;
      stop := past - (char_length(word) - char_length(rtrim(word, '''’')));
    end if;
  end loop;
  if island is not null and jsonb_array_length(ranges) < most then
    ranges := ranges || jsonb_build_array(jsonb_build_array(island, stop - island));
  end if;
  return ranges;
end
$$;
comment on function private.search_ranges is
  'Where a text has words of a query, for highlighting. A sign that search doesn''t compare, such as the skin tone of an emoji, joins no words.';

create function private.search_snippet(value text, forms text[], phrase text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  accents constant text := 'àáâãäåāăąçćčďèéêëēęěğìíîïīıľĺñńňòóôõöøōőřŕśšşșťțùúûüūůűýÿžźż';
  letters constant text := 'aaaaaaaaacccdeeeeeeegiiiiiillnnnoooooooorrssssttuuuuuuuyyzzz';
  low text;
  hit integer;
  best integer := 0;
  most integer := 0;
  count_here integer;
  form text;
  other text;
  nearby text;
  start integer;
  stop integer;
begin
  if char_length(value) <= 220 then
    return value;
  end if;
  low := lower(value);
  -- The second attempt ignores accents.
  for attempt in 1..2 loop
    best := case when char_length(phrase) > 2 then strpos(low, phrase) else 0 end;
    exit when best > 0;
    foreach form in array forms[1:16] loop
      -- The start of a word if there is one, else anywhere.
      hit := strpos(low, ' ' || form);
      hit := case when hit > 0 then hit + 1 when left(low, char_length(form)) = form then 1
        when char_length(form) > 2 or octet_length(form) > char_length(form) then strpos(low, form) else 0 end;
      if hit > 0 then
        nearby := substr(low, greatest(hit - 60, 1), 200);
        count_here := 0;
        foreach other in array forms[1:16] loop
          count_here := count_here + (strpos(nearby, other) > 0)::integer;
        end loop;
        if count_here > most or (count_here = most and hit < best) then
          most := count_here;
          best := hit;
        end if;
      end if;
    end loop;
    exit when best > 0 or octet_length(value) = char_length(value);
    low := translate(low, accents, letters);
  end loop;
  start := greatest(best - 60, 1);
  if start > 1 then
    hit := strpos(substr(value, start, 30), ' ');
    start := case when hit > 0 then start + hit else start end;
  end if;
  stop := start + 200;
  if stop <= char_length(value) then
    hit := strpos(reverse(substr(value, stop - 30, 30)), ' ');
    stop := case when hit > 0 then stop - hit else stop end;
  end if;
  return case when start > 1 then '…' else '' end || substr(value, start, stop - start)
    || case when stop <= char_length(value) then '…' else '' end;
end
$$;
comment on function private.search_snippet is
  'About 200 characters of a plain text from where most of the searched words are close together. In: the text, the words, and all of them as one phrase, which is preferred.';

-- 11_search_query/08_search.sql
create function private.read_search_cursor(given text, out score numeric, out id bigint) returns record
language plpgsql immutable set search_path = ''
as $$
begin
  if given is null then
    return;
  end if;
  begin
    score := (private.read_cursor(given) ->> 0)::numeric;
    id := (private.read_cursor(given) ->> 1)::bigint;
  exception when others then
    score := null;
  end;
  if score is null or id is null then
    raise exception 'Unknown cursor' using errcode = '22023';
  end if;
end
$$;
comment on function private.read_search_cursor is
  'In: the row_cursor of the last row seen, or null. Out: where that row stood. Refuses what was never given out.';

create function public.search_posts(
  query text,
  after_cursor text default null,
  max_rows integer default 20,
  in_category text default null,
  in_state public.post_state default null
) returns table(
  id bigint,
  category_slug text,
  slug text,
  title text,
  state public.post_state,
  votes_total integer,
  comments_total integer,
  created_at timestamptz,
  author_name text,
  author_is_team boolean,
  snippet text,
  snippet_source text,
  title_ranges jsonb,
  snippet_ranges jsonb,
  total integer,
  total_is_exact boolean,
  row_cursor text
)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = 'force_generic_plan'
as $$
declare
  row_limit constant integer := least(greatest(coalesce(max_rows, 20), 1), 100);
  after_row constant record := private.read_search_cursor(after_cursor);
  asked constant private.search_request := private.read_search(query);
  hits private.search_hits;
begin
  perform private.require_small_select(3);
  if asked.titles is null then
    return;
  end if;
  hits := private.find_posts(asked);
  if in_category is not null or in_state is not null then
    hits := private.keep_place(asked, hits, in_category, in_state);
  end if;
  return query
  select p.id, c.slug, p.slug, p.title, p.state, p.votes_total, p.comments_total, p.created_at, a.name,
    coalesce(a.is_team, false),
    shown.snippet, case when page.comment_id is null then 'details' else 'comment' end,
    private.search_ranges(p.title, hits.marked, asked.prefix),
    private.search_ranges(shown.snippet, hits.marked, asked.prefix),
    cardinality(hits.ids), hits.is_exact, jsonb_build_array(page.score, page.post_id)::text
  from private.rank_posts(asked, hits, after_row.score, after_row.id, row_limit) page
  join public.posts p on p.id = page.post_id
  join public.categories c on c.id = p.category_id
  join private.search_posts s on s.post_id = page.post_id
  left join public.profiles a on a.id = p.author_id
  left join private.search_comments sc on sc.comment_id = page.comment_id
  cross join lateral (
    select private.search_snippet(coalesce(sc.body, s.body), hits.marked, asked.typed_key) as snippet offset 0
  ) shown
  order by page.score desc, page.post_id desc;
end
$$;
comment on function public.search_posts is
  'Searches posts. In: what was typed (anything; only its first 400 characters count), the row_cursor of the last row seen, how many rows (1-100). Out: best first, the columns of list_posts and   snippet, snippet_source: plain text round the match, from ''details'', or from ''comment'' when only a comment matched;   title_ranges, snippet_ranges: what to highlight, [[start, length], ...] counted in code points from 0;   total, total_is_exact: how many posts were found, the same on every row; past 500 only so many are ranked. A title outweighs details, and details outweigh comments; whole words, phrases and votes order what is otherwise alike. When no title has all words, words in use are corrected as well, and posts that miss a word come last. Security definer because the words are kept in a schema clients cannot read; it shows public columns only.';
grant execute on function public.search_posts to anon, authenticated, service_role;

create function public.near_words(query text) returns setof text
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return query
  select n.shown
  from (
    select shown.word as shown, max(near.likeness) as likeness
    from (
      select t.word from private.search_words_of(left(near_words.query, 100)) t
      where char_length(t.word) between 3 and 32 and not t.dense and not private.is_stop_word(t.word)
      order by t.place limit 4
    ) typed,
    lateral (
      select w.word, extensions.similarity(w.word, typed.word) as likeness
      from private.search_words w where w.word operator(extensions.%) typed.word and w.word <> typed.word
      order by likeness desc, w.documents desc, w.word limit 4
    ) near,
    -- As it stands in a title, which may be longer than the stem that search keeps.
    lateral (
      select found.word
      from (
        select t.key from private.search_titles t where t.title @@ format('''%s''', near.word)::tsquery limit 1
      ) known,
        unnest(string_to_array(known.key, ' ')) found(word)
      where found.word = near.word or private.search_stem(found.word) = near.word
      limit 1
    ) shown
    group by shown.word
  ) n
  order by n.likeness desc, n.shown limit 5;
end
$$;
comment on function public.near_words is
  'Words of titles that are spelt like those of a query, for one that found nothing. In: what was typed. Out: at most five words, the likest first. Security definer for the same reason as search_posts.';
grant execute on function public.near_words to anon, authenticated, service_role;

-- 11_search_query/09_misses.sql
create table private.search_misses (
  words text collate "C" primary key,
  times integer not null default 1,
  last_at timestamptz not null default now()
);
comment on table private.search_misses is
  'Queries that found nothing, as their words, and how often. Who asked is not kept, and neither is what looks like an address or a number of somebody.';

create index search_misses_times_idx on private.search_misses (times, last_at);

alter table private.search_misses enable row level security;

create function public.count_search_miss(query text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 2000;
  typed constant text := left(count_search_miss.query, 100);
  missed constant text := (select string_agg(w.word, ' ' order by w.place) from private.search_words_of(typed) w);
begin
  if coalesce(char_length(missed), 0) < 3 or typed ~ '@|[0-9]{5}' or exists (select 1 from public.search_posts(typed, null, 1)) then
    return false;
  end if;
  insert into private.search_misses as m (words) values (missed)
  on conflict (words) do update set times = m.times + 1, last_at = now()
  where m.last_at < now() - interval '10 seconds';
  -- What was on the way to it: a search follows each pause in typing.
  delete from private.search_misses m
  where m.words <> missed and starts_with(missed, m.words) and m.times = 1 and m.last_at > now() - interval '1 minute';
  if random() < 0.1 then
    delete from private.search_misses m
    where m.words in (
      select s.words from private.search_misses s order by s.times desc, s.last_at desc offset most for update skip locked
    );
  end if;
  return true;
end
$$;
comment on function public.count_search_miss is
  'Counts a query that found nothing; one that does find something is not counted, whoever says so. Once in ten seconds for the same words, and of the rarest only so many are kept, so that nobody fills a table with it. Out: whether it did.';
grant execute on function public.count_search_miss to anon, authenticated, service_role;

create function public.admin_search_misses(max_rows integer default 50) returns table(
  words text,
  times integer,
  last_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select m.words, m.times, m.last_at from private.search_misses m
  order by m.times desc, m.last_at desc, m.words limit least(greatest(max_rows, 1), 500);
end
$$;
comment on function public.admin_search_misses is 'What was looked for in vain, for admins: most often first.';
grant execute on function public.admin_search_misses to authenticated, service_role;

create function public.admin_forget_search_miss(missed text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from private.search_misses m where m.words = missed;
end
$$;
comment on function public.admin_forget_search_miss is
  'Forgets it: the words have been understood, or were nonsense.';
grant execute on function public.admin_forget_search_miss to authenticated, service_role;

-- 12_similar/01_similar.sql
-- Posts that may say the same.

create function private.telling_words(details text, known text[], texts double precision) returns setof private.search_atom
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select (100 + row_number() over (order by w.rarity desc))::integer, w.query, w.query, w.query, w.query,
    array[w.form], null::text, w.documents, w.rarity, w.query, w.query
  from (
    select d.form, s.documents, private.rarity(s.documents, texts) as rarity, format('(''%s'')', d.form) as query
    from (
      select distinct coalesce(private.search_stem(t.word), t.word) as form
      from (select * from private.search_words_of(left(private.plain_text(left(details, 4000)), 2000)) limit 300) t
      where not t.dense and not private.is_stop_word(t.word)
    ) d
    join private.search_words s on s.word = d.form
    where d.form <> all (known) and s.documents > 1 and s.documents < texts / 4
    order by s.documents, d.form limit 6
  ) w;
end
$$;
comment on function private.telling_words is
  'What the details ask for besides the title: a few words that say most, each in use elsewhere. In: the details and the words of the title. Out: parts of a query.';

create function public.similar_posts(query text, max_rows integer default 5, details text default '') returns table(
  id bigint,
  slug text,
  category_slug text,
  title text,
  state public.post_state,
  votes_total integer,
  is_same boolean,
  snippet text,
  title_ranges jsonb,
  snippet_ranges jsonb
)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  typed constant text := left(similar_posts.query, 200);
  row_limit constant integer := least(greatest(coalesce(max_rows, 5), 1), 20);
  most constant integer := 300;
  typed_key text;
  texts constant double precision := private.count_texts();
  whole_rarity double precision;
  wide_titles tsquery[];
  strict_titles tsquery[];
  bodies tsquery[];
  rarities double precision[];
  in_titles tsquery;
  in_texts tsquery;
  any_part tsquery;
  all_parts tsquery;
  documents double precision[];
  marked text[];
  prefix text;
begin
  perform private.require_small_select(3);
  select string_agg(w.word, ' ' order by w.place) into typed_key from private.search_words_of(typed) w;
  if coalesce(char_length(typed_key), 0) < 3 then
    return;
  end if;
  -- What the title says counts whole, what only the details say a third.
  with parts as materialized (
    select a.*, 1.0 as weight from private.search_atoms(typed, false) a
    union all
    select a.*, 0.35 from private.telling_words(similar_posts.details, string_to_array(typed_key, ' '), texts) a
  )
  select sum(p.rarity) filter (where p.weight = 1),
    array_agg(p.wide_title::tsquery order by p.place), array_agg(p.strict_title::tsquery order by p.place),
    array_agg(p.wide_body::tsquery order by p.place), array_agg(coalesce(p.rarity, 1) * p.weight order by p.place),
    private.any_of(
      array_agg(p.wide_title order by p.place), array_agg(p.rarity order by p.place),
      array_agg(p.documents order by p.place), texts, most
    ),
    private.any_of(
      array_agg(p.wide_body order by p.place), array_agg(p.rarity order by p.place),
      array_agg(p.documents order by p.place), texts, most
    ),
    string_agg(p.wide_title, ' | ') filter (where p.weight = 1)::tsquery,
    string_agg(p.loose_title, ' & ') filter (where p.weight = 1)::tsquery,
    array_agg(p.documents) filter (where p.weight = 1),
    string_to_array(string_agg(array_to_string(p.forms, ' '), ' ' order by p.place), ' '), max(p.prefix)
  into whole_rarity, wide_titles, strict_titles, bodies, rarities, in_titles, in_texts, any_part, all_parts, documents,
    marked, prefix
  from parts p;
  return query
  select p.id, p.slug, c.slug, p.title, p.state, p.votes_total, best.is_same, shown.snippet,
    private.search_ranges(p.title, marked, prefix), private.search_ranges(shown.snippet, marked, prefix)
  from (
    select r.post_id, r.is_same, r.alike + 1.5 * r.said + 0.002 * r.popularity as score
    from (
      select t.post_id, t.popularity, t.key = typed_key as is_same,
        extensions.similarity(left(t.key, 200), typed_key) as alike,
        private.said_by(t.title, s.vector, strict_titles, wide_titles, bodies, rarities) / greatest(whole_rarity, 0.01) as said
      from (
        select f from unnest(private.find_voted(all_parts, (select min(d) from unnest(documents) d), null, 50)) f
        union
        select f from unnest(private.find_voted(any_part, (select sum(d) from unnest(documents) d), null, 50)) f
        union
        select f from unnest(private.find_voted(in_titles, most, null, most)) f
        union
        select f from unnest(private.find_newest(in_texts, most)) f
        union
        (select t.post_id from private.search_titles t where t.key = typed_key order by t.post_id limit 20)
      ) given(post_id)
      join private.search_titles t on t.post_id = given.post_id
      join private.search_posts s on s.post_id = given.post_id
    ) r
    where r.said >= 0.25 or r.alike >= 0.3
    order by score desc, r.post_id desc limit row_limit
  ) best
  join public.posts p on p.id = best.post_id
  join public.categories c on c.id = p.category_id
  join private.search_posts s on s.post_id = best.post_id
  cross join lateral (select private.search_snippet(s.body, marked, typed_key) as snippet offset 0) shown
  order by best.score desc, p.id desc;
end
$$;
comment on function public.similar_posts is
  'Posts that may say the same as a title that is being typed. In: the title (its first 200 characters count), how many posts (1-20). Out: the likeliest first. Security definer for the same reason as search_posts.';
grant execute on function public.similar_posts to anon, authenticated, service_role;

create table private.alike_posts (
  post_id bigint primary key references public.posts (id) on delete cascade,
  title text not null,
  other_ids bigint[] not null,
  found_at timestamptz not null default now()
);
comment on table private.alike_posts is
  'The posts that search finds alike by this title; found anew when the title changes, and every day.';

alter table private.alike_posts enable row level security;

create function private.newest_posts(most integer) returns setof public.posts
language sql stable set search_path = ''
as $$
  select p.* from public.posts p where p.deleted_at is null
  order by p.created_at desc, p.id desc limit least(greatest(most, 0), 100)
$$;
comment on function private.newest_posts is 'The newest posts, at most 100.';

create function private.find_alike(newest integer default 40, max_age interval default '1 day'::interval) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.alike_posts (post_id, title, other_ids)
  select p.id, p.title, array(select s.id from public.similar_posts(p.title, 4) s where s.id <> p.id)
  from private.newest_posts(newest) p
  where not exists (
    select from private.alike_posts a where a.post_id = p.id and a.title = p.title and a.found_at >= now() - max_age
  )
  order by p.id
  on conflict (post_id) do update
    set title = excluded.title, other_ids = excluded.other_ids, found_at = excluded.found_at;
  delete from private.alike_posts a where a.post_id in (
    select o.post_id from private.alike_posts o where o.found_at < now() - max_age for update skip locked
  );
end
$$;
comment on function private.find_alike is
  'Finds which posts the newest resemble, where that isn''t known or too old. Called by suggest_merges; the worker keeps the rest fresh. Rows are written in the order of ids.';

-- 12_similar/02_same_posts.sql
create table private.same_posts (
  low_id bigint references public.posts (id) on delete cascade,
  high_id bigint references public.posts (id) on delete cascade,
  user_id uuid default auth.uid() references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (low_id, high_id, user_id),
  check (low_id < high_id)
);
comment on table private.same_posts is
  'Who said of which two posts that they are the same.';

create index same_posts_high_idx on private.same_posts (high_id);
create index same_posts_user_idx on private.same_posts (user_id);

alter table private.same_posts enable row level security;

create table private.different_posts (
  low_id bigint references public.posts (id) on delete cascade,
  high_id bigint references public.posts (id) on delete cascade,
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz not null default now(),
  primary key (low_id, high_id),
  check (low_id < high_id)
);
comment on table private.different_posts is
  'Two posts that an admin has said are not the same: nobody is asked again.';

create index different_posts_high_idx on private.different_posts (high_id);
create index different_posts_decided_by_idx on private.different_posts (decided_by);

alter table private.different_posts enable row level security;

create function public.say_same(post_id bigint, other_id bigint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  posts constant bigint[] := array(
    select p.id from public.posts p where p.id in (say_same.post_id, other_id) and p.deleted_at is null order by p.id
  );
begin
  if me is null then
    raise exception 'Sign in to say so.' using errcode = '42501';
  end if;
  if say_same.post_id = other_id then
    raise exception 'These are two names of one post.' using errcode = '22023';
  end if;
  if cardinality(posts) < 2 then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
  if not exists (select from private.same_posts s where (s.low_id, s.high_id, s.user_id) = (posts[1], posts[2], me)) then
    insert into private.same_posts (low_id, high_id, user_id) values (posts[1], posts[2], me) on conflict do nothing;
  end if;
end
$$;
comment on function public.say_same is
  'Says for the caller that two posts are the same; saying it twice changes nothing.';
grant execute on function public.say_same to authenticated;

create function public.set_different(post_id bigint, other_id bigint, wanted boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_team();
  if wanted then
    insert into private.different_posts (low_id, high_id, decided_by)
    select least(p.id, q.id), greatest(p.id, q.id), auth.uid() from public.posts p, public.posts q
    where p.id = set_different.post_id and q.id = other_id and p.id <> q.id
    on conflict do nothing;
  else
    delete from private.different_posts d
    where d.low_id = least(set_different.post_id, other_id) and d.high_id = greatest(set_different.post_id, other_id);
  end if;
end
$$;
comment on function public.set_different is
  'Says, as an admin, that two posts are not the same, or that this is open again.';
grant execute on function public.set_different to authenticated;

create function public.suggest_merges(newest integer default 40) returns jsonb
language plpgsql security definer set search_path = '' set jit = off
as $$
declare
  texts constant double precision := greatest((select sum(t.posts) from public.post_totals t), 1);
begin
  perform private.require_team();
  perform private.find_alike(newest);
  return (
    with said as (
      select s.low_id, s.high_id, count(*)::integer as said_by from private.same_posts s group by 1, 2
    ),
    alike as (
      select distinct least(p.id, other) as low_id, greatest(p.id, other) as high_id
      from private.newest_posts(newest) p
      join private.alike_posts a on a.post_id = p.id
      cross join unnest(a.other_ids) other
    ),
    pairs as (
      select low_id, high_id, coalesce(said_by, 0) as said_by from alike full join said using (low_id, high_id)
    ),
    -- Materialized: else words are compared of every two posts there are.
    standing as materialized (
      select pairs.said_by, low as low_post, high as high_post
      from pairs
      join public.posts low on low.id = pairs.low_id and low.deleted_at is null
      join public.posts high on high.id = pairs.high_id and high.deleted_at is null
      where not exists (
        select from private.different_posts d where d.low_id = pairs.low_id and d.high_id = pairs.high_id
      )
    ),
    worded as (
      select s.said_by, s.low_post, s.high_post, w.shared, w.worth, w.share
      from standing s
      cross join lateral (
        with one as (select distinct word from private.search_words_of((s.low_post).title) w where not private.is_stop_word(w.word)),
          two as (select distinct word from private.search_words_of((s.high_post).title) w where not private.is_stop_word(w.word)),
          -- Words that one in ten texts has say nothing.
          counted as (
            select word, coalesce(k.documents, 1) as documents, two.word is not null as is_shared
            from one left join two using (word) left join private.search_words k using (word)
          )
        select array_agg(word order by documents) filter (where is_shared and documents <= greatest(texts / 10, 3)) as shared,
          coalesce(sum(ln(1 + texts / documents)) filter (where is_shared), 0) as worth,
          count(*) filter (where is_shared)::double precision
            / greatest(least((select count(*) from one), (select count(*) from two)), 1) as share
        from counted
      ) w
      where s.said_by > 0 or (w.share >= 0.5 and cardinality(w.shared) > 0)
      order by s.said_by desc, w.share * w.worth desc, (s.high_post).id desc limit 50
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'said_by', t.said_by, 'shared', coalesce(t.shared, '{}'),
      'posts', (
        select jsonb_agg(jsonb_build_object(
          'id', p.id, 'title', p.title, 'slug', p.slug, 'category_slug', c.slug, 'state', p.state,
          'votes_total', p.votes_total, 'comments_total', p.comments_total, 'excerpt', left(p.details, 600)
        ) order by p.votes_total desc, p.id)
        from unnest(array[t.low_post, t.high_post]) p join public.categories c on c.id = p.category_id
      )
    ) order by t.said_by desc, t.share * t.worth desc), '[]')
    from worded t
  );
end
$$;
comment on function public.suggest_merges is
  'Pairs of posts that may say the same: those that people say it of, most people first, then those among the newest posts whose titles share rare words. Each post of a pair with what a choice between them needs; first the one with more votes. For the team.';
grant execute on function public.suggest_merges to authenticated;

create function private.own_same_posts() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'post_id', s.low_id, 'same_as', s.high_id, 'created_at', s.created_at) order by s.created_at), '[]')
  from private.same_posts s where s.user_id = (select auth.uid())
$$;
comment on function private.own_same_posts is 'What the caller said of others'' posts is theirs to take along.';
grant execute on function private.own_same_posts to authenticated, service_role;

-- 13_merges/01_merges.sql
create function private.brought_by(merge bigint) returns table(id bigint, post_id bigint)
language sql stable set search_path = ''
as $$
  with recursive brought as (
    select m.id, m.post_id from public.post_merges m where m.id = merge and m.undone_at is null
    union
    select m.id, m.post_id from public.post_merges m join brought b on m.into_id = b.post_id where m.undone_at is null
  )
  select b.id, b.post_id from brought b
$$;
comment on function private.brought_by is
  'A merge, while it stands, with those that its post brought along. Votes and what else follows have its id, or wait at its post.';

create function private.standing_post(id bigint) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(
    (select m.stays_id from public.post_merges m where m.post_id = standing_post.id and m.undone_at is null), id
  );
end
$$;
comment on function private.standing_post is 'The post that stands for this one: itself, unless it is merged.';
grant execute on function private.standing_post to authenticated, service_role;

create function private.merged_with(ids bigint[]) returns bigint[]
language sql stable set search_path = ''
as $$
  with standing as (
    select i as id from unnest(ids) i
    union
    select m.stays_id from public.post_merges m where m.post_id = any (ids) and m.undone_at is null
  )
  select array_agg(id) from (
    select id from standing
    union
    select m.post_id from public.post_merges m join standing s on s.id = m.stays_id where m.undone_at is null
  ) all_of_them
$$;
comment on function private.merged_with is
  'These posts, those they are merged into, and all that is merged into any of them.';

create function public.merged_posts(of_post bigint) returns table(
  id bigint,
  title text,
  details text,
  created_at timestamptz,
  author_id uuid,
  author_name text,
  author_is_team boolean
)
language sql stable security definer set search_path = ''
as $$
  select p.id, p.title, p.details, p.created_at, p.author_id, a.name, coalesce(a.is_team, false)
  from (
    select m.id as merge_id, t.*, sum(octet_length(t.details)) over (order by m.id) as bytes
    from public.post_merges m
    join public.posts stays on stays.id = m.stays_id and stays.deleted_at is null
    join public.posts t on t.id = m.post_id
    where m.stays_id = of_post and m.undone_at is null
    order by m.id limit 100
  ) p
  left join public.profiles a on a.id = p.author_id
  where p.bytes <= 250000 and (select private.require_small_select(3))
  order by p.merge_id
$$;
comment on function public.merged_posts is
  'What the posts that are merged into this one say, the oldest merge first. Security definer because they are out of reach; whoever sees the post that stays may read them there.';
grant execute on function public.merged_posts to anon, authenticated, service_role;

create function private.own_merged_posts() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', p.id, 'title', p.title, 'details', p.details, 'state', p.state, 'created_at', p.created_at,
    'edited_at', p.edited_at, 'merged_into', m.stays_id) order by p.id), '[]')
  from public.posts p join public.post_merges m on m.post_id = p.id and m.undone_at is null
  where p.author_id = (select auth.uid())
$$;
comment on function private.own_merged_posts is 'The caller''s posts that were merged into others.';
grant execute on function private.own_merged_posts to authenticated, service_role;

-- 13_merges/02_locks.sql
-- The order in which posts and people are held, so that two who need several never wait for one another.

create function private.hold_posts(ids bigint[]) returns void
language plpgsql set search_path = ''
as $$
declare
  post bigint;
begin
  for post in select distinct i from unnest(ids) i order by i loop
    perform pg_advisory_xact_lock(post);
  end loop;
  perform 1 from public.posts p where p.id = any (ids) order by p.id for update;
end
$$;
comment on function private.hold_posts is
  'Holds posts from votes and comments, as set_vote does first and then every counting: both in the order of ids.';

create function private.hold_posts_of(person uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.wait_for_merges();
  perform 1 from public.posts p
  where p.id in (
    select t.id from public.posts t where t.author_id = person
    union select v.post_id from public.votes v where v.user_id = person
    union select c.post_id from public.comments c where c.author_id = person
  )
  order by p.id for update;
end
$$;
comment on function private.hold_posts_of is
  'An account that goes holds the posts it takes votes and comments from before anything else, as a merge does: two that wait for each other would both fail.';

create function private.hold_posts_of_leaver() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.wait_for_merges();
  perform pg_advisory_xact_lock(hashtextextended(old.id::text, 1));
  perform private.hold_posts_of(old.id);
  return old;
end
$$;
comment on function private.hold_posts_of_leaver is
  'Whoever leaves, and what they still write in another window: each held what the other wanted next. Now they wait for one another before either holds anything, in the order of a block: merges, the person, posts in the order of ids.';

create function private.hold_posts_of_people(people uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.wait_for_merges();
  perform 1 from public.posts p
  where p.id in (
    select t.id from public.posts t where t.author_id = any (people)
    union select v.post_id from public.votes v where v.user_id = any (people)
    union select c.post_id from public.comments c where c.author_id = any (people)
  )
  order by p.id for update;
end
$$;
comment on function private.hold_posts_of_people is
  'Holds every post that people voted for, commented on or wrote, as whoever changes several does.';

-- 13_merges/03_moving.sql
create function private.gather(post bigint) returns void
language plpgsql set search_path = ''
as $$
begin
  with chosen as (
    select distinct on (v.user_id) v.user_id, v.post_id, m.id as merge_id
    from public.post_merges m join public.votes v on v.post_id = m.post_id
    where m.stays_id = post and m.undone_at is null
      and not exists (select from public.votes own where own.post_id = post and own.user_id = v.user_id)
    order by v.user_id, v.created_at, v.post_id
  )
  update public.votes v set post_id = post, merge_id = c.merge_id
  from chosen c where v.user_id = c.user_id and v.post_id = c.post_id;

  with chosen as (
    select distinct on (f.person_id) f.person_id, f.post_id, m.id as merge_id
    from public.post_merges m join private.follows f on f.post_id = m.post_id
    where m.stays_id = post and m.undone_at is null
      and not exists (select from private.follows own where own.post_id = post and own.person_id = f.person_id)
    order by f.person_id, f.created_at, f.post_id
  )
  update private.follows f set post_id = post, merge_id = c.merge_id
  from chosen c where f.person_id = c.person_id and f.post_id = c.post_id;

  with chosen as (
    select distinct on (f.address_id) f.address_id, f.post_id, m.id as merge_id
    from public.post_merges m join private.mail_follows f on f.post_id = m.post_id
    where m.stays_id = post and m.undone_at is null
      and not exists (select from private.mail_follows own where own.post_id = post and own.address_id = f.address_id)
    order by f.address_id, f.confirmed_at nulls last, f.post_id
  )
  update private.mail_follows f set post_id = post, merge_id = c.merge_id
  from chosen c where f.address_id = c.address_id and f.post_id = c.post_id;

  update public.comments c set post_id = post, merge_id = coalesce(c.merge_id, m.id)
  from public.post_merges m
  where m.stays_id = post and m.undone_at is null and c.post_id = m.post_id;
  update private.search_comments s set post_id = post
  from public.comments c where c.post_id = post and s.comment_id = c.id and s.post_id <> post;

  with moved as (
    select i.id, coalesce(i.merge_id, m.id) as merge_id,
      (select coalesce(max(own.position), -1) from public.images own where own.post_id = post)
        + row_number() over (order by m.id, i.position, i.id) as position
    from public.post_merges m join public.images i on i.post_id = m.post_id
    where m.stays_id = post and m.undone_at is null
  )
  update public.images i set post_id = post, merge_id = moved.merge_id, position = moved.position
  from moved where i.id = moved.id;
end
$$;
comment on function private.gather is
  'Brings to a post what waits in those that are merged into it: of each person the oldest vote and what they chose about following first, unless they have one there; every comment; every picture, after its own.';

create function private.send_votes_home(merges bigint[]) returns void
language sql set search_path = ''
as $$
  delete from private.follows f
  using public.post_merges m, private.follows home
  where m.id = any (merges) and f.merge_id = m.id and home.post_id = m.post_id and home.person_id = f.person_id;
  update private.follows f set post_id = m.post_id, merge_id = null
  from public.post_merges m where m.id = any (merges) and f.merge_id = m.id;
  delete from private.mail_follows f
  using public.post_merges m, private.mail_follows home
  where m.id = any (merges) and f.merge_id = m.id and home.post_id = m.post_id and home.address_id = f.address_id;
  update private.mail_follows f set post_id = m.post_id, merge_id = null
  from public.post_merges m where m.id = any (merges) and f.merge_id = m.id;
  update public.votes v set post_id = m.post_id, merge_id = null
  from public.post_merges m where m.id = any (merges) and v.merge_id = m.id
$$;
comment on function private.send_votes_home is
  'Undoes what private.gather did to votes and to what people chose about following. What they chose at home meanwhile wins.';

create function private.count_merged(ids bigint[]) returns void
language sql set search_path = ''
as $$
  update public.posts p
  set votes_total = v.n, trend = private.trend_weight(p.created_at) + v.weight, comments_total = c.n, activity_at = now()
  from unnest(ids) i (id)
  cross join lateral (
    select count(*)::integer as n, coalesce(sum(private.trend_weight(t.created_at)), 0) as weight
    from public.votes t where t.post_id = i.id and t.counts
  ) v
  cross join lateral (
    select count(*)::integer as n from public.comments t
    where t.post_id = i.id and t.deleted_at is null and t.hidden_at is null
  ) c
  where p.id = i.id
$$;
comment on function private.count_merged is 'Counts these posts anew, while they are held.';

create function private.part(merge public.post_merges) returns void
language plpgsql set search_path = ''
as $$
declare
  others bigint[];
  rest bigint[];
  replies bigint[];
begin
  with recursive under as (
    select m.id, m.post_id from public.post_merges m where m.into_id = merge.post_id and m.undone_at is null
    union
    select m.id, m.post_id from public.post_merges m join under u on m.into_id = u.post_id where m.undone_at is null
  )
  select coalesce(array_agg(u.id), '{}'), coalesce(array_agg(u.post_id), '{}') into rest, others from under u;
  perform private.send_votes_home(rest || merge.id);
  update public.post_merges m set undone_at = now(), undone_by = auth.uid() where m.id = merge.id;
  update public.post_merges m set stays_id = merge.post_id where m.id = any (rest);
  -- Before its comments are there again: each of them would be indexed anew.
  update public.posts p set deleted_at = null where p.id = merge.post_id;
  update public.comments c
  set post_id = merge.post_id, merge_id = case when c.merge_id = any (rest) then c.merge_id end
  where c.id in (
    select t.id from public.comments t where t.merge_id = any (rest || merge.id)
    union
    select r.id from public.comments t join public.comments r on r.parent_id = t.id
    where t.merge_id = any (rest || merge.id)
  );
  update private.search_comments s set post_id = merge.post_id
  from public.comments c where c.post_id = merge.post_id and s.comment_id = c.id and s.post_id <> merge.post_id;
  update public.images i
  set post_id = merge.post_id, merge_id = case when i.merge_id = any (rest) then i.merge_id end
  where i.merge_id = any (rest || merge.id);
  perform private.gather(merge.post_id);
  perform private.gather(merge.stays_id);
end
$$;
comment on function private.part is
  'Takes a merged post out of the one that stands for it, with what had been merged into it before. Replies stay with what they answer. The posts of both are held.';

create function private.take_back_merged_votes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.votes v
  using old_rows o join public.post_merges m on m.stays_id = o.post_id and m.undone_at is null
  where v.post_id = m.post_id and v.user_id = o.user_id;
  return null;
end
$$;
comment on function private.take_back_merged_votes is
  'Votes of a merged post that wait there go when their person takes the vote back.';

create function private.leave_merges() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  own public.post_merges;
begin
  delete from public.post_merges where undone_at is not null and old.id in (into_id, stays_id);
  select * into own from public.post_merges where post_id = old.id and undone_at is null;
  if found then
    update public.post_merges set into_id = own.into_id where into_id = old.id and undone_at is null;
    update public.post_addresses set post_id = own.stays_id where post_id = old.id;
  end if;
  return old;
end
$$;
comment on function private.leave_merges is
  'Before a post is removed for good: merges that are history go with it, what was merged into it while it was merged itself hangs on what it was merged into, and its addresses lead on for ever. One that still stands for others is not removed: its foreign key refuses.';

create function private.free_merged(ids bigint[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  merge public.post_merges;
  held bigint[];
begin
  perform pg_advisory_xact_lock(hashtextextended('merging posts', 0));
  if not exists (select from public.post_merges m where m.stays_id = any (ids) and m.undone_at is null) then
    return;
  end if;
  held := private.merged_with(ids);
  perform private.hold_posts(held);
  for merge in
    select * from public.post_merges m
    where m.stays_id = any (ids) and m.into_id = m.stays_id and m.undone_at is null order by m.id
  loop
    perform private.part(merge);
  end loop;
  perform private.count_merged(held);
end
$$;
comment on function private.free_merged is
  'Before posts are removed for good: whatever was merged into them stands for itself again.';
grant execute on function private.free_merged to service_role;

-- 13_merges/04_team.sql
create function public.merge_posts(post_ids bigint[], into_id bigint) returns table(
  post_id bigint,
  outcome text,
  category_slug text,
  slug text,
  stays_id bigint,
  stays_category_slug text,
  stays_slug text
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  target public.posts;
  done bigint[] := '{}';
  held bigint[];
begin
  if merge_posts.into_id = any (ids) then
    raise exception 'A post cannot be merged into itself.' using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('merging posts', 0));
  held := private.merged_with(ids || merge_posts.into_id);
  perform private.hold_posts(held);
  select * into target from public.posts p where p.id = merge_posts.into_id;
  select target.id, c.slug, target.slug into stays_id, stays_category_slug, stays_slug
  from public.categories c where c.id = target.category_id;
  for post_id, outcome, category_slug, slug in
    select i,
      case
        when target.id is null or p.id is null or p.deleted_at < 'infinity' or target.deleted_at < 'infinity' then 'missing'
        when private.standing_post(i) = target.id then 'unchanged'
        when 'infinity' in (p.deleted_at, target.deleted_at) then 'conflict'
        else 'done'
      end,
      c.slug, p.slug
    from unnest(ids) i left join public.posts p on p.id = i left join public.categories c on c.id = p.category_id
    order by i
  loop
    if outcome = 'done' then
      done := done || post_id;
    end if;
    return next;
  end loop;
  if done = '{}' then
    return;
  end if;
  perform private.send_votes_home(array(
    select m.id from public.post_merges m where m.stays_id = any (done) and m.undone_at is null
  ));
  update public.post_merges m set stays_id = target.id where m.stays_id = any (done) and m.undone_at is null;
  insert into public.post_merges (post_id, into_id, stays_id, title, merged_by)
  select p.id, target.id, target.id, p.title, auth.uid() from public.posts p where p.id = any (done) order by p.id;
  perform private.gather(target.id);
  -- After its comments have left: they stay in the index.
  update public.posts p set deleted_at = 'infinity', deleted_by = null where p.id = any (done);
  perform private.count_merged(held);
  perform private.audit('post.merge', p.id, p.title, null, jsonb_build_object('into', target.id, 'title', target.title))
  from public.posts p where p.id = any (done) order by p.id;
end
$$;
comment on function public.merge_posts is
  'Merges up to 200 posts into another and says of each what became of it: done, unchanged (it is merged there already), conflict (one of the two is merged elsewhere), missing. And where both are, for what is stored of them.';
grant execute on function public.merge_posts to authenticated;

create function public.unmerge_posts(post_ids bigint[]) returns table(
  post_id bigint,
  outcome text,
  category_slug text,
  slug text,
  stays_id bigint,
  stays_category_slug text,
  stays_slug text
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  held bigint[];
  merge public.post_merges;
begin
  perform pg_advisory_xact_lock(hashtextextended('merging posts', 0));
  held := private.merged_with(ids);
  perform private.hold_posts(held);
  foreach post_id in array ids loop
    select * into merge from public.post_merges m where m.post_id = unmerge_posts.post_id and m.undone_at is null;
    if found then
      perform private.part(merge);
      perform private.audit('post.unmerge', p.id, p.title, jsonb_build_object('from', merge.stays_id), null)
      from public.posts p where p.id = merge.post_id;
    end if;
    select case when merge.id is not null then 'done' when p.id is not null then 'unchanged' else 'missing' end,
      c.slug, p.slug, merge.stays_id
    into outcome, category_slug, slug, stays_id
    from (select 1) one
    left join public.posts p on p.id = unmerge_posts.post_id and p.deleted_at is null
    left join public.categories c on c.id = p.category_id;
    select c.slug, p.slug into stays_category_slug, stays_slug
    from public.posts p join public.categories c on c.id = p.category_id where p.id = merge.stays_id;
    return next;
  end loop;
  perform private.count_merged(held);
end
$$;
comment on function public.unmerge_posts is
  'Undoes merges, whenever they were, and says of each post what became of it: done, unchanged (it is not merged), missing. And where it is and where it was merged, for what is stored of both.';
grant execute on function public.unmerge_posts to authenticated;

create function public.merge_preview(post_ids bigint[], into_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off set work_mem = '64MB' set plan_cache_mode = 'force_custom_plan'
as $$
#variable_conflict use_column
declare
  ids bigint[] := private.bulk_ids(post_ids);
  voted_on bigint[];
begin
  ids := array(select p.id from public.posts p where p.id = any (ids || merge_preview.into_id) and p.deleted_at is null);
  -- What waits in posts that are merged already is brought along anew.
  voted_on := ids || array(
    select m.post_id from public.post_merges m where m.stays_id = any (ids) and m.undone_at is null
  );
  return (
    with posts as (
      select p.id, p.title, p.slug, c.slug as category_slug, p.state, p.votes_total, p.comments_total,
        (select count(*) from public.images i where i.post_id = p.id) as images_total,
        p.id = merge_preview.into_id as stays
      from public.posts p join public.categories c on c.id = p.category_id
      where p.id = any (ids)
    ),
    people as (
      select v.user_id, bool_or(v.counts) as any_counts, bool_and(v.counts) as all_count,
        count(*) filter (where v.counts and v.post_id = any (ids)) as votes
      from public.votes v where v.post_id = any (voted_on)
      group by v.user_id
    ),
    votes as (
      select count(*) filter (where p.all_count or p.any_counts and (
        -- In the order of private.gather.
        select v.counts from public.votes v left join public.post_merges m on m.id = v.merge_id
        where v.user_id = p.user_id and v.post_id = any (voted_on)
        order by v.post_id = merge_preview.into_id desc, v.created_at, coalesce(m.post_id, v.post_id) limit 1
      )) as total, count(*) filter (where p.votes > 1) as voted_more
      from people p
    )
    select jsonb_build_object(
      'posts', jsonb_agg(to_jsonb(p) order by p.stays desc, p.votes_total desc, p.id),
      'votes_total', (select total from votes), 'voted_more', (select voted_more from votes),
      'followers_total', (select f.people from public.admin_followers(ids) f),
      'comments_total', sum(p.comments_total), 'images_total', sum(p.images_total)
    )
    from posts p having bool_or(p.stays)
  );
end
$$;
comment on function public.merge_preview is
  'What merging would make of these posts; null when the one that is to stay is gone. voted_more is how many people voted for several of them, followers_total who would hear of it. For the team.';
grant execute on function public.merge_preview to authenticated;

-- 14_triage/01_triage.sql
-- What the team has not looked at, and who takes care of what.

create table public.post_triage (
  post_id bigint primary key references public.posts (id) on delete cascade,
  looked_at timestamptz,
  looked_by uuid references public.profiles (id) on delete set null,
  assignee_id uuid references public.profiles (id) on delete set null,
  quarter text check (quarter ~ '^20[0-9]{2}-Q[1-4]$')
);
comment on table public.post_triage is
  'What the team keeps of a post beside it. One row for each post: who looked at it first, and when (its inbox is those without), who takes care of it, and by when it is expected.';
comment on column public.post_triage.looked_by is
  'Null also where nobody remembers, and once that account is gone.';
comment on column public.post_triage.assignee_id is
  'Somebody of the team; nobody once that person has left it.';
comment on column public.post_triage.quarter is
  'Such as 2027-Q1. The public reads it through expected_quarters, where the site shows it.';

create index post_triage_inbox_idx on public.post_triage (post_id desc) where looked_at is null;
create index post_triage_looked_by_idx on public.post_triage (looked_by) where looked_by is not null;
create index post_triage_assignee_idx on public.post_triage (assignee_id, post_id) where assignee_id is not null;

alter table public.post_triage enable row level security;
grant select on public.post_triage to authenticated;

create policy "the team reads what was looked at" on public.post_triage
  for select to authenticated using ((select private.is_team()));
create policy "a request names each column a few times" on public.post_triage
  as restrictive for select to anon, authenticated using ((select private.require_small_select()));

create trigger a_require_presence before insert or delete or update on public.post_triage
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();

create function private.begin_triage(post_ids bigint[]) returns void
language sql security definer set search_path = ''
as $$
  insert into public.post_triage (post_id, looked_at)
  select p.id, case
    when p.state <> 'proposed' then p.state_changed_at
    when exists (select from public.roles r where r.user_id = p.author_id) then p.created_at
    else (
      select min(c.created_at) from public.comments c join public.roles r on r.user_id = c.author_id
      where c.post_id = p.id and c.deleted_at is null
    )
  end
  from public.posts p where p.id = any (post_ids)
  on conflict do nothing
$$;
comment on function private.begin_triage is
  'Gives posts their row. What the team wrote, moved or answered has been looked at.';

create function private.begin_triage_of_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.post_triage (post_id, looked_at, looked_by)
  values (new.id, case when new.state <> 'proposed' or (select private.is_team()) then now() end,
    case when (select private.is_team()) then (select auth.uid()) end);
  return null;
end
$$;
comment on function private.begin_triage_of_post is 'Gives a new post its row in post_triage.';

create function private.look_at(post bigint) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if (select private.is_team()) then
    update public.post_triage t set looked_at = now(), looked_by = (select auth.uid())
    where t.post_id = post and t.looked_at is null;
  end if;
end
$$;
comment on function private.look_at is 'Whoever of the team decides something about a post has looked at it.';

create function private.look_at_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.look_at(new.id);
  return null;
end
$$;
comment on function private.look_at_post is 'Notes that the team looked at a post it changed.';

create function private.look_at_post_of() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.look_at(new.post_id);
  return null;
end
$$;
comment on function private.look_at_post_of is
  'Notes that the team looked at the post it commented on, tagged or took notes about.';

create function public.admin_set_looked(post_ids bigint[], wanted boolean) returns setof bigint
language plpgsql security definer set search_path = ''
as $$
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
begin
  if wanted is null then
    raise exception 'Looked at is true or false.' using errcode = '22023';
  end if;
  return query
    update public.post_triage t
    set looked_at = case when wanted then now() end, looked_by = case when wanted then (select auth.uid()) end
    where t.post_id in (
      select p.id from public.posts p where p.id = any (ids) and p.deleted_at is null
    ) and (t.looked_at is not null) <> wanted
    returning t.post_id;
end
$$;
comment on function public.admin_set_looked is
  'Marks posts as looked at, or as new once more; says which have changed.';
grant execute on function public.admin_set_looked to authenticated, service_role;

create function public.admin_triage(post_ids bigint[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_team();
  if cardinality(post_ids) > 20 then
    raise exception 'At most 20 posts at once.' using errcode = '22023';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id, 'title', p.title, 'details', p.details, 'state', p.state, 'category_id', p.category_id,
      'votes_total', p.votes_total,
      'plan', (
        select jsonb_build_object('assignee', t.assignee_id, 'quarter', t.quarter)
        from public.post_triage t where t.post_id = p.id
      ), 'comments_total', p.comments_total,
      'author', (
        select jsonb_build_object(
          'id', a.id, 'name', a.name, 'avatar', a.avatar_url, 'is_team', a.is_team, 'created_at', a.created_at,
          'posts_total', (select count(*) from public.posts o where o.author_id = a.id and o.deleted_at is null and o.id <> p.id),
          'comments_total', (select count(*) from public.comments o where o.author_id = a.id and o.deleted_at is null),
          'posts', (
            select coalesce(jsonb_agg(to_jsonb(t) order by t.id desc), '[]') from (
              select o.id, o.title, o.state, o.slug, c.slug as category_slug
              from public.posts o join public.categories c on c.id = o.category_id
              where o.author_id = a.id and o.deleted_at is null and o.id <> p.id order by o.id desc limit 3
            ) t
          )
        )
        from public.profiles a where a.id = p.author_id
      ),
      'images', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.position, t.id), '[]') from (
          select i.id, i.path, i.alt, i.width, i.height, i.widths, i.position from public.images i where i.post_id = p.id
        ) t
      ),
      'comments', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]') from (
          select m.id, n.name as author_name, coalesce(n.is_team, false) as author_is_team, m.body, m.created_at
          from public.comments m left join public.profiles n on n.id = m.author_id
          where m.post_id = p.id and m.deleted_at is null and m.hidden_at is null order by m.id desc limit 20
        ) t
      ),
      'tags', (
        select coalesce(jsonb_agg(g.id order by lower(g.name)), '[]')
        from public.post_tags t join public.tags g on g.id = t.tag_id where t.post_id = p.id
      ),
      'notes', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]') from (
          select k.id, k.author_id, n.name as author_name, k.body, k.created_at
          from public.post_notes k left join public.profiles n on n.id = k.author_id
          where k.post_id = p.id order by k.id desc limit 20
        ) t
      )
    ) order by w.place), '[]')
    from unnest(post_ids) with ordinality as w(id, place) join public.posts p on p.id = w.id
    where p.deleted_at is null
  );
end
$$;
comment on function public.admin_triage is
  'What it takes to decide about posts, in the order they are named; without those that are gone. Security definer because it counts what its author wrote.';
grant execute on function public.admin_triage to authenticated, service_role;

-- 14_triage/02_plans.sql
create function private.free_assigned() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.post_triage t set assignee_id = null where t.assignee_id = old.user_id;
  return null;
end
$$;
comment on function private.free_assigned is 'Frees the posts of somebody who leaves the team.';

create function private.read_plan(given jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  plan constant jsonb := private.hosted_json(given);
begin
  if jsonb_typeof(plan) <> 'object' or plan = '{}' or plan - array['assignee', 'quarter'] <> '{}'
     or coalesce(plan ->> 'assignee', '00000000-0000-0000-0000-000000000000') !~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'
     or coalesce(plan ->> 'quarter', '2000-Q1') !~ '^20[0-9]{2}-Q[1-4]$' then
    raise exception 'A plan is an object with assignee or quarter.' using errcode = '22023';
  end if;
  return plan;
end
$$;
comment on function private.read_plan is
  'A plan names what it is about: assignee (the id of a person), quarter, or both; null for none.';

create function public.admin_set_plan(post_ids bigint[], plan jsonb, seen jsonb default null) returns table(
  post_id bigint,
  category_slug text,
  outcome text,
  before jsonb
)
language plpgsql security definer set search_path = ''
as $$
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  given constant jsonb := private.read_plan(plan);
  known constant jsonb := private.read_plan(seen);
  wanted bigint;
  title text;
begin
  if given is null then
    raise exception 'A plan is an object with assignee or quarter.' using errcode = '22023';
  end if;
  if given ->> 'assignee' is not null
     and not exists (select from public.roles r where r.user_id = (given ->> 'assignee')::uuid) then
    raise exception 'Only somebody of the team takes care of a post.' using errcode = '23514';
  end if;
  -- In the order of their ids, so that two of these calls wait for each other instead of dying.
  foreach wanted in array ids loop
    select p.title, c.slug, jsonb_build_object('assignee', t.assignee_id, 'quarter', t.quarter)
    into title, category_slug, before
    from public.posts p
    join public.categories c on c.id = p.category_id
    join public.post_triage t on t.post_id = p.id
    where p.id = wanted and p.deleted_at is null for update of p, t;
    post_id := wanted;
    before := (select jsonb_object_agg(k, before -> k) from jsonb_object_keys(given) k);
    outcome := case
      when title is null then 'missing'
      when before = given then 'unchanged'
      when known is not null and before <> known then 'conflict'
      else 'done'
    end;
    if outcome = 'done' then
      update public.post_triage t set
        assignee_id = case when given ? 'assignee' then (given ->> 'assignee')::uuid else t.assignee_id end,
        quarter = case when given ? 'quarter' then given ->> 'quarter' else t.quarter end
      where t.post_id = wanted;
      perform private.look_at(wanted);
      perform private.audit('post.plan', wanted, title, before, given);
    end if;
    return next;
  end loop;
end
$$;
comment on function public.admin_set_plan is
  'Changes the plans of up to 200 posts, of those where what the plan is about is still as it was seen; says what became of each (done, unchanged, conflict, missing) and what its plan was. For the team.';
grant execute on function public.admin_set_plan to authenticated, service_role;

create function public.expected_quarters(post_ids bigint[]) returns table(post_id bigint, quarter text)
language sql stable security definer set search_path = ''
as $$
  select t.post_id, t.quarter
  from public.post_triage t join public.posts p on p.id = t.post_id
  where (select private.require_small_select(3)) and t.post_id = any (post_ids[1:200]) and t.quarter is not null and p.deleted_at is null
    and p.state in ('planned', 'in-progress') and (select s.shows_quarters from public.site_settings s)
$$;
comment on function public.expected_quarters is
  'By when posts are expected, as far as that is for everybody to read.';
grant execute on function public.expected_quarters to anon, authenticated, service_role;

create function public.admin_columns(post_ids bigint[]) returns table(
  post_id bigint,
  updated_at timestamptz,
  tags text[],
  notes_total integer,
  assignee_name text,
  quarter text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_team();
  return query
    select p.id, p.updated_at,
      array(
        select g.name from public.post_tags t join public.tags g on g.id = t.tag_id
        where t.post_id = p.id order by lower(g.name)
      ),
      (select count(*)::integer from public.post_notes n where n.post_id = p.id),
      a.name, d.quarter
    from public.posts p
    join public.post_triage d on d.post_id = p.id
    left join public.profiles a on a.id = d.assignee_id
    where p.id = any (post_ids[1:200]) and p.deleted_at is null;
end
$$;
comment on function public.admin_columns is
  'What the dashboard''s table can show of posts beyond its own columns, for the team.';
grant execute on function public.admin_columns to authenticated, service_role;

-- 14_triage/03_notes_and_tags.sql
create function private.clean_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.body := private.clean_text(new.body);
  return new;
end
$$;
comment on function private.clean_note is 'Cleans an internal note before it''s stored.';

create table public.post_notes (
  id bigint generated always as identity primary key,
  post_id bigint not null references public.posts (id) on delete cascade,
  author_id uuid default auth.uid() references public.profiles (id) on delete set null,
  body text not null check (char_length(body) <= 2500 and private.visible_length(body) >= 1),
  created_at timestamptz not null default now()
);
comment on table public.post_notes is
  'Internal notes: for the team alone. No event, notice, search, feed or webhook knows of them.';

create index post_notes_post_idx on public.post_notes (post_id, id);
create index post_notes_author_idx on public.post_notes (author_id) where author_id is not null;

alter table public.post_notes enable row level security;
grant select, insert (post_id, body), delete on public.post_notes to authenticated;

create policy "the team reads notes" on public.post_notes
  for select to authenticated using ((select private.is_team()));
create policy "the team writes notes as themselves" on public.post_notes
  for insert to authenticated with check ((select private.is_team()) and author_id = (select auth.uid()));
create policy "the team deletes its own notes" on public.post_notes
  for delete to authenticated using ((select private.is_team()) and author_id = (select auth.uid()));
create policy "a request names each column a few times" on public.post_notes
  as restrictive for select to anon, authenticated using ((select private.require_small_select()));
create policy "notes on deleted posts are out of reach" on public.post_notes
  as restrictive for all to authenticated
  using ((select true from public.posts p where p.id = post_notes.post_id))
  with check ((select true from public.posts p where p.id = post_notes.post_id));

create trigger clean_note before insert or update of body on public.post_notes
  for each row execute function private.clean_note();
create trigger a_require_presence before insert or delete or update on public.post_notes
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();
create trigger look_at after insert on public.post_notes for each row execute function private.look_at_post_of();

create function private.clean_tag() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := private.clean_line(replace(new.name, ',', ' '));
  return new;
end
$$;
comment on function private.clean_tag is 'No comma, which stands between names where several are listed.';

create table public.tags (
  id integer generated always as identity primary key,
  name text not null,
  created_at timestamptz not null default now(),
  check (
    char_length(name) between 1 and 40
    and private.visible_length(name) >= 1
    and not private.has_stacked_marks(name)
  )
);
comment on table public.tags is
  'Labels of the team for posts. Nobody else sees them.';

create unique index tags_name_idx on public.tags (lower(name));

alter table public.tags enable row level security;
grant select, insert (name), update (name), delete on public.tags to authenticated;

create policy "the team reads tags" on public.tags
  for select to authenticated using ((select private.is_team()));
create policy "the team adds tags" on public.tags
  for insert to authenticated with check ((select private.is_team()));
create policy "the team renames tags" on public.tags
  for update to authenticated using ((select private.is_team())) with check ((select private.is_team()));
create policy "the team deletes tags" on public.tags
  for delete to authenticated using ((select private.is_team()));
create policy "a request names each column a few times" on public.tags
  as restrictive for select to anon, authenticated using ((select private.require_small_select()));

create trigger clean_tag before insert or update of name on public.tags
  for each row execute function private.clean_tag();
create trigger a_require_presence before insert or delete or update on public.tags
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();

create table public.post_tags (
  post_id bigint references public.posts (id) on delete cascade,
  tag_id integer references public.tags (id) on delete cascade,
  primary key (post_id, tag_id)
);
comment on table public.post_tags is
  'Which post has which tags of the team.';

create index post_tags_tag_idx on public.post_tags (tag_id, post_id);

alter table public.post_tags enable row level security;
grant select on public.post_tags to authenticated;

create policy "the team reads the tags of posts" on public.post_tags
  for select to authenticated using ((select private.is_team()));
create policy "a request names each column a few times" on public.post_tags
  as restrictive for select to anon, authenticated using ((select private.require_small_select()));
create policy "tags of deleted posts are out of reach" on public.post_tags
  as restrictive for all to authenticated
  using ((select true from public.posts p where p.id = post_tags.post_id))
  with check (true);

create trigger a_require_presence before insert or delete or update on public.post_tags
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();

create function public.admin_change_tags(post_ids bigint[], added integer[], removed integer[]) returns table(
  post_id bigint,
  tag_id integer,
  is_added boolean
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  ids bigint[] := private.bulk_ids(post_ids);
begin
  if cardinality(added) > 50 or cardinality(removed) > 50 then
    raise exception 'At most 50 tags at once.' using errcode = '22023';
  end if;
  ids := array(
    select p.id from public.posts p where p.id = any (ids) and p.deleted_at is null order by p.id for key share
  );
  perform private.look_at(i) from unnest(ids) i;
  return query
    with gone as (
      delete from public.post_tags t where t.post_id = any (ids) and t.tag_id = any (removed)
      returning t.post_id, t.tag_id
    ), come as (
      insert into public.post_tags (post_id, tag_id)
      select i, g.id from unnest(ids) i cross join public.tags g where g.id = any (added) and not g.id = any (removed)
      order by 1, 2
      on conflict do nothing returning post_id, tag_id
    )
    select gone.post_id, gone.tag_id, false from gone union all select come.post_id, come.tag_id, true from come;
end
$$;
comment on function public.admin_change_tags is
  'Puts tags on posts and takes others off. Says what has changed, so that exactly that can be taken back.';
grant execute on function public.admin_change_tags to authenticated, service_role;

create function public.admin_count_tags(post_ids bigint[]) returns table(tag_id integer, posts integer)
language sql stable set search_path = ''
as $$
  select t.tag_id, count(*)::integer from public.post_tags t where t.post_id = any (post_ids) group by t.tag_id
$$;
comment on function public.admin_count_tags is 'How many of the posts have each tag. With the caller''s rights.';
grant execute on function public.admin_count_tags to authenticated, service_role;

-- 14_triage/04_answers_and_views.sql
create function private.prepare_canned_answer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := private.clean_line(new.name);
  new.body := private.clean_text(new.body);
  if tg_op = 'INSERT' and (select count(*) from public.canned_answers) >= 100 then
    raise exception 'There are 100 canned answers. Delete one first.' using errcode = '23514', hint = 'too_many';
  end if;
  return new;
end
$$;
comment on function private.prepare_canned_answer is 'At most a hundred: all of them are offered at once.';

create function private.audit_canned_answer() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before constant jsonb := case when tg_op <> 'INSERT' then jsonb_build_object('name', old.name, 'body', old.body) end;
  after constant jsonb := case when tg_op <> 'DELETE' then jsonb_build_object('name', new.name, 'body', new.body) end;
begin
  if before is distinct from after then
    perform private.audit('answer.' || lower(tg_op), null, null, before, after);
  end if;
  return null;
end
$$;
comment on function private.audit_canned_answer is 'Logs canned answers that are added, changed and deleted.';

create table public.canned_answers (
  id integer generated always as identity primary key,
  name text not null,
  body text not null check (char_length(body) <= 2500 and private.visible_length(body) >= 1),
  created_at timestamptz not null default now(),
  check (
    char_length(name) between 1 and 60
    and private.visible_length(name) >= 1
    and not private.has_stacked_marks(name)
  )
);
comment on table public.canned_answers is
  'Texts of the team for answers and notes. {name}, {title}, {state} and {site} stand for words of the post; whoever answers sees the text filled in before it is sent.';

create unique index canned_answers_name_idx on public.canned_answers (lower(name));

alter table public.canned_answers enable row level security;
grant select, insert (name, body), update (name, body), delete on public.canned_answers to authenticated;

create policy "the team reads canned answers" on public.canned_answers
  for select to authenticated using ((select private.is_team()));
create policy "admins add canned answers" on public.canned_answers
  for insert to authenticated with check ((select private.is_admin()));
create policy "admins change canned answers" on public.canned_answers
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins delete canned answers" on public.canned_answers
  for delete to authenticated using ((select private.is_admin()));
create policy "a request names each column a few times" on public.canned_answers
  as restrictive for select to anon, authenticated using ((select private.require_small_select()));

create trigger prepare_canned_answer before insert or update on public.canned_answers
  for each row execute function private.prepare_canned_answer();
create trigger a_require_presence before insert or delete or update on public.canned_answers
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();
create trigger audit_canned_answer after insert or delete or update on public.canned_answers
  for each row execute function private.audit_canned_answer();

create function private.prepare_view() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := private.clean_line(new.name);
  if tg_op = 'INSERT' and (select count(*) from public.dashboard_views v where v.owner_id = new.owner_id) >= 50 then
    raise exception 'You have 50 views. Delete one first.' using errcode = '23514', hint = 'too_many';
  end if;
  return new;
end
$$;
comment on function private.prepare_view is
  'At most fifty for each person: each is counted when the dashboard is opened.';

create table public.dashboard_views (
  id bigint generated always as identity primary key,
  owner_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  name text not null,
  query text not null check (char_length(query) <= 2000),
  is_shared boolean not null default false,
  created_at timestamptz not null default now(),
  check (
    char_length(name) between 1 and 60
    and private.visible_length(name) >= 1
    and not private.has_stacked_marks(name)
  )
);
comment on table public.dashboard_views is
  'What members of the team want to see again in the dashboard, for themselves or shared with the team. A view goes with its owner''s account.';
comment on column public.dashboard_views.query is
  'The query of the dashboard''s address, without a place in the list.';

create unique index dashboard_views_name_idx on public.dashboard_views (owner_id, lower(name));
create index dashboard_views_shared_idx on public.dashboard_views (id) where is_shared;

alter table public.dashboard_views enable row level security;
grant select, insert (name, query, is_shared), update (name, query, is_shared), delete
  on public.dashboard_views to authenticated;

create policy "the team reads its own and shared views" on public.dashboard_views
  for select to authenticated
  using ((select private.is_team()) and (is_shared or owner_id = (select auth.uid())));
create policy "the team adds views as themselves" on public.dashboard_views
  for insert to authenticated with check ((select private.is_team()) and owner_id = (select auth.uid()));
create policy "owners change their views" on public.dashboard_views
  for update to authenticated
  using ((select private.is_team()) and owner_id = (select auth.uid()))
  with check ((select private.is_team()) and owner_id = (select auth.uid()));
create policy "owners delete their views, admins shared ones" on public.dashboard_views
  for delete to authenticated
  using (
    (select private.is_team())
    and owner_id = (select auth.uid())
    or is_shared
    and (select private.is_admin())
  );
create policy "a request names each column a few times" on public.dashboard_views
  as restrictive for select to anon, authenticated using ((select private.require_small_select()));

create trigger prepare_view before insert or update on public.dashboard_views
  for each row execute function private.prepare_view();
create trigger a_require_presence before insert or delete or update on public.dashboard_views
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();

-- 15_dashboard/01_filter.sql
-- The filter of the dashboard's list, as JSON.

create type private.post_filter as (
  states public.post_state[],
  category_ids integer[],
  author_ids uuid[],
  from_time timestamptz,
  to_time timestamptz,
  votes_min integer,
  votes_max integer,
  post_ids bigint[],
  unanswered boolean,
  text_key text,
  text_words tsquery,
  tag_ids integer[],
  in_inbox boolean,
  is_stale boolean,
  assignee_id uuid,
  is_unassigned boolean,
  text_typed text,
  text_signs text[],
  text_title tsquery
);

create function private.filter_list(filter jsonb, key text) returns text[]
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(filter -> key) <> 'array'
     or exists (select 1 from jsonb_array_elements(filter -> key) e where jsonb_typeof(e) <> 'string') then
    raise exception 'The filter % is a list of texts.', key using errcode = '22023';
  end if;
  return array(select jsonb_array_elements_text(filter -> key));
end
$$;
comment on function private.filter_list is 'The strings of a filter''s list.';

create function private.filter_text(filter jsonb, key text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(filter -> key) <> 'string' then
    raise exception 'The filter % is a text.', key using errcode = '22023';
  end if;
  return nullif(private.clean_line(left(filter ->> key, 400)), '');
end
$$;
comment on function private.filter_text is 'A filter''s text, bounded; null where there is none.';

create function private.filter_day(filter jsonb, key text) returns date
language plpgsql stable set search_path = ''
as $$
begin
  if jsonb_typeof(filter -> key) = 'string' and filter ->> key ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then
    return (filter ->> key)::date;
  end if;
  raise exception 'The filter % is a day, like 2026-11-20.', key using errcode = '22023';
exception when datetime_field_overflow then
  raise exception 'The filter % is no day there is.', key using errcode = '22023';
end
$$;
comment on function private.filter_day is 'A filter''s day (UTC); an error for what is none.';

create function private.filter_number(filter jsonb, key text) returns integer
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(filter -> key) = 'number' and filter ->> key ~ '^-?[0-9]{1,9}$' then
    return (filter ->> key)::integer;
  end if;
  raise exception 'The filter % is a whole number.', key using errcode = '22023';
end
$$;
comment on function private.filter_number is 'A filter''s whole number; an error for what is none.';

create function private.filter_flag(filter jsonb, key text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(filter -> key) <> 'boolean' then
    raise exception 'The filter % is true or false.', key using errcode = '22023';
  end if;
  return nullif((filter -> key)::boolean, false);
end
$$;
comment on function private.filter_flag is 'True, or null where a filter''s switch is off.';

create function private.read_post_filter(given jsonb, every_post boolean default false) returns private.post_filter
language plpgsql stable set search_path = ''
as $$
declare
  filter constant jsonb := coalesce(private.hosted_json(given), '{}');
  result private.post_filter;
  field text;
  typed text;
begin
  if jsonb_typeof(filter) <> 'object' then
    raise exception 'A filter is an object.' using errcode = '22023';
  end if;
  for field in select k from jsonb_object_keys(filter) k where filter -> k <> 'null' loop
    case field
      when 'states' then
        begin
          result.states := private.filter_list(filter, field)::public.post_state[];
        exception when invalid_text_representation then
          raise exception 'There is no such state.' using errcode = '22023';
        end;
      when 'categories' then
        result.category_ids := array(
          select c.id from public.categories c where c.slug = any (private.filter_list(filter, field))
        );
      when 'tags' then
        result.tag_ids := array(
          select t.id from public.tags t
          where lower(t.name) in (select lower(n) from unnest(private.filter_list(filter, field)) n)
        );
      when 'author' then
        typed := private.filter_text(filter, field);
        if typed ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then
          result.author_ids := array[typed::uuid];
        elsif typed is not null then
          result.author_ids := array(select p.id from public.profiles p where strpos(lower(p.name), lower(typed)) > 0);
        end if;
      when 'created_from' then
        result.from_time := private.filter_day(filter, field)::timestamp at time zone 'UTC';
      when 'created_to' then
        result.to_time := (private.filter_day(filter, field) + 1)::timestamp at time zone 'UTC';
      when 'votes_min' then
        result.votes_min := private.filter_number(filter, field);
      when 'votes_max' then
        result.votes_max := private.filter_number(filter, field);
      when 'text' then
        typed := private.filter_text(filter, field);
        if typed is not null then
          result := private.filter_by_text(result, typed, every_post);
        end if;
      when 'unanswered' then
        result.unanswered := private.filter_flag(filter, field);
      when 'inbox' then
        result.in_inbox := private.filter_flag(filter, field);
      when 'assignee' then
        typed := private.filter_text(filter, field);
        if typed = 'none' then
          result.is_unassigned := true;
        elsif typed = 'me' then
          result.assignee_id := (select auth.uid());
        elsif typed ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then
          result.assignee_id := typed::uuid;
        else
          raise exception 'The filter assignee is an id, me or none.' using errcode = '22023';
        end if;
      when 'stale' then
        result.is_stale := private.filter_flag(filter, field);
      else
        raise exception 'Unknown filter: %', left(field, 40) using errcode = '22023';
    end case;
  end loop;
  return result;
end
$$;
comment on function private.read_post_filter is
  'Reads a filter. Keys, all optional: states, categories (slugs) and tags (names) as lists, author (part of the name, or id), created_from and created_to (days in UTC, both included), votes_min, votes_max, text, unanswered (still proposed, never moved, and nobody of the team has commented), inbox (nobody of the team has looked at it), stale (not completed, and no word from the team for 90 days). A key that is null is no filter; an unknown one is refused.';

create function private.post_conditions(f private.post_filter, one_by_one boolean default false) returns text
language sql immutable set search_path = ''
return concat_ws(' and ',
  'p.deleted_at is null',
  case when f.states is not null then 'p.state = any (($1).states)' end,
  case when f.category_ids is not null then 'p.category_id = any (($1).category_ids)' end,
  case
    when cardinality(f.author_ids) > 5000 then '(p.author_id in (select unnest(($1).author_ids))) is true'
    when f.author_ids is not null then 'p.author_id = any (($1).author_ids)'
  end,
  case when f.from_time is not null then 'p.created_at >= ($1).from_time' end,
  case when f.to_time is not null then 'p.created_at < ($1).to_time' end,
  case when f.votes_min is not null then 'p.votes_total >= ($1).votes_min' end,
  case when f.votes_max is not null then 'p.votes_total <= ($1).votes_max' end,
  case
    when f.post_ids is not null then 'p.id = any (($1).post_ids)'
    when f.text_key is not null then
      '(select t.key like ''%'' || ($1).text_key || ''%'' or s.vector @@ ($1).text_words
        from private.search_titles t join private.search_posts s on s.post_id = t.post_id where t.post_id = p.id)'
    when f.text_signs is not null then
      '(select s.signs @> ($1).text_signs from private.search_signs s where s.post_id = p.id)'
  end,
  case when f.unanswered then
    'p.state = ''proposed'' and (select true from public.post_events e where e.post_id = p.id limit 1) is not true and '
      || case when one_by_one then
        '(select true from public.comments c
          where c.post_id = p.id and c.author_id = any (array(select r.user_id from public.roles r)) and c.deleted_at is null
          limit 1) is not true'
      else
        'p.id not in (
           select c.post_id from public.comments c
           where c.author_id = any (array(select r.user_id from public.roles r)) and c.deleted_at is null
         )'
      end
  end,
  case when f.tag_ids is not null then
    'p.id in (select t.post_id from public.post_tags t where t.tag_id = any (($1).tag_ids))' end,
  case when f.in_inbox then
    'p.id in (select t.post_id from public.post_triage t where t.looked_at is null)' end,
  case when f.is_stale then
    'p.state <> ''completed'' and p.created_at < now() - interval ''90 days'' and '
      || case when one_by_one then
        '(select true from public.post_events e
          where e.post_id = p.id and e.created_at > now() - interval ''90 days'' limit 1) is not true
         and (select true from public.comments c
           where c.post_id = p.id and c.author_id = any (array(select r.user_id from public.roles r))
             and c.deleted_at is null and c.created_at > now() - interval ''90 days'' limit 1) is not true'
      else
        'p.id not in (select e.post_id from public.post_events e where e.created_at > now() - interval ''90 days'')
         and p.id not in (
           select c.post_id from public.comments c
           where c.author_id = any (array(select r.user_id from public.roles r))
             and c.deleted_at is null and c.created_at > now() - interval ''90 days''
         )'
      end
  end,
  case when f.assignee_id is not null then
    'p.id in (select t.post_id from public.post_triage t where t.assignee_id = ($1).assignee_id)' end,
  case when f.is_unassigned then
    'exists (select from public.post_triage t where t.post_id = p.id and t.assignee_id is null)' end
);
comment on function private.post_conditions is
  'What a filter asks of a post p, as SQL that takes the filter as its first parameter and nothing from outside. Only what is asked for is spelled out, and written so that the planner isn''t misled.';

-- 15_dashboard/02_texts.sql
create function private.certain_words(typed text) returns tsquery
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select string_agg(
      format('''%s''', w.word) || case when w.is_last and not (w.dense and char_length(w.word) = 2) then ':*' else '' end, ' & '
    )::tsquery
    from (
      select *, w.place = 1 as is_first, w.place = count(*) over () as is_last from private.search_words_of(typed) w
    ) w
    where case when w.dense then char_length(w.word) = 2 or w.is_first and w.is_last else not w.is_first end
  );
end
$$;
comment on function private.certain_words is
  'The words that a title has for certain when its key has this text somewhere, whose first word may be the end of another and whose last the beginning of one. A pair of characters of a script without spaces is always a word. Null when there are none.';

create function private.signs_of(value text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  signs text[] := array(
    select s from unnest(string_to_array('!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', null)) s where strpos(value, s) > 0
  );
begin
  if octet_length(value) > char_length(value) then
    signs := signs || array(
      select distinct m[1] from regexp_matches(value, '(?![\u0001-\u007f])[’' || private.search_gaps() || ']', 'g') m
    );
  end if;
  return signs
    || array(select a || b from unnest(signs) a, unnest(signs) b where strpos(value, a || b) > 0)
    || array(
      select a || ' ' || b
      from (select s as a from unnest(signs) s where strpos(value, s || ' ') > 0) before,
        (select s as b from unnest(signs) s where strpos(value, ' ' || s) > 0) after
      where strpos(value, a || ' ' || b) > 0
    );
end
$$;
comment on function private.signs_of is
  'The signs in a text, each once, and those that stand side by side as pairs.';

create table private.search_signs (
  post_id bigint primary key references private.search_posts (post_id) on delete cascade,
  signs text[] not null
);
comment on table private.search_signs is
  'The signs in title and details of each post as they were written, alone and in pairs with or without a space between: what the dashboard finds a text without words by.';

create index search_signs_idx on private.search_signs using gin (signs) with (fastupdate = off);

alter table private.search_signs enable row level security;

create function private.text_lookups(f private.post_filter) returns text[]
language sql immutable set search_path = ''
return case
  when f.text_key is not null then array[
    'select s.post_id from private.search_posts s where s.vector @@ ($1).text_words',
    'select t.post_id from private.search_titles t where ' || case
      when f.text_title is not null then 't.key like ''%'' || ($1).text_key || ''%'' and t.title @@ ($1).text_title'
      -- Three letters that the database takes for such are in the index of parts.
      when f.text_key ~ '[^ ]{3}' and extensions.show_trgm(f.text_key) <> '{}' then 't.key like ''%'' || ($1).text_key || ''%'''
      else 'strpos(t.key, ($1).text_key) > 0' end
      || ' and (select s.vector @@ ($1).text_words from private.search_posts s where s.post_id = t.post_id) is not true'
  ]
  when f.text_signs = '{}' then array[
    'select q.id as post_id from public.posts q
     where strpos(q.title, ($1).text_typed) > 0 or strpos(q.details, ($1).text_typed) > 0'
  ]
  -- One sign or two are there for certain; more only perhaps.
  else array[
    'select s.post_id from private.search_signs s where s.signs @> ($1).text_signs'
      || case when f.text_typed = any (f.text_signs) then '' else ' and exists (
        select from public.posts q where q.id = s.post_id
          and (strpos(q.title, ($1).text_typed) > 0 or strpos(q.details, ($1).text_typed) > 0)
      )' end
  ]
end;
comment on function private.text_lookups is
  'Where the posts with a text are, each once: statements that give a post_id and take the filter as their first parameter.';

create function private.filter_by_text(f private.post_filter, typed text, every_post boolean) returns private.post_filter
language plpgsql stable set search_path = '' set jit = off set plan_cache_mode = 'force_custom_plan'
as $$
declare
  is_common boolean := false;
begin
  f.text_typed := typed;
  select string_agg(w.word, ' ' order by w.place) into f.text_key from private.search_words_of(typed) w;
  if f.text_key is null then
    f.text_signs := private.signs_of(typed);
  else
    -- A last word that means nothing is in no details; it may be the beginning of one, or nothing else may be typed.
    select coalesce(
      string_agg(a.strict_body, ' & ') filter (where not (a.is_last and private.is_stop_word(a.forms[1]))),
      string_agg(a.strict_body, ' & ')
    )::tsquery into f.text_words
    from (select s.*, s.place = max(s.place) over () as is_last from private.search_atoms(typed, false) s) a;
    f.text_title := private.certain_words(typed);
  end if;
  if every_post is null then
    return f;
  elsif not every_post and f.text_key is not null then
    is_common := (
      select count(*) filter (where newest.is_found) > 100 from (
        select t.key like '%' || f.text_key || '%' or s.vector @@ f.text_words as is_found
        from private.search_titles t join private.search_posts s on s.post_id = t.post_id
        order by t.post_id desc limit 2000
      ) newest
    );
  elsif not every_post and f.text_signs <> '{}' then
    is_common := (
      select count(*) filter (where newest.signs @> f.text_signs) > 100 and typed = any (f.text_signs)
      from (select s.signs from private.search_signs s order by s.post_id desc limit 2000) newest
    );
  end if;
  if not is_common then
    execute format('select array(%s)', array_to_string(private.text_lookups(f), ' union all ')) into f.post_ids using f;
  end if;
  return f;
end
$$;
comment on function private.filter_by_text is
  'Sets what finds a text: a condition when at least one in twenty of the newest 2,000 posts has it, else the posts. With every_post always the posts; where that is null neither, for whoever looks the text up. Planned anew each time: a text of two letters is in no index.';

-- 15_dashboard/03_list.sql
create function private.beyond_cursor(keys text[], types text[], descending boolean[], start integer) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  beyond text;
  same text := '';
begin
  for i in start .. cardinality(keys) loop
    beyond := concat_ws(' or ', beyond, format(
      '(%s%s %s ($2 ->> %s)::%s)', same, keys[i], case when descending[i] then '<' else '>' end, i - 1, types[i]
    ));
    same := same || format('%s = ($2 ->> %s)::%s and ', keys[i], i - 1, types[i]);
  end loop;
  -- Said once more for the first key alone, where an index can start from it.
  return format('(%s) and %s %s ($2 ->> %s)::%s', beyond, keys[start],
    case when descending[start] then '<=' else '>=' end, start - 1, types[start]);
end
$$;
comment on function private.beyond_cursor is
  'What is beyond a cursor ($2) in an order, from its key number start on, as SQL: the first key that differs decides.';

create function public.admin_posts(
  filter jsonb default '{}'::jsonb,
  sort jsonb default '[]'::jsonb,
  page_rows integer default 50,
  after_cursor text default null,
  before_cursor text default null
) returns table(
  id bigint,
  title text,
  slug text,
  category_id integer,
  category_slug text,
  category_name text,
  author_name text,
  state public.post_state,
  votes_total integer,
  comments_total integer,
  created_at timestamptz,
  row_cursor text
)
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  author_key constant text := 'lower(coalesce(a.name, ''Deleted user''))';
  nobody_key constant text := 'lower(''Deleted user'')';
  known constant jsonb := '{
    "created_at": ["p.created_at", "timestamptz"], "updated_at": ["p.updated_at", "timestamptz"],
    "state": ["p.state", "public.post_state"], "votes": ["p.votes_total", "integer"],
    "comments": ["p.comments_total", "integer"], "title": ["lower(p.title)", "text"],
    "author": ["lower(coalesce(a.name, ''Deleted user''))", "text"], "category": ["lower(c.name)", "text"]
  }';
  given constant text := coalesce(after_cursor, before_cursor);
  is_back constant boolean := after_cursor is null and before_cursor is not null;
  f private.post_filter;
  rules jsonb := coalesce(private.hosted_json(sort), '[]');
  rule jsonb;
  keys text[] := array[]::text[];
  types text[] := array[]::text[];
  descending boolean[] := array[]::boolean[];
  keyset jsonb;
  signature text;
  directions boolean[];
  beyond text := 'true';
  beyond_in_group text;
  size integer;
  conditions text;
  is_walked boolean;
  group_is text;
  group_beyond text;
  of_group bigint[];
  page_ids bigint[] := array[]::bigint[];
  most constant integer := least(greatest(coalesce(page_rows, 50), 1), 200);
  ordered text[];
  joined text;
  page text;
begin
  perform private.require_team();
  f := private.read_post_filter(filter);
  if jsonb_typeof(rules) <> 'array' or jsonb_array_length(rules) > 5 then
    raise exception 'A sort is a list of up to five rules.' using errcode = '22023';
  end if;
  if rules = '[]' then
    rules := '[{"by": "created_at", "desc": true}]';
  end if;
  for rule in select * from jsonb_array_elements(rules) loop
    if jsonb_typeof(rule) <> 'object' or jsonb_typeof(rule -> 'by') is distinct from 'string'
       or not known ? (rule ->> 'by') or known -> (rule ->> 'by') ->> 0 = any (keys)
       or jsonb_typeof(coalesce(rule -> 'desc', 'false')) <> 'boolean'
         or rule - array['by', 'desc'] <> '{}' then
      raise exception 'Unknown sort rule: %', left(rule::text, 80) using errcode = '22023';
    end if;
    keys := keys || (known -> (rule ->> 'by') ->> 0);
    types := types || (known -> (rule ->> 'by') ->> 1);
    descending := descending || coalesce((rule -> 'desc')::boolean, false);
  end loop;
  descending := descending || descending[cardinality(keys)];
  keys := keys || 'p.id'::text;
  types := types || 'bigint'::text;
  size := cardinality(keys);
  -- A cursor says which order it belongs to.
  signature := md5(keys::text || descending::text);

  directions := array(select d <> is_back from unnest(descending) with ordinality as t(d, i) order by i);
  if given is not null then
    begin
      keyset := private.read_cursor(given);
      if after_cursor is not null and before_cursor is not null or jsonb_typeof(keyset) <> 'array'
         or jsonb_array_length(keyset) <> size + 1 or keyset ->> size is distinct from signature then
        raise exception 'malformed';
      end if;
      for i in 1 .. size loop
        execute format('select $1::%s', types[i]) using keyset ->> i - 1;
        if keyset ->> i - 1 is null then
          raise exception 'malformed';
        end if;
      end loop;
    exception when others then
      raise exception 'Unknown cursor' using errcode = '22023';
    end;
    beyond := private.beyond_cursor(keys, types, directions, 1);
    beyond_in_group := private.beyond_cursor(keys, types, directions, 2);
  end if;

  conditions := private.post_conditions(f);
  ordered := (
    select array_agg(k || case when d then ' desc' else '' end order by i)
    from unnest(keys, directions) with ordinality as t(k, d, i)
  );
  -- Only what the order asks for: a join, even one that is left out again, keeps the index of updated_at from being enough.
  joined := concat_ws(' ', 'public.posts p',
    case when author_key = any (keys) then 'left join public.profiles a on a.id = p.author_id' end,
    case when 'lower(c.name)' = any (keys) then 'left join public.categories c on c.id = p.category_id' end
  );
  if keys[1] = author_key then
    -- By the index of names, and beside it those without an author, who share one. How few posts the team did nothing with
    -- the planner takes for fewer than they are, and would go through all: author by author then, each post asked by itself.
    is_walked := (f.unanswered or f.is_stale) and f.post_ids is null;
    if is_walked then
      conditions := private.post_conditions(f, one_by_one => true);
    end if;
    page := format(
      'p.id in (
         (select p.id from public.profiles a cross join lateral (
            select * from public.posts p where p.author_id = a.id and %1$s %2$s
          ) p join public.categories c on c.id = p.category_id where %3$s order by %4$s limit $3)
         union all
         (select p.id from public.posts p
          join public.categories c on c.id = p.category_id where p.author_id is null and %1$s and %5$s order by %6$s limit $3)
       )',
      conditions, case when is_walked then 'offset 0' end,
      replace(beyond, author_key, 'lower(a.name)'), replace(array_to_string(ordered, ', '), author_key, 'lower(a.name)'),
      replace(beyond, author_key, nobody_key), replace(array_to_string(ordered, ', '), author_key, nobody_key)
    );
  elsif keys[1] in ('p.state', 'lower(c.name)') then
    -- State by state, or category by category (those of one name together), each planned for its size, from the one the cursor
    -- is in until the page is full.
    for group_is, group_beyond in
      select g.is_it, case when g.is_same then beyond_in_group else 'true' end
      from (
        select format('p.state = %L', s) as is_it, s = (keyset ->> 0)::public.post_state as is_same,
          case when directions[1] then s < (keyset ->> 0)::public.post_state else s > (keyset ->> 0)::public.post_state end
            as is_after,
          row_number() over (order by s) as place
        from unnest(enum_range(null::public.post_state)) s where keys[1] = 'p.state' and (f.states is null or s = any (f.states))
          and (f.is_stale is null or s <> 'completed') and (f.unanswered is null or s = 'proposed')
        union all
        select '(' || string_agg(format('p.category_id = %s', c.id), ' or ') || ')', lower(c.name) = keyset ->> 0,
          case when directions[1] then lower(c.name) < keyset ->> 0 else lower(c.name) > keyset ->> 0 end,
          row_number() over (order by lower(c.name))
        from public.categories c where keys[1] = 'lower(c.name)' and (f.category_ids is null or c.id = any (f.category_ids))
        group by lower(c.name)
      ) g
      where given is null or g.is_same or g.is_after
      order by case when directions[1] then -g.place else g.place end
    loop
      execute format(
        'select array(select p.id from %s where %s and %s and %s order by %s limit $3)',
        joined, group_is, conditions, group_beyond, array_to_string(ordered[2:], ', ')
      ) into of_group using f, keyset, most - cardinality(page_ids);
      page_ids := page_ids || of_group;
      exit when cardinality(page_ids) >= most;
    end loop;
    page := 'p.id = any ($5)';
  else
    page := conditions || ' and ' || beyond;
  end if;

  return query execute format(
    'select p.id, p.title, p.slug, p.category_id, c.slug, c.name, a.name, p.state, p.votes_total,
            p.comments_total, p.created_at, jsonb_build_array(%1$s, $4)::text
     from (select p.id from %2$s where %3$s order by %4$s limit $3) page
     join public.posts p on p.id = page.id
     join public.categories c on c.id = p.category_id
     left join public.profiles a on a.id = p.author_id
     order by %5$s',
    array_to_string(keys, ', '), joined, page, array_to_string(ordered, ', '),
    (select string_agg(k || case when d then ' desc' else '' end, ', ' order by i)
     from unnest(keys, descending) with ordinality as t(k, d, i))
  ) using f, keyset, most, signature, page_ids;
end
$$;
comment on function public.admin_posts is
  'Posts for the dashboard. sort: [{"by": …, "desc": …}], at most five rules, each column once; newest first when empty. The id decides among equals, in the direction of the last rule. Continue with the row_cursor of a page''s last row as after_cursor, or go back with that of its first row as before_cursor; 1 to 200 rows a page. Security definer because the words of posts are kept where clients cannot read.';
grant execute on function public.admin_posts to authenticated;

-- 15_dashboard/04_totals.sql
create function public.admin_posts_total(filter jsonb default '{}'::jsonb, most integer default 10000) returns table(
  total integer,
  is_exact boolean
)
language plpgsql stable security definer set search_path = '' set jit = off set max_parallel_workers_per_gather = 0
as $$
declare
  bound constant integer := least(greatest(coalesce(most, 10000), 1), 10000);
  f private.post_filter;
  of_text private.post_filter;
  of_rest private.post_filter;
  is_kept boolean;
  sources text[] := array['public.posts p'];
  conditions text;
  source text;
  found_here integer;
  looked_at integer;
  grain constant integer := greatest(bound / 100, 1);
begin
  perform private.require_team();
  f := private.read_post_filter(filter, every_post => null);
  is_kept := num_nonnulls(f.author_ids, f.from_time, f.to_time, f.votes_min, f.votes_max, f.unanswered, f.tag_ids, f.in_inbox,
    f.is_stale, f.assignee_id, f.is_unassigned) = 0;
  if is_kept and f.text_typed is null then
    return query
      select coalesce(sum(t.posts), 0)::integer, true from public.post_totals t
      where (f.states is null or t.state = any (f.states)) and (f.category_ids is null or t.category_id = any (f.category_ids));
    return;
  end if;
  if is_kept and f.states is null and f.category_ids is null then
    -- A text alone is counted where it is looked up. Of signs the planner expects too many posts, and would read all for a few.
    sources := array(
      select format(
        case when f.text_key is null then '(%s) found' else '(%s) found join public.posts p on p.id = found.post_id' end, l
      ) from unnest(private.text_lookups(f)) l
    );
    conditions := case when f.text_key is null then '(select p.deleted_at is null from public.posts p where p.id = found.post_id)'
      else 'p.deleted_at is null' end;
  else
    if f.text_typed is not null then
      f := private.filter_by_text(f, f.text_typed, every_post => false);
      if f.post_ids is null then
        of_text.text_key := f.text_key;
        of_text.text_signs := f.text_signs;
        of_rest := f;
        of_rest.text_key := null;
        of_rest.text_signs := null;
        execute format(
          'select count(*) filter (where %s), count(*)
           from (select p.id, p.deleted_at from public.posts p where %s limit $2) p',
          private.post_conditions(of_text), private.post_conditions(of_rest)
        ) into found_here, looked_at using f, bound + 1;
        if looked_at <= bound then
          return query select found_here, true;
          return;
        elsif found_here >= grain then
          return query select least(found_here - found_here % grain, bound), false;
          return;
        end if;
      end if;
    end if;
    conditions := private.post_conditions(f);
  end if;
  total := 0;
  foreach source in array sources loop
    -- One more than is told, to see whether there are more.
    execute format('select count(*) from (select from %s where %s limit $2) few', source, conditions)
      into found_here using f, bound + 1 - total;
    total := total + found_here;
    exit when total > bound;
  end loop;
  is_exact := total <= bound;
  total := least(total, bound);
  return next;
end$$;
comment on function public.admin_posts_total is
  'How many posts a filter finds, and whether that is all of them. Counting ends at ten thousand posts, and where a common text is asked for beside other things already when ten thousand were looked at. Where only states and categories are asked for the number is kept, and exact. Without parallel workers, who would look at other posts each time.';
grant execute on function public.admin_posts_total to authenticated, service_role;

create function public.admin_matching(filter jsonb default '{}'::jsonb, after_id bigint default 0, max_rows integer default 200) returns table(
  id bigint,
  state public.post_state,
  category_id integer
)
language plpgsql stable security definer set search_path = '' set jit = off
as $$
#variable_conflict use_column
declare
  f private.post_filter;
begin
  perform private.require_team();
  f := private.read_post_filter(filter);
  return query execute format(
    'select p.id, p.state, p.category_id from public.posts p where %s and p.id > $2 order by p.id limit $3',
    private.post_conditions(f)
  ) using f, coalesce(after_id, 0), least(greatest(coalesce(max_rows, 200), 1), 200);
end
$$;
comment on function public.admin_matching is
  'Which posts a filter matches, in steps of up to 200, each with what a later change compares (seen).';
grant execute on function public.admin_matching to authenticated;

create function public.admin_post(post_id bigint) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_team();
  return (
    select jsonb_build_object(
      'id', p.id, 'title', p.title, 'slug', p.slug, 'details', p.details, 'state', p.state,
      'category_id', p.category_id, 'category_slug', c.slug,
      'images', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.position, t.id), '[]') from (
          select i.id, i.path, i.alt, i.width, i.height, i.widths, i.position from public.images i where i.post_id = p.id
        ) t
      ),
      'comments', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.created_at desc, t.id desc), '[]') from (
          select m.id, n.name as author_name, m.body, m.created_at
          from public.comments m left join public.profiles n on n.id = m.author_id
          where m.post_id = p.id and m.deleted_at is null and m.hidden_at is null
          order by m.created_at desc, m.id desc limit 5
        ) t
      ),
      'timeline', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.created_at, t.id), '[]') from (
          select e.id, e.from_state, e.to_state, e.note, e.created_at
          from public.post_events e where e.post_id = p.id
        ) t
      ),
      'audit', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.id desc), '[]') from (
          select l.id, l.actor_name, l.action, l.before, l.after, l.created_at
          from public.audit_log l where l.post_id = p.id order by l.id desc limit 20
        ) t
      ),
      'voters_total', p.votes_total,
      'voters', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.voted_at, t.id), '[]') from (
          select v.user_id as id, n.name, v.created_at as voted_at
          from public.votes v join public.profiles n on n.id = v.user_id where v.post_id = p.id and v.counts
          order by v.created_at, v.user_id limit 50
        ) t
      )
    )
    from public.posts p
    join public.categories c on c.id = p.category_id
    where p.id = admin_post.post_id and p.deleted_at is null
  );
end
$$;
comment on function public.admin_post is
  'All there is to know of a post, for its row in the dashboard; null when there is none. Admins only: it tells who voted.';
grant execute on function public.admin_post to authenticated;

-- 15_dashboard/05_bulk.sql
create function private.bulk_ids(post_ids bigint[]) returns bigint[]
language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_team();
  if cardinality(post_ids) > 200 then
    raise exception 'At most 200 posts at once.' using errcode = '22023';
  end if;
  return array(select distinct i from unnest(post_ids) i where i is not null order by i);
end
$$;
comment on function private.bulk_ids is
  'Changes to many posts at once. seen holds what the admin saw of each post by its id; where another admin was faster the post is left alone. Outcomes: done, unchanged (already so, whoever did it), conflict (not as it was seen, or not in seen), missing. Without seen nothing is compared.';

create function private.bulk_seen(seen jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  value constant jsonb := private.hosted_json(seen);
begin
  if jsonb_typeof(value) <> 'object' then
    raise exception 'What was seen is an object of post ids.' using errcode = '22023';
  end if;
  return value;
end
$$;
comment on function private.bulk_seen is
  'What the caller saw of each post, as an object by post id: a bulk change skips what changed since.';

create function private.bulk_people(person_ids uuid[]) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_team();
  if cardinality(person_ids) > 200 then
    raise exception 'At most 200 people at once.' using errcode = '22023';
  end if;
  return array(select distinct p.id from public.profiles p where p.id = any (person_ids) order by 1);
end
$$;
comment on function private.bulk_people is
  'Those of up to 200 people who exist, in the order of their ids. For the team.';

-- 15_dashboard/99_old.sql
create function public.own_votes(post_ids bigint[]) returns setof bigint
language sql stable set search_path = ''
as $$
  select post_id from public.votes where user_id = (select auth.uid()) and post_id = any (post_ids)
$$;
comment on function public.own_votes is 'Which of these posts the caller has voted for.';
grant execute on function public.own_votes to authenticated, service_role;

create function public.admin_posts_count(filter jsonb default '{}'::jsonb) returns integer
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  f private.post_filter;
  left_out text;
  total integer;
  less integer := 0;
begin
  perform private.require_team();
  f := private.read_post_filter(filter, every_post => true);
  if num_nonnulls(f.author_ids, f.from_time, f.to_time, f.votes_min, f.votes_max, f.post_ids, f.unanswered, f.tag_ids,
    f.in_inbox, f.assignee_id) > 0 then
    execute format('select count(*) from public.posts p where %s', private.post_conditions(f)) into total using f;
    return total;
  end if;
  left_out := concat_ws(' union ',
    case when f.is_unassigned then 'select t.post_id from public.post_triage t where t.assignee_id is not null' end,
    case when f.is_stale then
      'select n.id from public.posts n where n.created_at >= now() - interval ''90 days''
       union select e.post_id from public.post_events e where e.created_at > now() - interval ''90 days''
       union select c.post_id from public.comments c join public.roles r on r.user_id = c.author_id
         where c.deleted_at is null and c.created_at > now() - interval ''90 days''' end
  );
  if f.is_stale then
    f.states := array(
      select s from unnest(coalesce(f.states, enum_range(null::public.post_state))) s where s <> 'completed'
    );
  end if;
  total := (
    select coalesce(sum(t.posts), 0) from public.post_totals t
    where (f.states is null or t.state = any (f.states)) and (f.category_ids is null or t.category_id = any (f.category_ids))
  );
  if left_out <> '' then
    f.is_stale := null;
    f.is_unassigned := null;
    execute format('select count(*) from public.posts p where %s and p.id in (%s)', private.post_conditions(f), left_out)
      into less using f;
  end if;
  return total - less;
end
$$;
comment on function public.admin_posts_count is
  'How many posts a filter finds, always exact: from kept totals where only states and categories are asked for, and from those totals less the few that are left out where besides only stale posts or nobody''s are.';
grant execute on function public.admin_posts_count to authenticated;

-- 16_events/01_events.sql
-- What people did, each thing once. Whoever is told of it is told from here.

create function private.guard_events() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    if old.actor_id is not null and new.actor_id is null
       and to_jsonb(new) - 'actor_id' = to_jsonb(old) - 'actor_id'
       and not exists (select 1 from public.profiles where id = old.actor_id) then
      return new;
    end if;
  end if;
  raise exception 'What happened is never changed.' using errcode = '42501';
end
$$;
comment on function private.guard_events is
  'The one change let through takes the person off the entries of an account that is gone.';

create function private.is_told(kind text) returns boolean
language sql immutable parallel safe set search_path = ''
return kind in ('post.state', 'post.merged', 'comment.created');
comment on function private.is_told is 'Whether those who follow a post hear of such an event.';

create function private.is_update(kind text) returns boolean
language sql immutable parallel safe set search_path = ''
return kind in ('post.state', 'post.merged');
comment on function private.is_update is 'Whether those hear of such an event who follow official updates alone.';

create table private.events (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z]+\.[a-z]+$'),
  post_id bigint not null,
  comment_id bigint,
  change_id bigint,
  actor_id uuid,
  created_at timestamptz not null default now(),
  merge_id bigint
);
comment on table private.events is
  'What people did, each thing once: post.created, post.state, post.corrected, post.deleted, post.restored, post.mention (somebody is called by its details), comment.created, comment.deleted, comment.mention (somebody is called since an edit). Ids alone, no texts, and never changed: what it tells of is looked up when it is told, so nothing deleted is. Imports and operators leave no events.';
comment on column private.events.change_id is
  'The row of post_events that a change of state is.';
comment on column private.events.actor_id is
  'Null once the person deleted the account.';
comment on column private.events.merge_id is
  'The row of post_merges that a merge, or its undo, is.';

create index events_post_idx on private.events (post_id, id desc);
create index events_comment_idx on private.events (comment_id) where comment_id is not null;
create index events_change_idx on private.events (change_id) where change_id is not null;
create index events_actor_idx on private.events (actor_id) where actor_id is not null;

alter table private.events enable row level security;

create table private.untold (
  event_id bigint primary key references private.events (id),
  people_told boolean not null default false,
  beyond uuid not null default '00000000-0000-0000-0000-000000000000'
);
comment on table private.untold is
  'Events that not everybody who follows has been told of, and how far that went.';

alter table private.untold enable row level security;

create function private.forget_event_actor() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.events set actor_id = null where actor_id = old.id;
  return null;
end
$$;
comment on function private.forget_event_actor is 'Takes the person off the events of an account that''s deleted.';

create function private.log_event(
  kind text,
  post_id bigint,
  comment_id bigint default null,
  change_id bigint default null,
  merge_id bigint default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  made bigint;
begin
  insert into private.events (kind, post_id, comment_id, change_id, merge_id, actor_id)
  values (
    kind, post_id, comment_id, change_id, merge_id,
    -- Whoever leaves with all they wrote is gone before the last of it.
    (select p.id from public.profiles p where p.id = (select auth.uid()))
  )
  returning id into made;
  if private.is_told(kind) then
    insert into private.untold (event_id) values (made);
  end if;
  perform pg_notify('signpost', 'event');
end
$$;
comment on function private.log_event is
  'Writes an event in the name of whoever the request belongs to, and wakes who tells of it (lib/jobs).';

create function private.log_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.log_event('post.created', new.id);
  elsif tg_op = 'DELETE' then
    perform private.log_event('post.deleted', old.id);
  else
    perform private.log_event(case when new.deleted_at is null then 'post.restored' else 'post.deleted' end, new.id);
  end if;
  return null;
end
$$;
comment on function private.log_post is 'Logs that a post was published, deleted, restored or removed.';

create function private.log_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.log_event('post.state', new.post_id, change_id => new.id);
  else
    perform private.log_event('post.corrected', old.post_id, change_id => old.id);
  end if;
  return null;
end
$$;
comment on function private.log_change is
  'A change of state that is corrected stays one change. At depth 0: not one that goes with its post.';

create function private.log_comment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.log_event('comment.created', new.post_id, new.id);
  else
    perform private.log_event('comment.deleted', old.post_id, old.id);
  end if;
  return null;
end
$$;
comment on function private.log_comment is 'Logs that a comment was published or deleted.';

create function private.take_back() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  taken bigint[];
begin
  taken := case tg_table_name
    when 'posts' then array(select e.id from private.events e where e.post_id = old.id)
    when 'comments' then array(select e.id from private.events e where e.comment_id = old.id)
    else array(select e.id from private.events e where e.change_id = old.id)
  end;
  delete from private.untold where event_id = any (taken);
  delete from private.notices where event_id = any (taken);
  delete from private.mail_parts where event_id = any (taken);
  return null;
end
$$;
comment on function private.take_back is 'What is gone is told to nobody who was not told yet, and its notices go.';

create view private.visible_events as
  select e.id, e.kind, p.id as post_id, e.comment_id, e.change_id, e.actor_id, e.created_at,
    p.title as post_title, p.slug as post_slug, c.slug as category_slug,
    k.from_state, k.to_state, k.note, case e.kind when 'post.mention' then p.details else m.body end as body, m.parent_id,
    g.title as merged_title
  from private.events e
  left join public.post_events k on k.id = e.change_id
  left join public.comments m on m.id = e.comment_id and m.deleted_at is null and m.hidden_at is null
  left join public.post_merges g on g.id = e.merge_id and g.undone_at is null and e.kind = 'post.merged'
  join public.posts p on p.id = coalesce(m.post_id, g.stays_id, e.post_id) and p.deleted_at is null
  join public.categories c on c.id = p.category_id
  where (e.change_id is null or k.id is not null) and (e.comment_id is null or m.id is not null)
    and (e.kind <> 'post.merged' or g.id is not null);
comment on view private.visible_events is 'Events about what everybody can read at this moment: whatever tells of them reads this.';

-- 17_follows/01_follows.sql
create type public.follow_level as enum ('muted', 'updates', 'all');

create type public.mail_pace as enum ('at-once', 'daily', 'weekly', 'never');

create table private.follows (
  post_id bigint references public.posts (id) on delete cascade,
  person_id uuid references public.profiles (id) on delete cascade,
  level public.follow_level not null,
  created_at timestamptz not null default now(),
  merge_id bigint references public.post_merges (id) on delete set null,
  primary key (post_id, person_id)
);
comment on table private.follows is
  'What people chose about a post with the button there; it goes before what they did on it. updates: changes of state alone.';
comment on column private.follows.merge_id is
  'The merge that brought it here, as of votes.';

create index follows_person_idx on private.follows (person_id);
create index follows_merge_idx on private.follows (merge_id, person_id) where merge_id is not null;

alter table private.follows enable row level security;

create function private.followed_as(post bigint) returns bigint[]
language plpgsql stable set search_path = ''
as $$
begin
  return post || array(select m.post_id from public.post_merges m where m.stays_id = post and m.undone_at is null);
end
$$;
comment on function private.followed_as is
  'Whoever follows a post that was merged into another follows that one, until the merge is undone. Votes and comments move there; what was chosen by the button, or by mail, and who wrote it stay where they are.';

create function private.follows_of(people uuid[], post bigint, moment timestamptz default 'infinity'::timestamptz) returns table(
  person_id uuid,
  level public.follow_level,
  reason text,
  in_site boolean,
  mail public.mail_pace
)
language plpgsql stable rows 20 set search_path = ''
as $$
declare
  posts constant bigint[] := private.followed_as(post);
  authors constant uuid[] := array(select w.author_id from public.posts w where w.id = any (posts));
begin
  return query
    select s.person_id,
      coalesce(f.level, nullif(greatest(own.by_post, own.by_comment, own.by_vote), 'muted')),
      case
        when f.level is not null then 'follow'
        when own.by_post > 'muted' then 'post'
        when own.by_comment > 'muted' then 'comment'
        when own.by_vote > 'muted' then 'vote'
      end,
      s.in_site, s.mail
    from private.notice_settings s
    left join lateral (
      select w.level from private.follows w
      where w.post_id = any (posts) and w.person_id = s.person_id and (w.created_at < moment or w.level = 'muted')
      order by w.post_id <> post, w.level desc limit 1
    ) f on true
    left join public.votes v on v.post_id = post and v.user_id = s.person_id and v.created_at < moment
    left join (
      select distinct m.author_id from public.comments m
      where m.post_id = post and m.author_id = any (people) and m.deleted_at is null and m.created_at < moment
    ) c on c.author_id = s.person_id
    cross join lateral (
      select case when s.person_id = any (authors) then s.by_post end as by_post,
             case when c.author_id is not null then s.by_comment end as by_comment,
             case when v.post_id is not null then s.by_vote end as by_vote
    ) own
    where s.person_id = any (people);
end
$$;
comment on function private.follows_of is
  'How each of these people follows a post by what they did before a moment, and why: ''follow'' (by the button), ''post'', ''comment'' or ''vote''; nulls for not at all. Whoever muted it since has muted it. In plpgsql because that keeps its plan.';

create function private.posts_of(person uuid) returns setof bigint
language sql stable set search_path = ''
as $$
  select post_id from private.follows where person_id = person
  union select post_id from public.votes where user_id = person
  union select post_id from public.comments where author_id = person and deleted_at is null
  union select id from public.posts where author_id = person
$$;
comment on function private.posts_of is
  'Every post the person has to do with: followed, muted, voted for, commented on or written.';

create function public.my_follow(post_id bigint) returns table(level public.follow_level, reason text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  return query
    select f.level, f.reason from public.posts p, private.follows_of(array[me], p.id) f
    where p.id = private.standing_post(my_follow.post_id) and p.deleted_at is null;
end
$$;
comment on function public.my_follow is
  'How the caller follows a post, and why: ''follow'' (by the button), ''post'', ''comment'' or ''vote''. Nulls: not at all.';
grant execute on function public.my_follow to authenticated, service_role;

create function public.follow_post(post_id bigint, wanted public.follow_level default null) returns table(
  level public.follow_level,
  reason text
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
  target constant bigint := private.standing_post(follow_post.post_id);
begin
  perform 1 from public.posts p where p.id = target and p.deleted_at is null for key share;
  if not found then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
  if wanted is null then
    delete from private.follows f where f.post_id = target and f.person_id = me;
  else
    insert into private.follows as f (post_id, person_id, level) values (target, me, wanted)
    on conflict on constraint follows_pkey do update set level = excluded.level where f.level <> excluded.level;
  end if;
  return query select f.level, f.reason from private.follows_of(array[me], target) f;
end
$$;
comment on function public.follow_post is
  'Follows a post as wanted, whatever the caller did on it; null leaves it to that again. A merged post is followed as the one that stands for it. Answers as my_follow does.';
grant execute on function public.follow_post to authenticated, service_role;

create function public.my_follows(before_post bigint default null, max_rows integer default 50) returns table(
  post_id bigint,
  title text,
  category_slug text,
  slug text,
  state public.post_state,
  level public.follow_level,
  reason text
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  return query
    select p.id, p.title, c.slug, p.slug, p.state, f.level, f.reason
    from public.posts p join public.categories c on c.id = p.category_id
    cross join lateral private.follows_of(array[me], p.id) f
    where p.id in (select private.posts_of(me)) and p.deleted_at is null and f.level is not null
      and (before_post is null or p.id < before_post)
    order by p.id desc limit least(max_rows, 100);
end
$$;
comment on function public.my_follows is
  'What the caller follows or muted, newest post first; before_post is the last one seen.';
grant execute on function public.my_follows to authenticated, service_role;

create function private.mute_own_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.mail_follows f
  using private.mail_addresses a, auth.users u
  where u.id = new.person_id and u.email_confirmed_at is not null and a.address = lower(u.email)
    and f.address_id = a.id and f.post_id = any (private.followed_as(new.post_id));
  return null;
end
$$;
comment on function private.mute_own_address is
  'Mutes a post for the account''s address too, when the account mutes it.';

create trigger a_spend_change before update on private.follows
  for each row when (pg_trigger_depth() = 0 and old.post_id = new.post_id) execute function private.spend('vote');
create trigger a_spend_vote before insert or delete on private.follows
  for each row when (pg_trigger_depth() = 0) execute function private.spend('vote');
create trigger mute_own_address after insert or update of level on private.follows
  for each row when (new.level = 'muted'::public.follow_level) execute function private.mute_own_address();

create function private.forget_own_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.mail_addresses a
  using auth.users u
  where u.id = new.person_id and u.email_confirmed_at is not null and a.address = lower(u.email);
  return null;
end
$$;
comment on function private.forget_own_address is
  'Who wants no mails as an account is not followed home by what the address asked for before. Whoever asks anew afterwards, and confirms it, gets what they ask for.';

create function private.export_following() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'notice_settings', (
      select to_jsonb(s) - array['person_id', 'feed_key'] from private.notice_settings s where s.person_id = me.id),
    'follows', (
      select coalesce(jsonb_agg(to_jsonb(f) - 'person_id' order by f.post_id), '[]')
      from private.follows f where f.person_id = me.id),
    'mail_follows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'post_id', f.post_id, 'confirmed_at', f.confirmed_at, 'created_at', f.created_at) order by f.post_id), '[]')
      from private.mail_follows f join private.mail_addresses a on a.id = f.address_id
      join auth.users u on u.id = me.id and u.email_confirmed_at is not null and lower(u.email) = a.address),
    'mentions', (
      select coalesce(jsonb_agg(m.comment_id order by m.comment_id), '[]')
      from private.mentions m where m.person_id = me.id),
    'post_mentions', (
      select coalesce(jsonb_agg(m.post_id order by m.post_id), '[]')
      from private.post_mentions m where m.person_id = me.id),
    'notices', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', e.kind, 'post_id', e.post_id, 'comment_id', e.comment_id, 'reason', n.reason,
        'created_at', e.created_at, 'read_at', n.read_at) order by e.id), '[]')
      from private.notices n join private.visible_events e on e.id = n.event_id where n.person_id = me.id),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', m.kind, 'post_id', m.post_id, 'state', m.state, 'created_at', m.created_at) order by m.id), '[]')
      from private.mails m where m.person_id = me.id)
  )
  from (select auth.uid() as id where private.is_present()) me
$$;
comment on function private.export_following is
  'How the caller hears of things, and what their address follows by mail alone: a part of export_account.';
grant execute on function private.export_following to authenticated, service_role;

-- 17_follows/02_mentions.sql
create table private.mentions (
  comment_id bigint references public.comments (id) on delete cascade,
  person_id uuid,
  primary key (comment_id, person_id)
);
comment on table private.mentions is
  'Whom a comment calls by @name. People with the same name are told apart here, not in the text.';

create index mentions_person_idx on private.mentions (person_id);

alter table private.mentions enable row level security;

create table private.post_mentions (
  post_id bigint references public.posts (id) on delete cascade,
  person_id uuid,
  primary key (post_id, person_id)
);
comment on table private.post_mentions is
  'Whom the details of a post call by @name, also those it called before an edit: nobody is told twice of the same text. Who is in it is forgotten with the account.';

create index post_mentions_person_idx on private.post_mentions (person_id);

alter table private.post_mentions enable row level security;

create function private.names_called(said text) returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  pieces constant text[] := string_to_array(said, '@');
  found_names text[];
begin
  if cardinality(pieces) > 11 then
    return null;
  end if;
  -- Names have at most 160 characters, and no line breaks.
  select array_agg(distinct lower(left(p.text, n))) into found_names
  from generate_subscripts(pieces, 1) at
  cross join lateral (
    select split_part(left(array_to_string(pieces[at + 1 :], '@'), 161), E'\n', 1) as text
  ) p
  cross join lateral generate_series(1, least(char_length(p.text), 160)) n
  where at < cardinality(pieces) and substr(p.text, n + 1, 1) !~ '[[:alnum:]_]';
  return coalesce(found_names, '{}');
end
$$;
comment on function private.names_called is
  'Everything after an "@" of a text that could be a name, in small letters: it ends where no word goes on. Null where there are so many that looking them up takes longer than looking through those who wrote.';

create function private.named_in(said text, of_post bigint, chosen uuid[]) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  most constant integer := 500;
  names constant text[] := private.names_called(said);
  left_over text := said;
  found_people uuid[] := '{}';
  bearers uuid[];
  called record;
  pattern text;
begin
  if strpos(said, '@') = 0 or said is null then
    return found_people;
  end if;
  bearers := array(select p.id from public.profiles p where lower(p.name) = any (names) limit most);
  if names is null or cardinality(bearers) = most then
    bearers := array(
      select t.author_id from public.posts t where t.id = of_post
      union
      select c.author_id from public.comments c where c.post_id = of_post
      union
      select r.user_id from public.roles r
    );
  end if;
  for called in
    select p.name, array_agg(p.id) as people from public.profiles p join auth.users u on u.id = p.id
    where p.id = any (bearers) and strpos(said, '@' || p.name) > 0 and (
      exists (select from public.posts t where t.id = of_post and t.deleted_at is null and (
        t.author_id = p.id or exists (
          select from public.comments c
          where c.post_id = of_post and c.author_id = p.id and c.deleted_at is null and c.hidden_at is null
        )
      ))
      or exists (select from public.roles r where r.user_id = p.id)
    )
    group by p.name order by char_length(p.name) desc, p.name
  loop
    pattern := '(^|[^[:alnum:]._-])@' || regexp_replace(called.name, '([\\.*+?(){}|^$\[\]])', '\\\1', 'g') || '(?![[:alnum:]_])';
    if left_over ~ pattern then
      left_over := regexp_replace(left_over, pattern, '\1', 'g');
      if cardinality(called.people) = 1
         and not exists (select from public.profiles k where k.id = any (chosen) and k.name = called.name) then
        found_people := found_people || called.people;
      end if;
    end if;
  end loop;
  return found_people;
end
$$;
comment on function private.named_in is
  'Whom a text calls by a name that only one of those has who can be called there: the authors of the post and of its comments, and the team. Names that several have are told apart by choosing; a name inside a longer one isn''t meant.';

create function private.forget_mentions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.mentions where person_id = old.id;
  delete from private.post_mentions where person_id = old.id;
  return null;
end
$$;
comment on function private.forget_mentions is 'Takes a deleted account out of what calls it by name.';

create function public.mentionable(
  post_id bigint default null,
  typed text default '',
  max_rows integer default 8
) returns table(
  id uuid,
  name text,
  avatar_url text,
  is_team boolean
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
  looked_for constant text := lower(private.clean_line(left(typed, 80)));
begin
  return query
    select p.id, p.name, p.avatar_url, p.is_team
    from public.profiles p join auth.users u on u.id = p.id
    where p.id <> me and starts_with(lower(p.name), looked_for) and p.id in (
      select t.author_id from public.posts t where t.id = mentionable.post_id and t.deleted_at is null
      union
      select c.author_id from public.comments c join public.posts t on t.id = c.post_id and t.deleted_at is null
      where c.post_id = mentionable.post_id and c.deleted_at is null and c.hidden_at is null
      union
      select r.user_id from public.roles r
    )
    order by lower(p.name), p.id limit least(max_rows, 20);
end
$$;
comment on function public.mentionable is
  'Whom a comment on a post may call by name: its author, whoever has a visible comment there, and the team; without a post the team alone. typed is how the name begins.';
grant execute on function public.mentionable to authenticated, service_role;

create function private.note_mentions(comment_id bigint, people uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  of_post bigint;
  said text;
begin
  select c.post_id, coalesce(h.body, c.body) into of_post, said
  from public.comments c left join private.hidings h on h.comment_id = c.id
  where c.id = note_mentions.comment_id and c.author_id = auth.uid() and c.created_at = now();
  people := people || private.named_in(said, of_post, people);
  insert into private.mentions (comment_id, person_id)
  select note_mentions.comment_id, p.id from public.profiles p
  where of_post is not null and p.id = any (people[1 : 10]) and strpos(said, '@' || p.name) > 0
  on conflict do nothing;
end
$$;
comment on function private.note_mentions is
  'Notes whom a new comment calls, by the names in it and those chosen by hand, and tells them. Those of a comment that waits for approval are kept until it''s shown.';
grant execute on function private.note_mentions to authenticated;

-- 17_follows/03_more_mentions.sql
create function private.tell_mentioned(of_post bigint, of_comment bigint, people uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  written constant bigint := (
    select e.id from private.events e where e.comment_id = of_comment and e.kind = 'comment.created'
  );
  waiting private.untold;
  reading uuid[];
  expecting uuid[];
  made bigint;
begin
  select * into waiting from private.untold w where w.event_id = written for update;
  people := array(
    select p from unnest(people) p
    where waiting.event_id is null or waiting.people_told or p <= waiting.beyond
  );
  with noticed as (
    update private.notices n set reason = 'mention'
    where n.event_id = written and n.person_id = any (people) and n.read_at is null
    returning n.person_id
  ), mailed as (
    update private.mail_parts m set reason = 'mention'
    where m.event_id = written and m.person_id = any (people) and m.mail_id is null
    returning m.person_id
  )
  select array(select n.person_id from noticed n), array(select m.person_id from mailed m) into reading, expecting;
  if people <@ reading and people <@ expecting then
    return;
  end if;
  insert into private.events (kind, post_id, comment_id, actor_id)
  values (case when of_comment is null then 'post.mention' else 'comment.mention' end, of_post, of_comment, auth.uid())
  returning id into made;
  with heard as materialized (
    select f.person_id, s.in_site, case when u.email_confirmed_at is not null then nullif(s.mail, 'never') end as pace
    from private.follows_of(people, of_post) f
    join private.notice_settings s on s.person_id = f.person_id
    join auth.users u on u.id = f.person_id and coalesce(u.banned_until < now(), true)
    where f.level is distinct from 'muted'
  ), noticed as (
    insert into private.notices (person_id, event_id, reason)
    select h.person_id, made, 'mention' from heard h where h.in_site and h.person_id <> all (reading)
  )
  insert into private.mail_parts (event_id, person_id, reason, due_at)
  select made, h.person_id, 'mention', private.mail_due(h.pace, now()) from heard h
  where h.pace is not null and h.person_id <> all (expecting);
end
$$;
comment on function private.tell_mentioned is
  'Tells people that a text of the caller''s calls them. They are few, so it is done at once. Whoever has a notice or a mail of the same comment still before them hears of the name with that; whoever is yet to be told of it, then.';

create function private.note_more_mentions(comment_id bigint, people uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  of_post bigint;
  said text;
  added uuid[];
begin
  select c.post_id, coalesce(h.body, c.body) into of_post, said
  from public.comments c left join private.hidings h on h.comment_id = c.id
  where c.id = note_more_mentions.comment_id and c.author_id = auth.uid() and c.deleted_at is null for update of c;
  people := people || private.named_in(said, of_post, people || array(
    select m.person_id from private.mentions m where m.comment_id = note_more_mentions.comment_id
  ));
  with noted as (
    insert into private.mentions (comment_id, person_id)
    select note_more_mentions.comment_id, p.id
    from public.profiles p
    where of_post is not null and p.id = any (people[1 : 10]) and p.id <> auth.uid()
      and strpos(said, '@' || p.name) > 0
      and not exists (
        select from private.mentions m where m.comment_id = note_more_mentions.comment_id and m.person_id = p.id
      )
    order by p.id
    limit greatest(10 - (select count(*) from private.mentions m where m.comment_id = note_more_mentions.comment_id), 0)
    returning person_id
  )
  select array_agg(n.person_id) into added from noted n;
  if added is not null then
    perform private.tell_mentioned(of_post, note_more_mentions.comment_id, added);
  end if;
end
$$;
comment on function private.note_more_mentions is
  'Notes whom a comment of the caller''s calls since an edit, ten people at most in all, and tells those it did not call before.';
grant execute on function private.note_more_mentions to authenticated;

create function private.note_post_mentions(post_id bigint, people uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  said text;
  added uuid[];
begin
  select p.details into said from public.posts p
  where p.id = note_post_mentions.post_id and (p.author_id = auth.uid() or (select private.is_team())) for update;
  if not found then
    return;
  end if;
  people := people || private.named_in(said, note_post_mentions.post_id, people || array(
    select m.person_id from private.post_mentions m where m.post_id = note_post_mentions.post_id
  ));
  with noted as (
    insert into private.post_mentions (post_id, person_id)
    select note_post_mentions.post_id, p.id
    from public.profiles p
    where p.id = any (people[1 : 10]) and p.id <> auth.uid() and strpos(said, '@' || p.name) > 0
      and not exists (
        select from private.post_mentions m where m.post_id = note_post_mentions.post_id and m.person_id = p.id
      )
    order by p.id
    limit greatest(10 - (select count(*) from private.post_mentions m where m.post_id = note_post_mentions.post_id), 0)
    returning person_id
  )
  select array_agg(n.person_id) into added from noted n;
  if added is not null then
    perform private.tell_mentioned(note_post_mentions.post_id, null, added);
  end if;
end
$$;
comment on function private.note_post_mentions is
  'Notes whom a post''s details call, for whoever may edit them, and tells those they didn''t call before.';
grant execute on function private.note_post_mentions to authenticated;

-- 18_notices/01_settings.sql
create table private.notice_rules (
  only_row boolean default true primary key check (only_row),
  correction interval not null default '00:10:00' check (correction >= '00:00:00'),
  summary_hour integer not null default 8 check (summary_hour between 0 and 23),
  summary_weekday integer not null default 1 check (summary_weekday between 1 and 7)
);
comment on table private.notice_rules is
  'One row. Mails wait until what they tell of can no longer be corrected, and what comes meanwhile goes into the same mail. Summaries go out at an hour of UTC, weekly ones on a weekday (1 is Monday). An operator changes it with an update.';

alter table private.notice_rules enable row level security;

create function private.make_notice_settings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.notice_settings (person_id) values (new.id);
  return null;
end
$$;
comment on function private.make_notice_settings is 'Gives a new profile its notification settings.';

create table private.notice_settings (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  in_site boolean not null default true,
  mail public.mail_pace not null default 'at-once'::public.mail_pace,
  by_vote public.follow_level not null default 'updates'::public.follow_level,
  by_comment public.follow_level not null default 'all'::public.follow_level,
  by_post public.follow_level not null default 'all'::public.follow_level,
  summary boolean not null default true,
  feed_key uuid unique
);
comment on table private.notice_settings is
  'How a person hears of what they follow, and how much a vote, a comment and a post of their own follow. One row for every profile.';
comment on column private.notice_settings.summary is
  'Of an admin: whether to get the daily summary.';
comment on column private.notice_settings.feed_key is
  'The secret in the address of the personal feed; null without one.';

alter table private.notice_settings enable row level security;

create trigger a_spend_edit before update on private.notice_settings
  for each row when (pg_trigger_depth() = 0 and old.* is distinct from new.*) execute function private.spend('edit');
create trigger forget_own_address after update of mail on private.notice_settings
  for each row when (new.mail = 'never'::public.mail_pace and old.mail <> 'never'::public.mail_pace)
  execute function private.forget_own_address();

create function public.my_notice_settings() returns table(
  in_site boolean,
  mail public.mail_pace,
  by_vote public.follow_level,
  by_comment public.follow_level,
  by_post public.follow_level,
  summary boolean,
  feed_key uuid
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  return query
    select s.in_site, s.mail, s.by_vote, s.by_comment, s.by_post, s.summary, s.feed_key
    from private.notice_settings s where s.person_id = me;
end
$$;
comment on function public.my_notice_settings is 'The caller''s settings.';
grant execute on function public.my_notice_settings to authenticated, service_role;

create function public.set_notice_settings(
  in_site boolean default null,
  mail public.mail_pace default null,
  by_vote public.follow_level default null,
  by_comment public.follow_level default null,
  by_post public.follow_level default null,
  summary boolean default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := private.require_member();
  new_pace constant public.mail_pace := set_notice_settings.mail;
begin
  update private.notice_settings s set
    in_site = coalesce(set_notice_settings.in_site, s.in_site),
    mail = coalesce(new_pace, s.mail),
    by_vote = coalesce(set_notice_settings.by_vote, s.by_vote),
    by_comment = coalesce(set_notice_settings.by_comment, s.by_comment),
    by_post = coalesce(set_notice_settings.by_post, s.by_post),
    summary = coalesce(set_notice_settings.summary, s.summary)
  where s.person_id = me;
  if new_pace is not null then
    perform private.repace(me, null, new_pace);
  end if;
end
$$;
comment on function public.set_notice_settings is 'Changes the caller''s settings; what is null stays as it is.';
grant execute on function public.set_notice_settings to authenticated, service_role;

create function private.repace(person uuid, address uuid, pace public.mail_pace) returns void
language sql set search_path = ''
as $$
  delete from private.mail_parts m
  where pace = 'never' and m.mail_id is null and (m.person_id = person or m.address_id = address);
  update private.mail_parts m set due_at = private.mail_due(pace, e.created_at)
  from private.events e
  where e.id = m.event_id and m.mail_id is null and (m.person_id = person or m.address_id = address);
$$;
comment on function private.repace is 'What waits to be mailed goes at the new pace, or not at all.';

create function public.renew_feed(wanted boolean default true) returns uuid
language sql security definer set search_path = ''
as $$
  update private.notice_settings s set feed_key = case when wanted then gen_random_uuid() end
  where s.person_id = private.require_member()
  returning s.feed_key
$$;
comment on function public.renew_feed is
  'A secret address for the caller''s personal feed, instead of the one there was; without wanted, none.';
grant execute on function public.renew_feed to authenticated, service_role;

-- 18_notices/02_notices.sql
create table private.notices (
  person_id uuid references public.profiles (id) on delete cascade,
  event_id bigint,
  reason text not null check (reason in ('mention', 'reply', 'follow', 'post', 'comment', 'vote')),
  read_at timestamptz,
  primary key (person_id, event_id)
);
comment on table private.notices is
  'What a person is told in the site. Rows say what was told, not what it was: the text is looked up when it is shown, and gone when that is deleted.';

create index notices_event_idx on private.notices (event_id);
create index notices_unread_idx on private.notices (person_id, event_id desc) where read_at is null;

alter table private.notices enable row level security;

create function public.unread_notices() returns table(notices integer, posts integer)
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := private.require_member();
begin
  return query
    select (count(*) + (
        select count(*) from private.reports r
        where r.reporter_id = me and r.settled_at > now() - interval '90 days' and r.read_at is null
      ))::integer, count(distinct n.post_id)::integer
    from (
      select e.post_id from private.notices n join private.visible_events e on e.id = n.event_id
      where n.person_id = me and n.read_at is null
      order by n.event_id desc limit 100
    ) n;
end
$$;
comment on function public.unread_notices is
  'How much the caller has not read: notices and outcomes of reports, and posts they are about. It counts to a hundred.';
grant execute on function public.unread_notices to authenticated, service_role;

create function public.my_notices(before_event bigint default null, max_rows integer default 20) returns table(
  post_id bigint,
  title text,
  category_slug text,
  slug text,
  state public.post_state,
  newest_event bigint,
  newest_at timestamptz,
  unread integer,
  comments integer,
  changes integer,
  items jsonb
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  return query
    with told as (
      select n.read_at, n.reason, v.*
      from (
        select * from private.notices n where n.person_id = me order by n.event_id desc limit 1000
      ) n
      join private.visible_events v on v.id = n.event_id
    ), page as (
      select t.post_id, max(t.id) as newest from told t group by t.post_id
      having before_event is null or max(t.id) < before_event
      order by 2 desc limit least(max_rows, 50)
    )
    select t.post_id, t.post_title, t.category_slug, t.post_slug, p.state, page.newest, max(t.created_at),
      (count(*) filter (where t.read_at is null))::integer,
      (count(distinct t.comment_id))::integer,
      (count(*) filter (where t.kind = 'post.state'))::integer,
      jsonb_path_query_array(jsonb_agg(jsonb_build_object(
        'event_id', t.id, 'kind', t.kind, 'reason', t.reason, 'is_read', t.read_at is not null,
        'created_at', t.created_at, 'comment_id', t.comment_id, 'parent_id', t.parent_id,
        'excerpt', left(t.body, 300), 'from_state', t.from_state, 'to_state', t.to_state, 'note', t.note,
        'merged_title', t.merged_title,
        'actor', case when a.id is not null then
          jsonb_build_object('id', a.id, 'name', a.name, 'avatar_url', a.avatar_url, 'is_team', a.is_team) end
      ) order by t.id desc), '$[0 to 4]')
    from page
    join told t on t.post_id = page.post_id
    join public.posts p on p.id = page.post_id
    left join public.profiles a on a.id = t.actor_id
    group by t.post_id, t.post_title, t.category_slug, t.post_slug, p.state, page.newest
    order by page.newest desc;
end
$$;
comment on function public.my_notices is
  'What the caller is told, a row for each post, that with the newest notice first. before_event is newest_event of the last row seen. items are its newest five notices, as JSON; comments and changes count all of them.';
grant execute on function public.my_notices to authenticated, service_role;

create function public.read_notices(of_post bigint default null, up_to bigint default null) returns table(
  notices integer,
  posts integer
)
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := private.require_member();
begin
  update private.notices n set read_at = now()
  from private.visible_events e
  where n.person_id = me and n.read_at is null and e.id = n.event_id
    and (of_post is null or e.post_id = of_post) and (up_to is null or n.event_id <= up_to);
  return query select * from public.unread_notices();
end
$$;
comment on function public.read_notices is
  'Marks as read what the caller has seen: of one post, or everything; up_to is the newest event that was on the screen, so that what came since stays unread. Answers as unread_notices does.';
grant execute on function public.read_notices to authenticated, service_role;

create function public.followed_feed(key uuid) returns table(
  id bigint,
  kind text,
  post_id bigint,
  title text,
  category_slug text,
  category_name text,
  slug text,
  change_id bigint,
  from_state public.post_state,
  to_state public.post_state,
  note text,
  comment_id bigint,
  parent_id bigint,
  body text,
  actor_id uuid,
  actor_name text,
  created_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  person constant uuid := (select s.person_id from private.notice_settings s where s.feed_key = followed_feed.key);
begin
  return query
    select v.id, v.kind, v.post_id, v.post_title, v.category_slug, c.name, v.post_slug, v.change_id, v.from_state, v.to_state,
      v.note, v.comment_id, v.parent_id, v.body, a.id, a.name, v.created_at
    from private.posts_of(person) as followed (post_id)
    cross join lateral private.follows_of(array[person], followed.post_id) f
    cross join lateral (
      select e.* from private.visible_events e
      where e.post_id = followed.post_id
        and (e.kind = 'post.state' or (e.kind = 'comment.created' and f.level = 'all'))
      order by e.id desc limit 50
    ) v
    join public.categories c on c.slug = v.category_slug
    left join public.profiles a on a.id = v.actor_id
    where f.level > 'muted'
    order by v.id desc limit 50;
end
$$;
comment on function public.followed_feed is
  'The newest that happened on what the person with this feed follows. Nothing for a key that is not in use.';
grant execute on function public.followed_feed to anon, authenticated, service_role;

create function private.tidy_notices() returns void
language sql set search_path = ''
as $$
  delete from private.notices n using private.events e
  where e.id = n.event_id and (n.read_at < now() - interval '90 days' or e.created_at < now() - interval '1 year');
  delete from private.mail_parts m using private.events e
  where e.id = m.event_id and m.mail_id is not null and e.created_at < now() - interval '90 days';
  delete from private.mails where created_at < now() - interval '90 days' and state not in ('ready', 'claimed', 'sending');
  delete from private.mail_follows where confirmed_at is null and created_at < now() - interval '2 days';
$$;
comment on function private.tidy_notices is
  'Removes what is no longer needed: read notices after three months, all after a year; the log of mails after three months; addresses that were not confirmed within two days; addresses that follow nothing.';
grant execute on function private.tidy_notices to service_role;

-- 18_notices/03_audience.sql
create function private.mail_due(pace public.mail_pace, moment timestamptz) returns timestamptz
language sql stable set search_path = ''
as $$
  select case pace
    when 'at-once' then moment + r.correction
    when 'daily' then
      greatest(next.day + case when next.day <= now() then interval '1 day' else '0' end, moment + r.correction)
    when 'weekly' then
      greatest(next.week + case when next.week <= now() then interval '7 days' else '0' end, moment + r.correction)
  end
  from private.notice_rules r, lateral (
    select
      (date_trunc('day', now() at time zone 'utc') + make_interval(hours => r.summary_hour)) at time zone 'utc' as day,
      (date_trunc('week', now() at time zone 'utc') + make_interval(days => r.summary_weekday - 1, hours => r.summary_hour))
        at time zone 'utc' as week
  ) next
$$;
comment on function private.mail_due is
  'When a mail of this pace is due that tells of something that happened at a moment: never before it can no longer be corrected.';

create function private.paces(moment timestamptz) returns table(pace public.mail_pace, due_at timestamptz)
language sql stable set search_path = ''
as $$
  select p, private.mail_due(p, moment) from unnest(enum_range(null::public.mail_pace)) p where p <> 'never'
$$;
comment on function private.paces is
  'When a mail of each pace is due that tells of something that happened at a moment.';

create function private.audience(event private.events, beyond uuid, max_rows integer) returns table(
  person_id uuid,
  reason text,
  in_site boolean,
  pace public.mail_pace
)
language plpgsql stable rows 20 set search_path = ''
as $$
declare
  post constant bigint := event.post_id;
  posts constant bigint[] := private.followed_as(post);
  people uuid[];
begin
  people := array(
    select distinct c.id from (
      (select v.user_id as id from public.votes v where v.post_id = post and v.user_id > beyond
       order by v.user_id limit max_rows)
      union all
      (select distinct f.person_id from private.follows f where f.post_id = any (posts) and f.person_id > beyond
       order by f.person_id limit max_rows)
      union all
      (select m.author_id from public.comments m where m.post_id = post and m.author_id > beyond and m.deleted_at is null
       group by m.author_id order by m.author_id limit max_rows)
      union all
      select p.author_id from public.posts p where p.id = any (posts) and p.author_id > beyond
      union all
      select n.person_id from private.mentions n where n.comment_id = event.comment_id and n.person_id > beyond
    ) c
    order by c.id limit max_rows
  );
  return query
    select f.person_id,
      case
        when f.person_id is not distinct from event.actor_id or u.id is null or f.level = 'muted' then null
        when called.person_id is not null then 'mention'
        when f.level = 'all' and answered.id is not null then 'reply'
        when f.level = 'all' or (f.level = 'updates' and event.kind = 'post.state') then f.reason
      end,
      f.in_site,
      case when u.email_confirmed_at is not null then nullif(f.mail, 'never') end
    from private.follows_of(people, post, event.created_at) f
    left join auth.users u on u.id = f.person_id and coalesce(u.banned_until < now(), true)
    left join private.mentions called on called.comment_id = event.comment_id and called.person_id = f.person_id
    left join public.comments said on said.id = event.comment_id
    left join public.comments answered on answered.id = said.parent_id and answered.author_id = f.person_id
    order by 1;
end
$$;
comment on function private.audience is
  'Whoever may hear of an event, beyond an id: with why, and how by mail (null: not at all, or not before the address is confirmed). reason is null for whoever doesn''t want to hear of it. A batch is the first max_rows people, so the last id says where the next one starts.';

create function private.merge_audience(event private.events, beyond uuid, max_rows integer) returns table(
  person_id uuid,
  reason text,
  in_site boolean,
  pace public.mail_pace
)
language plpgsql stable rows 20 set search_path = ''
as $$
declare
  merges bigint[];
  posts bigint[];
  stays constant bigint := (select m.stays_id from public.post_merges m where m.id = event.merge_id);
  authors uuid[];
  people uuid[];
begin
  select array_agg(b.id), array_agg(b.post_id) into merges, posts from private.brought_by(event.merge_id) b;
  authors := array(select p.author_id from public.posts p where p.id = any (posts));
  people := array(
    select distinct c.id from (
      select near.id from unnest(merges) merge cross join lateral (
        (select v.user_id as id from public.votes v where v.merge_id = merge and v.user_id > beyond
         order by v.user_id limit max_rows)
        union all
        (select f.person_id from private.follows f where f.merge_id = merge and f.person_id > beyond
         order by f.person_id limit max_rows)
        union all
        (select m.author_id from public.comments m where m.merge_id = merge and m.author_id > beyond and m.deleted_at is null
         group by m.author_id order by m.author_id limit max_rows)
      ) near
      union all
      select waits.id from unnest(posts) post cross join lateral (
        (select v.user_id as id from public.votes v where v.post_id = post and v.user_id > beyond
         order by v.user_id limit max_rows)
        union all
        (select f.person_id from private.follows f where f.post_id = post and f.person_id > beyond
         order by f.person_id limit max_rows)
      ) waits
      union all
      select author from unnest(authors) author where author > beyond
    ) c
    order by c.id limit max_rows
  );
  return query
    select s.person_id,
      case
        when s.person_id is not distinct from event.actor_id or u.id is null or chosen.level = 'muted' then null
        when exists (
          select from private.follows w where w.post_id = stays and w.person_id = s.person_id and w.level = 'muted'
        ) then null
        when exists (
          select from private.blocks b where b.person_id = s.person_id and coalesce(b.ends_at > now(), true)
        ) then null
        when chosen.level is not null then 'follow'
        when s.by_post > 'muted' and s.person_id = any (authors) then 'post'
        when s.by_comment > 'muted' and exists (
          select from public.comments m
          where m.author_id = s.person_id and m.merge_id = any (merges) and m.deleted_at is null
        ) then 'comment'
        when s.by_vote > 'muted' and exists (
          select from public.votes v
          where v.user_id = s.person_id and (v.merge_id = any (merges) or v.post_id = any (posts))
        ) then 'vote'
      end,
      s.in_site,
      case when u.email_confirmed_at is not null then nullif(s.mail, 'never') end
    from private.notice_settings s
    left join auth.users u on u.id = s.person_id and coalesce(u.banned_until < now(), true)
    left join lateral (
      select w.level from private.follows w
      where w.person_id = s.person_id and (w.merge_id = any (merges) or w.post_id = any (posts))
      order by w.merge_id is distinct from event.merge_id and w.post_id <> event.post_id, w.level desc limit 1
    ) chosen on true
    where s.person_id = any (people)
    order by 1;
end
$$;
comment on function private.merge_audience is
  'The next of those who followed a post when it was merged, and why they hear of it; no reason where they do not: it is what became of their post, so whoever wanted official updates alone hears it too, and whoever muted it, or the post that stays, or is blocked, does not.';

create function private.mail_audience(event private.events, beyond uuid, max_rows integer) returns table(
  address_id uuid,
  confirmed_at timestamptz
)
language plpgsql stable rows 20 set search_path = ''
as $$
begin
  if event.kind = 'post.state' then
    return query
      select f.address_id, min(f.confirmed_at) from private.mail_follows f
      where f.post_id = any (private.followed_as(event.post_id)) and f.address_id > beyond
      group by f.address_id order by f.address_id limit max_rows;
  elsif event.kind = 'post.merged' then
    return query
      select c.address_id, min(c.confirmed_at)
      from private.brought_by(event.merge_id) b cross join lateral (
        (select f.address_id, f.confirmed_at from private.mail_follows f
         where f.merge_id = b.id and f.address_id > beyond order by f.address_id limit max_rows)
        union all
        (select f.address_id, f.confirmed_at from private.mail_follows f
         where f.post_id = b.post_id and f.address_id > beyond order by f.address_id limit max_rows)
      ) c
      group by c.address_id order by c.address_id limit max_rows;
  end if;
end
$$;
comment on function private.mail_audience is
  'The next addresses without an account that follow what an event is about, and since when.';

-- 18_notices/04_tell.sql
create function private.tell(max_rows integer default 2000) returns integer
language plpgsql set search_path = ''
as $$
declare
  waiting private.untold;
  event private.events;
  looked_at integer;
  last_one uuid;
begin
  select w.* into waiting
  from private.untold w join private.visible_events e on e.id = w.event_id
  order by w.event_id for update of w skip locked limit 1;
  if not found then
    return null;
  end if;
  select e.* into event from private.events e where e.id = waiting.event_id;
  if event.kind <> 'post.merged' then
    select v.post_id into event.post_id from private.visible_events v where v.id = event.id;
  end if;
  if not waiting.people_told then
    with heard as materialized (
      select * from private.audience(event, waiting.beyond, max_rows) where event.kind <> 'post.merged'
      union all
      select * from private.merge_audience(event, waiting.beyond, max_rows) where event.kind = 'post.merged'
    ), paces as materialized (
      select * from private.paces(event.created_at)
    ), noticed as (
      insert into private.notices (person_id, event_id, reason)
      select h.person_id, event.id, h.reason from heard h where h.reason is not null and h.in_site
      on conflict do nothing
    ), mailed as (
      insert into private.mail_parts (event_id, person_id, reason, due_at)
      select event.id, h.person_id, h.reason, p.due_at from heard h join paces p on p.pace = h.pace
      where h.reason is not null
      on conflict do nothing
    )
    select count(*), max(h.person_id::text)::uuid into looked_at, last_one from heard h;
  else
    -- Whoever has the address as an account hears of it there.
    with heard as materialized (
      select n.address_id, n.confirmed_at, a.mail, a.address
      from private.mail_audience(event, waiting.beyond, max_rows) n join private.mail_addresses a on a.id = n.address_id
    ), paces as materialized (
      select * from private.paces(event.created_at)
    ), mailed as (
      insert into private.mail_parts (event_id, address_id, reason, due_at)
      select event.id, h.address_id, 'follow', p.due_at from heard h join paces p on p.pace = h.mail
      where h.confirmed_at < event.created_at
        and not exists (
          select from auth.users u join private.mail_parts m on m.person_id = u.id and m.event_id = event.id
          where u.email = h.address
        )
        and not exists (select from auth.users u where u.id = event.actor_id and u.email = h.address)
      on conflict do nothing
    )
    select count(*), max(h.address_id::text)::uuid into looked_at, last_one from heard h;
  end if;
  if looked_at = max_rows then
    update private.untold set beyond = last_one where event_id = event.id;
  elsif not waiting.people_told then
    update private.untold set people_told = true, beyond = default where event_id = event.id;
  else
    delete from private.untold where event_id = event.id;
  end if;
  return looked_at;
end
$$;
comment on function private.tell is
  'Tells the next people of the oldest event that isn''t told to everybody. Whatever happens in between, each is told once: what was told and how far that went are written in one transaction. Returns how many people it looked at; null when nothing waits. Several may run at once.';
grant execute on function private.tell to service_role;

create function public.admin_followers(post_ids bigint[]) returns table(people integer, mails integer)
language plpgsql stable security definer set search_path = '' set jit = off set work_mem = '64MB' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  me constant uuid := auth.uid();
  salt constant text := (select s.value || E'\n' from private.salt s);
  ids bigint[] := private.bulk_ids(post_ids);
begin
  ids := array(select p.id from public.posts p where p.id = any (ids) and p.deleted_at is null);
  return query
    with asked as materialized (
      select i as post_id, i as followed_id from unnest(ids) i
      union all
      select m.stays_id, m.post_id from public.post_merges m where m.stays_id = any (ids) and m.undone_at is null
    ), chosen as materialized (
      select a.post_id, f.person_id,
        coalesce(max(f.level) filter (where a.followed_id = a.post_id), max(f.level)) as level
      from asked a join private.follows f on f.post_id = a.followed_id
      group by a.post_id, f.person_id
    ), heard as (
      select s.person_id, s.in_site, s.mail
      from (
        select distinct v.user_id as id from public.votes v
        where v.post_id = any (ids)
          and not exists (select from chosen c where c.post_id = v.post_id and c.person_id = v.user_id)
      ) voter
      join private.notice_settings s on s.person_id = voter.id
      where s.by_vote <> 'muted'
      union
      select s.person_id, s.in_site, s.mail
      from public.comments m join private.notice_settings s on s.person_id = m.author_id
      where m.post_id = any (ids) and m.deleted_at is null and s.by_comment <> 'muted'
        and not exists (select from chosen c where c.post_id = m.post_id and c.person_id = m.author_id)
      union
      select s.person_id, s.in_site, s.mail
      from asked a join public.posts p on p.id = a.followed_id
      join private.notice_settings s on s.person_id = p.author_id
      where s.by_post <> 'muted'
        and not exists (select from chosen c where c.post_id = a.post_id and c.person_id = p.author_id)
      union
      select s.person_id, s.in_site, s.mail
      from chosen c join private.notice_settings s on s.person_id = c.person_id
      where c.level <> 'muted'
    ), accounts as (
      select u.email, h.in_site, h.mail <> 'never' and u.email_confirmed_at is not null and k.key is null as is_mailed
      from heard h
      join auth.users u on u.id = h.person_id and coalesce(u.banned_until < now(), true)
      -- The key is that of private.address_key, written out: a call for each of a hundred thousand takes seconds. Letters
      -- of every language are made small only where there are others than those of ASCII.
      left join private.silenced k on k.key = sha256(convert_to(salt || case
        when octet_length(u.email) = char_length(u.email) then lower(u.email collate "C") else lower(u.email)
      end, 'UTF8'))
      where h.person_id is distinct from me
    ), addresses as materialized (
      select distinct a.address
      from asked i join private.mail_follows f on f.post_id = i.followed_id
      join private.mail_addresses a on a.id = f.address_id
      where f.confirmed_at is not null and a.mail <> 'never'
        and not exists (select from private.silenced k where k.key = sha256(convert_to(salt || a.address, 'UTF8')))
        and not exists (select from auth.users u where u.id = me and u.email = a.address)
    ), readers as (
      -- An account and its address are one.
      select count(*) filter (where r.in_site or r.is_mailed or a.address is not null) - count(a.address) as people,
        count(*) filter (where r.is_mailed or a.address is not null) - count(a.address) as mails
      from accounts r left join addresses a on a.address = r.email
    )
    select (r.people + alone.n)::integer, (r.mails + alone.n)::integer
    from readers r, (select count(*) as n from addresses) alone;
end
$$;
comment on function public.admin_followers is
  'How many would hear of a change of state of these posts now: people, and how many by mail, addresses without an account among them. Who switched off both hears nothing, an address that takes no mails gets none, and an account and its address are one. For the team.';
grant execute on function public.admin_followers to authenticated, service_role;

-- 19_webhooks/01_webhooks.sql
create function private.new_secret() returns text
language sql set search_path = ''
return 'whsec_' || encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64');
comment on function private.new_secret is
  'A new secret for a webhook''s signatures, as the Standard Webhooks specification writes it.';

create function private.audit_webhook() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was jsonb;
  is_now jsonb;
begin
  if tg_op <> 'INSERT' then
    was := jsonb_build_object('id', old.id, 'host', substring(old.address from '^https?://([^/?]+)'),
      'shape', old.shape, 'kinds', old.kinds, 'is_on', old.off_at is null);
  end if;
  if tg_op <> 'DELETE' then
    is_now := jsonb_build_object('id', new.id, 'host', substring(new.address from '^https?://([^/?]+)'),
      'shape', new.shape, 'kinds', new.kinds, 'is_on', new.off_at is null);
  end if;
  perform private.audit(
    case tg_op when 'INSERT' then 'webhook.create' when 'DELETE' then 'webhook.delete' else
      case when new.secret <> old.secret then 'webhook.secret' else 'webhook.update' end end,
    null, null, was, is_now
  );
  return null;
end
$$;
comment on function private.audit_webhook is
  'What admins do to webhooks. Of the address its host alone: many have a key in the rest.';

create table private.webhooks (
  id bigint generated always as identity primary key,
  address text not null,
  shape text not null check (shape in ('json', 'slack', 'discord')),
  kinds text[] not null,
  secret text not null,
  old_secret text,
  renewed_at timestamptz,
  created_at timestamptz not null default now(),
  rests_until timestamptz not null default now(),
  failing_since timestamptz,
  off_at timestamptz,
  off_reason text,
  check (char_length(address) <= 1000 and address ~ '^https?://[^\s/?#@\\]+([/?][^\s#\\]*)?$'),
  check (
    cardinality(kinds) > 0
    and array_position(kinds, null::text) is null
    and kinds <@ array[
      'post.created', 'post.state', 'post.corrected', 'post.deleted', 'post.restored', 'post.merged', 'post.unmerged',
      'comment.created', 'comment.deleted'
    ]
  )
);
comment on table private.webhooks is
  'Addresses outside that are told what happens on the board, as admins want it.';
comment on column private.webhooks.secret is
  'What requests are signed with. It is shown when it is made and never again; the one before it signs as well for a day.';
comment on column private.webhooks.rests_until is
  'Nothing is sent to it before: a request is on its way, or the last one failed a moment ago.';
comment on column private.webhooks.off_at is
  'Since when nothing is queued for it; null while it is on.';

alter table private.webhooks enable row level security;

create trigger audit_webhook after insert or delete on private.webhooks
  for each row execute function private.audit_webhook();
create trigger audit_webhook_update after update of address, shape, kinds, secret, off_at on private.webhooks
  for each row when (
    auth.uid() is not null
    and (
      (old.address, old.shape, old.kinds, old.secret) is distinct from (new.address, new.shape, new.kinds, new.secret)
      or (old.off_at is null) is distinct from (new.off_at is null)
    )
  ) execute function private.audit_webhook();

create table private.webhook_deliveries (
  id bigint generated always as identity primary key,
  key uuid not null default gen_random_uuid(),
  webhook_id bigint not null references private.webhooks (id) on delete cascade,
  event_id bigint,
  state text not null default 'ready' check (state in ('ready', 'sent', 'failed', 'dropped')),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  status integer,
  outcome text,
  tried_at timestamptz,
  created_at timestamptz not null default now(),
  unique (webhook_id, event_id)
);
comment on table private.webhook_deliveries is
  'Which event is sent to which webhook, and what came of it. Ids alone: what is said is looked up for each attempt.';
comment on column private.webhook_deliveries.key is
  'Its id for the receiver, the same for every attempt.';
comment on column private.webhook_deliveries.event_id is
  'Null for a test, which is tried once.';
comment on column private.webhook_deliveries.status is
  'The status of the last answer; null when there was none.';

create index webhook_deliveries_ready_idx
  on private.webhook_deliveries (webhook_id, due_at)
  where state = 'ready';
create index webhook_deliveries_log_idx on private.webhook_deliveries (webhook_id, id desc);

alter table private.webhook_deliveries enable row level security;

create function public.admin_webhooks() returns table(
  id bigint,
  address text,
  shape text,
  kinds text[],
  created_at timestamptz,
  failing_since timestamptz,
  off_at timestamptz,
  off_reason text,
  waiting integer
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    select w.id, w.address, w.shape, w.kinds, w.created_at, w.failing_since, w.off_at, w.off_reason,
      (select count(*)::integer from private.webhook_deliveries d where d.webhook_id = w.id and d.state = 'ready')
    from private.webhooks w order by w.id desc;
end
$$;
comment on function public.admin_webhooks is 'Every webhook, the newest first, without its secret. Admins only.';
grant execute on function public.admin_webhooks to authenticated, service_role;

create function public.admin_add_webhook(address text, shape text, kinds text[]) returns table(
  id bigint,
  secret text
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('webhooks', 0));
  if (select count(*) from private.webhooks) >= 20 then
    raise exception 'There are twenty already. Delete one first.' using errcode = 'PT429';
  end if;
  return query
    insert into private.webhooks as w (address, shape, kinds, secret)
    values (admin_add_webhook.address, admin_add_webhook.shape, admin_add_webhook.kinds, private.new_secret())
    returning w.id, w.secret;
end
$$;
comment on function public.admin_add_webhook is
  'Adds a webhook and gives the secret that its requests are signed with, which nobody gets to see again; up to twenty.';
grant execute on function public.admin_add_webhook to authenticated, service_role;

create function public.admin_set_webhook(
  webhook_id bigint,
  address text default null,
  shape text default null,
  kinds text[] default null,
  is_on boolean default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  wanted alias for is_on;
begin
  perform private.require_admin();
  update private.webhooks w set
    address = coalesce(admin_set_webhook.address, w.address),
    shape = coalesce(admin_set_webhook.shape, w.shape),
    kinds = coalesce(admin_set_webhook.kinds, w.kinds),
    off_at = case when wanted then null else w.off_at end,
    off_reason = case when wanted then null else w.off_reason end,
    failing_since = case when wanted then null else w.failing_since end
  where w.id = admin_set_webhook.webhook_id;
  if not found then
    raise exception 'This webhook no longer exists.' using errcode = 'P0002';
  end if;
  if not wanted then
    perform private.switch_off_webhook(admin_set_webhook.webhook_id, null);
  end if;
end
$$;
comment on function public.admin_set_webhook is 'Changes a webhook, and switches it on or off; what is null stays.';
grant execute on function public.admin_set_webhook to authenticated, service_role;

create function public.admin_renew_webhook_secret(webhook_id bigint) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  made text;
begin
  perform private.require_admin();
  update private.webhooks w set old_secret = w.secret, renewed_at = now(), secret = private.new_secret()
  where w.id = webhook_id
  returning w.secret into made;
  if made is null then
    raise exception 'This webhook no longer exists.' using errcode = 'P0002';
  end if;
  return made;
end
$$;
comment on function public.admin_renew_webhook_secret is
  'Gives a webhook a new secret. For a day requests are signed with both, so that the receiver can change over.';
grant execute on function public.admin_renew_webhook_secret to authenticated, service_role;

create function public.admin_delete_webhook(webhook_id bigint) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from private.webhooks w where w.id = webhook_id;
end
$$;
comment on function public.admin_delete_webhook is 'Deletes a webhook with its log.';
grant execute on function public.admin_delete_webhook to authenticated, service_role;

create function public.admin_test_webhook(webhook_id bigint) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  asked alias for webhook_id;
begin
  perform private.require_admin();
  perform 1 from private.webhooks w where w.id = asked and w.off_at is null for no key update;
  if not found then
    raise exception 'This webhook is off or no longer exists.' using errcode = 'P0002';
  end if;
  insert into private.webhook_deliveries (webhook_id)
  select asked where not exists (
    select from private.webhook_deliveries d where d.webhook_id = asked and d.event_id is null and d.state = 'ready'
  );
  if not found then
    return false;
  end if;
  perform pg_notify('signpost', 'webhook');
  return true;
end
$$;
comment on function public.admin_test_webhook is
  'Sends a test to a webhook that is on; false while the last one is on its way.';
grant execute on function public.admin_test_webhook to authenticated, service_role;

-- 19_webhooks/02_deliveries.sql
create function public.admin_deliveries(
  webhook_id bigint,
  before_delivery bigint default null,
  max_rows integer default 50
) returns table(
  id bigint,
  kind text,
  post_title text,
  category_slug text,
  slug text,
  state text,
  attempts integer,
  status integer,
  outcome text,
  created_at timestamptz,
  tried_at timestamptz,
  due_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    select d.id, coalesce(e.kind, 'webhook.test'), p.title, c.slug, p.slug, d.state, d.attempts, d.status, d.outcome,
      d.created_at, d.tried_at, d.due_at
    from private.webhook_deliveries d
    left join private.events e on e.id = d.event_id
    left join public.posts p on p.id = e.post_id and p.deleted_at is null
    left join public.categories c on c.id = p.category_id
    where d.webhook_id = admin_deliveries.webhook_id and (before_delivery is null or d.id < before_delivery)
    order by d.id desc limit least(max_rows, 100);
end
$$;
comment on function public.admin_deliveries is
  'What was sent to a webhook, the newest first; before_delivery is the last one seen. Admins only.';
grant execute on function public.admin_deliveries to authenticated, service_role;

create function public.admin_replay_delivery(delivery_id bigint) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  perform 1 from private.webhook_deliveries d where d.id = delivery_id;
  if not found then
    raise exception 'This delivery is no longer in the log.' using errcode = 'P0002';
  end if;
  update private.webhook_deliveries d set state = 'ready', attempts = 0, due_at = now(), outcome = null, status = null
  from private.webhooks w
  where d.id = delivery_id and w.id = d.webhook_id and w.off_at is null;
  if not found then
    return false;
  end if;
  perform pg_notify('signpost', 'webhook');
  return true;
end
$$;
comment on function public.admin_replay_delivery is
  'Sends a delivery again, at once and under the same id, also one that waits for its next attempt; false when its webhook is off.';
grant execute on function public.admin_replay_delivery to authenticated, service_role;

create function private.queue_deliveries() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  unheard bigint[] := '{}';
begin
  if new.kind in ('post.deleted', 'post.restored', 'comment.deleted') then
    unheard := array(select u.webhook_id from private.unheard_deliveries(new.post_id, new.comment_id) u);
  end if;
  if new.kind = 'post.restored' then
    perform private.send_unheard(new.post_id, null);
  end if;
  insert into private.webhook_deliveries (webhook_id, event_id)
  select w.id, new.id from private.webhooks w
  where w.off_at is null and new.kind = any (w.kinds) and w.id <> all (unheard)
  -- One that is deleted meanwhile does not fail what happens.
  for key share;
  if found or unheard <> '{}' then
    perform pg_notify('signpost', 'webhook');
  end if;
  return null;
end
$$;
comment on function private.queue_deliveries is
  'A webhook that has not heard of something yet does not hear that it is gone or back either, but that it came, once it is there to stay.';

create function private.unheard_deliveries(of_post bigint, of_comment bigint) returns setof private.webhook_deliveries
language plpgsql set search_path = ''
as $$
begin
  perform 1 from private.webhooks w where w.off_at is null order by w.id for key share;
  return query
    select d.* from private.events e cross join private.webhooks w
    join private.webhook_deliveries d on d.webhook_id = w.id and d.event_id = e.id
    where w.off_at is null and d.tried_at is null and (
      of_comment is null and e.kind = 'post.created' and e.post_id = of_post
      or e.kind = 'comment.created' and e.comment_id = of_comment
    )
    order by d.id for update of d;
end
$$;
comment on function private.unheard_deliveries is
  'The deliveries that tell that a post or comment came and were not tried so far. Nobody tries them before the end of the transaction, and no webhook goes before its deliveries.';

create function private.mark_unheard() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.is_unheard := new.cause = 'approval' and now() = coalesce(
    (select p.created_at from public.posts p where p.id = new.post_id),
    (select c.created_at from public.comments c where c.id = new.comment_id)
  );
  return new;
end
$$;
comment on function private.mark_unheard is
  'Marks what approval held back as it was written: nobody has heard of it.';

create function private.send_unheard(of_post bigint, of_comment bigint) returns void
language sql set search_path = ''
as $$
  update private.webhook_deliveries d set state = 'ready', due_at = now(), outcome = null
  from private.unheard_deliveries(of_post, of_comment) u where d.id = u.id and d.state = 'dropped'
$$;
comment on function private.send_unheard is 'Sends what was dropped while nobody could see the post or comment.';

-- 19_webhooks/03_sending.sql
create function private.person_says(person uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', p.id, 'name', p.name, 'is_team', p.is_team) from public.profiles p where p.id = person
$$;
comment on function private.person_says is 'What everybody can read of a person; null for nobody.';

create function private.post_says(post bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', p.id, 'title', p.title, 'details', p.details, 'category', c.slug, 'slug', p.slug, 'state', p.state,
    'votes', p.votes_total, 'comments', p.comments_total, 'created_at', p.created_at,
    'author', private.person_says(p.author_id)
  )
  from public.posts p join public.categories c on c.id = p.category_id
  where p.id = post and p.deleted_at is null
$$;
comment on function private.post_says is 'What everybody can read of a post; null for one that is gone.';

create function private.event_says(event bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('type', e.kind, 'timestamp', e.created_at, 'data', told.data)
  from private.events e
  left join private.visible_events v on v.id = e.id
  cross join lateral (select private.post_says(coalesce(v.post_id, e.post_id)) as says) post
  cross join lateral (
    select case
      when e.kind in ('post.deleted', 'comment.deleted') then
        jsonb_build_object('post', jsonb_build_object('id', e.post_id))
        || case when e.comment_id is null then '{}' else jsonb_build_object('comment', jsonb_build_object('id', e.comment_id)) end
      when e.kind = 'post.merged' then (
        select jsonb_build_object('post', jsonb_build_object('id', e.post_id), 'merged_into', stays.says)
        from public.post_merges m cross join lateral (select private.post_says(m.stays_id) as says) stays
        where m.post_id = e.post_id and m.undone_at is null and stays.says is not null
      )
      -- A change of state that was taken back leaves no entry, and its post as it was before.
      when post.says is not null and (v.id is not null or e.kind = 'post.corrected') then
        jsonb_build_object('post', post.says, 'actor', private.person_says(e.actor_id))
        || case when e.change_id is null then '{}' else jsonb_build_object('change', case when v.id is not null then
          jsonb_build_object('from', v.from_state, 'to', v.to_state, 'note', v.note) end) end
        || case when e.comment_id is null then '{}' else jsonb_build_object('comment', jsonb_build_object(
          'id', e.comment_id, 'parent_id', v.parent_id, 'body', v.body)) end
    end as data
  ) told
  where e.id = event and told.data is not null
$$;
comment on function private.event_says is
  'What a webhook is told of an event, as things are now; null when what it tells of is gone. Of what was deleted, and of whoever did that, ids alone. A comment that came along with a merge is told with the post it stands on.';

create function private.claim_delivery() returns jsonb
language plpgsql set search_path = ''
as $$
declare
  hook private.webhooks;
  delivery private.webhook_deliveries;
  says jsonb;
begin
  loop
    select w.* into hook from private.webhooks w
    where w.off_at is null and w.rests_until <= now() and exists (
      select from private.webhook_deliveries d where d.webhook_id = w.id and d.state = 'ready' and d.due_at <= now()
    )
    order by w.rests_until, w.id for no key update skip locked limit 1;
    if not found then
      return null;
    end if;
    select d.* into delivery from private.webhook_deliveries d
    where d.webhook_id = hook.id and d.state = 'ready' and d.due_at <= now()
    order by d.due_at, d.id limit 1 for no key update;
    continue when not found;
    says := case when delivery.event_id is null
      then jsonb_build_object('type', 'webhook.test', 'timestamp', delivery.created_at, 'data', '{}'::jsonb)
      else private.event_says(delivery.event_id) end;
    if says is null then
      update private.webhook_deliveries d set state = 'dropped', outcome = 'What it was about is gone.' where d.id = delivery.id;
      continue;
    end if;
    update private.webhooks w set rests_until = now() + interval '1 minute' where w.id = hook.id;
    update private.webhook_deliveries d set attempts = d.attempts + 1, tried_at = now() where d.id = delivery.id;
    return jsonb_build_object(
      'id', delivery.id, 'attempt', delivery.attempts + 1, 'key', delivery.key, 'address', hook.address, 'shape', hook.shape,
      'says', says, 'secrets', to_jsonb(array_remove(array[
        hook.secret, case when hook.renewed_at > now() - interval '1 day' then hook.old_secret end], null))
    );
  end loop;
end
$$;
comment on function private.claim_delivery is
  'The next attempt that is due, with all that it says; null when none is. For a minute the caller alone sends to that webhook; where its end is not heard of by then, the delivery is tried again.';
grant execute on function private.claim_delivery to service_role;

create function private.switch_off_webhook(hook bigint, reason text) returns void
language sql set search_path = ''
as $$
  update private.webhooks w set off_at = now(), off_reason = reason where w.id = hook and w.off_at is null;
  update private.webhook_deliveries d set state = 'dropped', outcome = 'The endpoint was switched off.'
  where d.webhook_id = hook and d.state = 'ready';
$$;
comment on function private.switch_off_webhook is
  'Ends what is sent to a webhook; what waited for it can be sent again by hand.';

create function private.settle_delivery(delivery_id bigint, attempt integer, answered integer, words text) returns void
language plpgsql set search_path = ''
as $$
declare
  pauses constant interval[] := '{1 minute,5 minutes,30 minutes,2 hours,5 hours,8 hours,8 hours}';
  went_well constant boolean := coalesce(answered between 200 and 299, false);
  hook bigint;
  failing timestamptz;
  reason text;
begin
  update private.webhook_deliveries d set
    state = case
      when went_well then 'sent' when d.event_id is null or attempt > cardinality(pauses) then 'failed' else 'ready' end,
    -- Not all at the same moment.
    due_at = now() + case when went_well then '0' else coalesce(pauses[attempt], '0') * (0.9 + random() * 0.2) end,
    status = answered, outcome = left(words, 500)
  where d.id = delivery_id and d.attempts = attempt and d.state = 'ready'
  returning d.webhook_id into hook;
  if hook is null then
    return;
  end if;
  update private.webhooks w set
    rests_until = now() + case when went_well then interval '0' else interval '10 seconds' end,
    failing_since = case when not went_well then coalesce(w.failing_since, now()) end
  where w.id = hook and w.off_at is null
  returning w.failing_since into failing;
  reason := case
    when answered = 410 then 'The receiver answered that it is gone (410).'
    when failing < now() - interval '3 days' then 'Nothing has arrived for three days.'
  end;
  if reason is not null then
    perform private.switch_off_webhook(hook, reason);
    insert into private.mails (kind, person_id, webhook_id)
    select 'webhook', r.user_id, hook from public.roles r where r.role = 'admin';
  end if;
end
$$;
comment on function private.settle_delivery is
  'What came of an attempt: the status of the answer, null without one. Anything but 2xx is tried again, up to eight times within a day. An answer of 410, or three days of failures, switch the webhook off, and its admins get a mail. An answer to an attempt that is over changes nothing.';
grant execute on function private.settle_delivery to service_role;

create function private.tidy_deliveries() returns void
language sql set search_path = ''
as $$
  delete from private.webhook_deliveries where created_at < now() - interval '30 days' and state <> 'ready'
$$;
comment on function private.tidy_deliveries is 'Removes the log of deliveries after a month. For the worker.';
grant execute on function private.tidy_deliveries to service_role;

-- 20_mails/01_addresses.sql
create function private.address_key(address text) returns bytea
language sql stable security definer set search_path = ''
as $$
  select sha256(convert_to(s.value || E'\n' || lower(btrim(address)), 'UTF8')) from private.salt s
$$;
comment on function private.address_key is 'An e-mail address as a salted hash, for addresses that are silenced.';

create function private.mailbox_of(address text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case
    when given.plain ~ '@(gmail|googlemail)\.com$' then replace(split_part(given.plain, '@', 1), '.', '') || '@gmail.com'
    else given.plain
  end
  from (
    select regexp_replace(lower(normalize(btrim(address), nfkc)), '^([^@+]+)\+[^@]*@', '\1@') as plain
  ) given
$$;
comment on function private.mailbox_of is
  'The mailbox an address belongs to: without case and plus part, and without the dots that Gmail ignores.';

create table private.mail_addresses (
  id uuid default gen_random_uuid() primary key,
  address text not null unique,
  mail public.mail_pace not null default 'at-once'::public.mail_pace,
  created_at timestamptz not null default now(),
  check (
    address = lower(address)
    and char_length(address) <= 254
    and address ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'
  )
);
comment on table private.mail_addresses is
  'Addresses that follow without an account. Nobody but the database reads them; one goes with the last post it follows.';

create index mail_addresses_mailbox_idx on private.mail_addresses (private.mailbox_of(address));

alter table private.mail_addresses enable row level security;

create table private.mail_follows (
  post_id bigint references public.posts (id) on delete cascade,
  address_id uuid references private.mail_addresses (id) on delete cascade,
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  merge_id bigint references public.post_merges (id) on delete set null,
  primary key (post_id, address_id)
);
comment on table private.mail_follows is
  'Which posts an address follows: official updates and changes of state. Only once its owner confirmed it, each by itself.';
comment on column private.mail_follows.merge_id is
  'The merge that brought it here, as of votes.';

create index mail_follows_address_idx on private.mail_follows (address_id);
create index mail_follows_merge_idx on private.mail_follows (merge_id, address_id) where merge_id is not null;

alter table private.mail_follows enable row level security;

create function private.forget_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'users' then
    delete from private.mail_addresses a where a.address = lower(old.email);
  else
    delete from private.mail_addresses a
    where a.id = old.address_id and not exists (select from private.mail_follows f where f.address_id = a.id);
  end if;
  return null;
end
$$;
comment on function private.forget_address is
  'An address stays as long as it follows something, and leaves with the account that has it.';

create trigger forget_address after delete on private.mail_follows
  for each row execute function private.forget_address();

create table private.silenced (
  key bytea primary key,
  reason text not null,
  since timestamptz not null default now()
);
comment on table private.silenced is
  'Addresses no mail goes to any more: they do not exist, or their owner complained. A salted hash, not the address.';

alter table private.silenced enable row level security;

create function private.silence(address text, reason text) returns void
language sql set search_path = ''
as $$
  insert into private.silenced (key, reason) values (private.address_key(address), left(reason, 200)) on conflict do nothing
$$;
comment on function private.silence is 'Nothing is mailed to this address any more.';
grant execute on function private.silence to service_role;

create function public.silence_address(address text, reason text) returns void
language sql security definer set search_path = ''
as $$
  select private.silence(left(address, 320), reason)
$$;
comment on function public.silence_address is
  'For the site''s server: a mail server''s word that an address bounces or that its owner complained.';
grant execute on function public.silence_address to service_role;

-- 20_mails/02_mails.sql
create table private.mails (
  id bigint generated always as identity primary key,
  key uuid not null default gen_random_uuid() unique,
  kind text not null check (kind in ('notices', 'confirm', 'summary', 'test', 'webhook')),
  person_id uuid references public.profiles (id) on delete cascade,
  address_id uuid references private.mail_addresses (id) on delete cascade,
  post_id bigint,
  day date,
  state text not null default 'ready',
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  claimed_at timestamptz,
  outcome text,
  created_at timestamptz not null default now(),
  webhook_id bigint references private.webhooks (id) on delete set null,
  check (num_nonnulls(person_id, address_id) = 1),
  check (state in ('ready', 'claimed', 'sending', 'sent', 'failed', 'unknown', 'dropped')),
  unique (person_id, kind, day)
);
comment on table private.mails is
  'Every mail, with what became of it. Neither its text nor the address is kept: both are looked up when it goes out.';
comment on column private.mails.key is
  'Its Message-ID, the same for every attempt.';
comment on column private.mails.post_id is
  'The one post it is about; null when it is about several.';
comment on column private.mails.day is
  'Of a summary: which day''s it is, so that each goes out once.';
comment on column private.mails.state is
  'claimed: a program prepares it, and another one may do so later. sending: its text is on the way, which happens once: when the answer is lost, it stays unknown whether it arrived.';

create index mails_due_idx on private.mails (due_at) where state in ('ready', 'claimed', 'sending');
create index mails_person_idx on private.mails (person_id, id desc) where person_id is not null;
create index mails_address_idx on private.mails (address_id) where address_id is not null;
create index mails_webhook_idx on private.mails (webhook_id) where webhook_id is not null;

alter table private.mails enable row level security;

create table private.mail_parts (
  event_id bigint not null,
  person_id uuid references public.profiles (id) on delete cascade,
  address_id uuid references private.mail_addresses (id) on delete cascade,
  reason text not null check (reason in ('mention', 'reply', 'follow', 'post', 'comment', 'vote')),
  due_at timestamptz not null,
  mail_id bigint references private.mails (id) on delete cascade,
  check (num_nonnulls(person_id, address_id) = 1),
  unique nulls not distinct (event_id, person_id, address_id)
);
comment on table private.mail_parts is
  'What a person or address is told by mail: each event once. mail_id is the mail it went into.';

create index mail_parts_person_idx on private.mail_parts (person_id) where person_id is not null;
create index mail_parts_address_idx on private.mail_parts (address_id) where address_id is not null;
create index mail_parts_due_idx on private.mail_parts (due_at) where mail_id is null;
create index mail_parts_mail_idx on private.mail_parts (mail_id) where mail_id is not null;
create index mail_parts_waiting_person_idx on private.mail_parts (person_id) where mail_id is null;
create index mail_parts_waiting_address_idx on private.mail_parts (address_id) where mail_id is null;

alter table private.mail_parts enable row level security;

create function private.wake_mailer() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if exists (select from made) then
    perform pg_notify('signpost', 'mail');
  end if;
  return null;
end
$$;
comment on function private.wake_mailer is 'Wakes who sends mails, where a statement made one.';

create trigger wake_mailer after insert on private.mails
  referencing new table as made for each statement execute function private.wake_mailer();

create function public.send_test_mail() returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := private.require_member();
begin
  perform pg_advisory_xact_lock(hashtextextended('test mail of ' || me, 0));
  insert into private.mails (kind, person_id)
  select 'test', me where not exists (
    select from private.mails m where m.person_id = me and m.kind = 'test' and m.created_at > now() - interval '1 minute'
  );
  return found;
end
$$;
comment on function public.send_test_mail is
  'A mail to the caller, to see that mails arrive; one a minute at most. Whether it will go out.';
grant execute on function public.send_test_mail to authenticated, service_role;

create function public.admin_mails(
  before_mail bigint default null,
  only_state text default null,
  max_rows integer default 50
) returns table(
  id bigint,
  kind text,
  reader text,
  post_id bigint,
  post_title text,
  reasons text[],
  state text,
  attempts integer,
  outcome text,
  created_at timestamptz,
  due_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    select m.id, m.kind, coalesce(r.name, regexp_replace(a.address, '^(.)[^@]*', '\1…')), m.post_id, p.title,
      array(select distinct t.reason from private.mail_parts t where t.mail_id = m.id order by 1),
      m.state, m.attempts, m.outcome, m.created_at, m.due_at
    from private.mails m
    left join public.profiles r on r.id = m.person_id
    left join private.mail_addresses a on a.id = m.address_id
    left join public.posts p on p.id = m.post_id and p.deleted_at is null
    where (before_mail is null or m.id < before_mail) and (only_state is null or m.state = only_state)
    order by m.id desc limit least(max_rows, 100);
end
$$;
comment on function public.admin_mails is
  'The log of mails, newest first; before_mail is the last one seen. Admins only. Readers are named, addresses are not.';
grant execute on function public.admin_mails to authenticated, service_role;

-- 20_mails/03_links.sql
create table private.mail_key (
  value bytea not null
);
comment on table private.mail_key is
  'What the links in mails are signed with: one value, made here and known nowhere else.';

alter table private.mail_key enable row level security;

create function private.make_token(kind text, id uuid, post bigint, right_to text) returns text
language sql stable security definer set search_path = ''
as $$
  select t.text || '.' || left(encode(sha256(k.value || sha256(k.value || convert_to(t.text, 'UTF8'))), 'hex'), 40)
  from private.mail_key k, lateral (select concat_ws('.', kind, id, coalesce(post, 0), right_to) as text) t
$$;
comment on function private.make_token is
  'A link''s token: whose it is (''p'' a person, ''a'' an address), which post it is about (0: none), what it may do (''set'' changes settings and ends mails, ''confirm'' begins them), and a signature. It stays good: mails are kept.';

create function private.read_token(token text, right_to text, out person_id uuid, out address_id uuid, out post_id bigint) returns record
language plpgsql stable security definer set search_path = ''
as $$
declare
  parts constant text[] := string_to_array(left(token, 200), '.');
begin
  if left(token, 200) ~ '^[pa]\.[0-9a-f-]{36}\.[0-9]{1,18}\.[a-z]+\.[0-9a-f]{40}$' and pg_input_is_valid(parts[2], 'uuid')
     and parts[4] = right_to
     and private.make_token(parts[1], parts[2]::uuid, parts[3]::bigint, right_to) = token then
    person_id := case when parts[1] = 'p' then parts[2]::uuid end;
    address_id := case when parts[1] = 'a' then parts[2]::uuid end;
    post_id := nullif(parts[3]::bigint, 0);
  end if;
end
$$;
comment on function private.read_token is 'Whom a token belongs to; nulls for one that was not made here.';

create function private.token_right(token text) returns text
language sql immutable set search_path = ''
return case split_part(left(token, 200), '.', 4) when 'summary' then 'summary' else 'set' end;
comment on function private.token_right is 'What a link''s token is for, when it is one that changes settings.';

create function public.mail_settings(token text) returns table(
  address text,
  pace public.mail_pace,
  has_account boolean,
  post_id bigint,
  title text,
  category_slug text,
  slug text,
  follows boolean,
  summary boolean
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  about constant text := private.token_right(token);
  asked constant record := private.read_token(token, about);
begin
  return query
    with reader as (
      select u.email::text as address, s.mail, true as has_account, s.summary from auth.users u
      join private.notice_settings s on s.person_id = u.id where u.id = asked.person_id
      union all
      select a.address, a.mail, false, null from private.mail_addresses a where a.id = asked.address_id
    )
    select regexp_replace(r.address, '^(.)[^@]*', '\1…'), r.mail, r.has_account, p.id, p.title, c.slug, p.slug,
      case
        when p.id is null then null
        when r.has_account then (
          select coalesce(f.level, 'muted') > 'muted' from private.follows_of(array[asked.person_id], p.id) f)
        else exists (
          select from private.mail_follows f
          where f.post_id = any (private.followed_as(p.id)) and f.address_id = asked.address_id)
      end,
      case when about = 'summary' then r.summary end
    from reader r
    left join public.posts p on p.id = private.standing_post(asked.post_id) and p.deleted_at is null
    left join public.categories c on c.id = p.category_id;
end
$$;
comment on function public.mail_settings is
  'What the reader of a mail may change by the link in it: its pace, and the post it is about. No row for a link that is of no use any more. The address shows its first letter alone: mails are passed on.';
grant execute on function public.mail_settings to anon, authenticated, service_role;

create function public.set_mail_settings(
  token text,
  pace public.mail_pace default null,
  follows boolean default null
) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  about constant text := private.token_right(token);
  asked constant record := private.read_token(token, about);
  posts constant bigint[] := array[private.standing_post(asked.post_id), asked.post_id];
begin
  if asked.person_id is null and asked.address_id is null then
    return false;
  end if;
  if pace is not null then
    update private.notice_settings s set mail = pace, summary = s.summary and pace <> 'never'
    where s.person_id = asked.person_id;
    update private.mail_addresses a set mail = pace where a.id = asked.address_id;
    perform private.repace(asked.person_id, asked.address_id, pace);
  end if;
  if about = 'summary' then
    update private.notice_settings s set summary = follows and s.mail <> 'never'
    where s.person_id = asked.person_id and follows is not null;
  elsif follows and asked.person_id is not null then
    delete from private.follows f where f.post_id = any (posts) and f.person_id = asked.person_id and f.level = 'muted';
  elsif not follows and asked.person_id is not null then
    insert into private.follows as f (post_id, person_id, level)
    select p.id, asked.person_id, 'muted' from public.posts p join public.profiles r on r.id = asked.person_id
    where p.id = any (posts)
    on conflict on constraint follows_pkey do update set level = 'muted' where f.level <> 'muted';
  elsif follows then
    insert into private.mail_follows as f (post_id, address_id, confirmed_at)
    select p.id, a.id, now() from public.posts p join private.mail_addresses a on a.id = asked.address_id
    where p.id = posts[1] and p.deleted_at is null
    on conflict do nothing;
  elsif not follows then
    delete from private.mail_follows f
    where f.address_id = asked.address_id and f.post_id = any (posts || private.followed_as(posts[1]));
  end if;
  if pace = 'never' then
    delete from private.mail_addresses a where a.id = asked.address_id;
  end if;
  return true;
end
$$;
comment on function public.set_mail_settings is
  'Changes what mail_settings shows: the pace, and whether mails about the post, or summaries, go on; what is null stays. A merged post is ended where it stands now and where it stood. Whoever wants none at all gets no summary either, and an address without an account is then deleted. Returns whether the link was of any use.';
grant execute on function public.set_mail_settings to anon, authenticated, service_role;

create function public.follow_by_mail(post_id bigint, address text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  given constant text := lower(btrim(left(address, 320)));
  mailbox constant text := private.mailbox_of(given);
  target constant bigint := private.standing_post(follow_by_mail.post_id);
  follower uuid;
begin
  perform 1 from public.posts p where p.id = target and p.deleted_at is null for key share;
  if not found then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
  if exists (
    select from private.silenced s where s.key in (private.address_key(given), private.address_key(mailbox))
  ) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('confirmations to ' || mailbox, 0));
  if 3 <= (
    select count(*) from private.mails m join private.mail_addresses a on a.id = m.address_id
    where private.mailbox_of(a.address) = mailbox and m.kind = 'confirm' and m.created_at > now() - interval '1 day'
  ) then
    return;
  end if;
  insert into private.mail_addresses as a (address) values (given)
  on conflict on constraint mail_addresses_address_key do update set address = excluded.address
  returning a.id into follower;
  insert into private.mail_follows (post_id, address_id) values (target, follower) on conflict do nothing;
  insert into private.mails (kind, address_id, post_id)
  select 'confirm', follower, target
  where exists (
    select from private.mail_follows f
    where f.post_id = target and f.address_id = follower and f.confirmed_at is null
  );
end
$$;
comment on function public.follow_by_mail is
  'For the site''s server, after count_attempt(''follow'', …): an address without an account asks to follow a post. It gets a mail to confirm that, three a day at most for each mailbox. The answer doesn''t say whether it follows already.';
grant execute on function public.follow_by_mail to service_role;

create function public.confirm_follow(token text) returns table(title text, category_slug text, slug text)
language plpgsql security definer set search_path = ''
as $$
declare
  asked constant record := private.read_token(token, 'confirm');
begin
  return query
    update private.mail_follows f set confirmed_at = coalesce(f.confirmed_at, now())
    from public.posts p, public.categories c
    where f.address_id = asked.address_id and f.post_id = private.standing_post(asked.post_id)
      and p.id = f.post_id and p.deleted_at is null and c.id = p.category_id
    returning p.title, c.slug, p.slug;
end
$$;
comment on function public.confirm_follow is
  'Begins the mails that an address asked for, by the link in the mail to it, and says about which post: of one that was merged meanwhile, the one that stands for it. No row for a link that is of no use any more. Asking twice changes nothing.';
grant execute on function public.confirm_follow to anon, authenticated, service_role;

-- 20_mails/04_writing.sql
create function private.mail_says(mail private.mails) returns jsonb
language sql stable set search_path = ''
as $$
  select case mail.kind
    when 'test' then '{}'
    when 'summary' then (
      select private.summary_says() where exists (select from public.roles r where r.user_id = mail.person_id)
    )
    when 'webhook' then (
      select jsonb_build_object('host', substring(w.address from '^https?://([^/?]+)'), 'why', w.off_reason)
      from private.webhooks w
      where w.id = mail.webhook_id and w.off_reason is not null
        and exists (select from public.roles r where r.user_id = mail.person_id and r.role = 'admin')
    )
    when 'confirm' then (
      select jsonb_build_object('post', jsonb_build_object(
        'id', p.id, 'title', p.title, 'slug', p.slug, 'category_slug', c.slug))
      from private.mail_follows f join public.posts p on p.id = f.post_id and p.deleted_at is null
      join public.categories c on c.id = p.category_id
      where f.address_id = mail.address_id and f.post_id = private.standing_post(mail.post_id) and f.confirmed_at is null
    )
    else (
      select jsonb_build_object(
        'posts', jsonb_agg(told.post order by told.newest desc) filter (where told.place <= 30),
        'more_posts', greatest(count(*) - 30, 0)
      )
      from (
        select max(i.event_id) as newest, row_number() over (order by max(i.event_id) desc) as place, jsonb_build_object(
          'id', i.post_id, 'title', i.post_title, 'slug', i.post_slug, 'category_slug', i.category_slug,
          'more', count(*) filter (where i.place > 12),
          'items', jsonb_agg(i.item order by i.event_id) filter (where i.place <= 12)) as post
        from (
          select e.id as event_id, e.post_id, e.post_title, e.post_slug, e.category_slug,
            row_number() over (
              partition by e.post_id order by not private.is_update(e.kind), m.reason not in ('mention', 'reply'), e.id
            ) as place,
            jsonb_build_object(
              'kind', e.kind, 'reason', m.reason, 'created_at', e.created_at, 'comment_id', e.comment_id,
              'body', e.body, 'from_state', e.from_state, 'to_state', e.to_state, 'note', e.note,
              'merged_title', e.merged_title, 'actor', a.name, 'is_team', a.is_team
            ) as item
          from private.mail_parts m join private.visible_events e on e.id = m.event_id
          left join public.profiles a on a.id = e.actor_id
          where m.mail_id = mail.id
            -- Muted since, or no longer followed.
            and (mail.person_id is null or exists (
              select from private.follows_of(array[mail.person_id], e.post_id) f
              where f.level = 'all' or (f.level = 'updates' and private.is_update(e.kind))
                or (m.reason = 'mention' and f.level is distinct from 'muted')
            ))
            and (mail.address_id is null or exists (
              select from private.mail_follows f
              where f.post_id = any (private.followed_as(e.post_id)) and f.address_id = mail.address_id
            ))
        ) i
        group by i.post_id, i.post_title, i.post_slug, i.category_slug
      ) told
      having count(*) > 0
    )
  end
$$;
comment on function private.mail_says is 'What a mail says, as things are now; null when there is nothing any more.';

create function private.summary_says() returns jsonb
language sql stable set search_path = ''
as $$
  select case when s.posts > 0 or s.comments > 0 or s.failed > 0 or s.waiting > 0 then jsonb_build_object(
    'new_posts', s.posts, 'new_comments', s.comments, 'new_votes', s.votes, 'proposed', s.proposed,
    'failed_mails', s.failed, 'waiting', s.waiting, 'newest', coalesce(s.newest, '[]')
  ) end
  from (
    select
      (select count(*) from public.posts p where p.deleted_at is null and p.created_at > now() - interval '1 day') as posts,
      (select count(*) from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
       where c.deleted_at is null and c.created_at > now() - interval '1 day') as comments,
      (select count(*) from public.votes v join public.posts p on p.id = v.post_id and p.deleted_at is null
       where v.created_at > now() - interval '1 day') as votes,
      (select coalesce(sum(t.posts), 0) from public.post_totals t where t.state = 'proposed') as proposed,
      (select count(*) from private.mails m
       where m.state in ('failed', 'unknown') and m.created_at > now() - interval '1 day') as failed,
      -- What public.admin_reports lists.
      (select count(*)
       from (
         select r.post_id, r.comment_id from private.reports r where r.settled_at is null
         union
         select h.post_id, h.comment_id from private.hidings h where h.cause = 'approval'
       ) t
       left join public.comments c on c.id = t.comment_id
       join public.posts p on p.id = coalesce(t.post_id, c.post_id) and (p.deleted_at is null or p.hidden_at is not null)
       where not exists (
         select from private.hidings h join private.blocks b
           on b.person_id = case when t.comment_id is null then p.author_id else c.author_id end
         where h.post_id = t.post_id or h.comment_id = t.comment_id
       )) as waiting,
      (select jsonb_agg(jsonb_build_object(
         'id', n.id, 'title', n.title, 'slug', n.slug, 'category_slug', n.category, 'votes_total', n.votes_total,
         'author', n.author))
       from (
         select p.id, p.title, p.slug, c.slug as category, p.votes_total, a.name as author
         from public.posts p join public.categories c on c.id = p.category_id
         left join public.profiles a on a.id = p.author_id
         where p.deleted_at is null and p.created_at > now() - interval '1 day'
         order by p.votes_total desc, p.id desc limit 20
       ) n) as newest
  ) s
$$;
comment on function private.summary_says is
  'What is new since a day ago and what waits, reports and approvals included, for an admin''s summary; null when there is nothing to say.';

create function private.make_summaries() returns integer
language sql set search_path = ''
as $$
  with made as (
    insert into private.mails (kind, person_id, day)
    select 'summary', r.user_id, (now() at time zone 'utc')::date
    from public.roles r join private.notice_settings s on s.person_id = r.user_id and s.summary
    cross join private.notice_rules n
    where extract(hour from now() at time zone 'utc') >= n.summary_hour
    on conflict do nothing
    returning 1
  )
  select count(*)::integer from made
$$;
comment on function private.make_summaries is
  'A summary for each admin who wants one, once a day from the hour of summaries on. How many it made.';
grant execute on function private.make_summaries to service_role;

-- 20_mails/05_sending.sql
create function private.gather_mails(max_rows integer default 5000) returns integer
language plpgsql set search_path = ''
as $$
declare
  correction constant interval := (select r.correction from private.notice_rules r);
  made integer;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('gather mails', 0)) then
    return 0;
  end if;
  with open_for as materialized (
    select coalesce(m.person_id, m.address_id) as reader
    from private.mail_parts m join private.events e on e.id = m.event_id and private.is_update(e.kind)
    where m.mail_id is null and m.due_at > now() and m.due_at <= now() + correction
  ), waiting as (
    -- Its mail has its number beforehand: what was just made could be joined only one by one.
    select w.person_id, w.address_id, nextval(pg_get_serial_sequence('private.mails', 'id')) as mail_id
    from (
      select m.person_id, m.address_id
      from private.mail_parts m join private.visible_events e on e.id = m.event_id
      where m.mail_id is null and m.due_at <= now()
        and (m.due_at <= now() - correction or coalesce(m.person_id, m.address_id) not in (select o.reader from open_for o))
      group by 1, 2 limit max_rows
    ) w
  ), parts as (
    select m.event_id, m.person_id, m.address_id, m.new_mail, e.post_id
    from (
      select m.*, w.mail_id as new_mail
      from waiting w join private.mail_parts m on m.person_id = w.person_id and m.mail_id is null
      union all
      select m.*, w.mail_id
      from waiting w join private.mail_parts m on m.address_id = w.address_id and m.mail_id is null
    ) m
    join private.visible_events e on e.id = m.event_id and (not private.is_update(e.kind) or m.due_at <= now())
  ), mails as (
    insert into private.mails (id, kind, person_id, address_id, post_id)
    overriding system value
    select p.new_mail, 'notices', p.person_id, p.address_id,
      case when min(p.post_id) = max(p.post_id) then min(p.post_id) end
    from parts p group by p.new_mail, p.person_id, p.address_id
    returning id
  ), told_people as (
    update private.mail_parts m set mail_id = p.new_mail
    from parts p where m.event_id = p.event_id and m.person_id = p.person_id
  ), told_addresses as (
    update private.mail_parts m set mail_id = p.new_mail
    from parts p where m.event_id = p.event_id and m.address_id = p.address_id
  )
  select count(*) into made from mails;
  return made;
end
$$;
comment on function private.gather_mails is
  'Makes one mail for each of the next people something is due for, with all that waits for them except changes and merges that can still be undone. Returns how many it made; 0 also while another program does the same.';
grant execute on function private.gather_mails to service_role;

create function private.claim_mail() returns jsonb
language plpgsql set search_path = ''
as $$
declare
  mail private.mails;
  reader record;
  says jsonb;
  problem text;
begin
  loop
    update private.mails m set state = 'claimed', claimed_at = now(), attempts = m.attempts + 1
    where m.id = (
      select w.id from private.mails w
      where (w.state = 'ready' and w.due_at <= now())
         or (w.state = 'claimed' and w.due_at <= now() and w.claimed_at < now() - interval '5 minutes')
      order by w.due_at, w.id for update skip locked limit 1
    )
    returning m.* into mail;
    if mail.id is null then
      return null;
    end if;
    select u.email as address, u.email_confirmed_at is not null as is_confirmed, s.mail as pace,
      p.name, coalesce(u.banned_until < now(), true) as is_open,
      private.make_token('p', mail.person_id, mail.post_id, case mail.kind when 'summary' then 'summary' else 'set' end) as token
    into reader
    from auth.users u join public.profiles p on p.id = u.id join private.notice_settings s on s.person_id = u.id
    where u.id = mail.person_id
    union all
    select a.address, true, a.mail, null, true,
      private.make_token('a', a.id, mail.post_id, case mail.kind when 'confirm' then 'confirm' else 'set' end)
    from private.mail_addresses a where a.id = mail.address_id;
    says := private.mail_says(mail);
    problem := case
      when reader.address is null or not reader.is_open then 'There is nobody any more to send it to.'
      when not reader.is_confirmed then 'The address is not confirmed.'
      when mail.kind = 'notices' and reader.pace = 'never' then 'The reader wants no mails any more.'
      when exists (select from private.silenced s where s.key = private.address_key(reader.address))
        then 'The address takes no mails.'
      when says is null then 'What it was about is gone.'
    end;
    if problem is null then
      return says || jsonb_build_object(
        'id', mail.id, 'attempt', mail.attempts, 'key', mail.key, 'kind', mail.kind, 'post_id', mail.post_id,
        'to', reader.address, 'name', reader.name, 'pace', reader.pace, 'token', reader.token,
        'is_person', mail.person_id is not null
      );
    end if;
    update private.mails m set state = 'dropped', outcome = problem where m.id = mail.id;
  end loop;
end
$$;
comment on function private.claim_mail is
  'The next mail that is due, for the caller alone for five minutes, with all that it says; null when none is. A mail without a reader, an address or anything left to say is dropped on the way.';
grant execute on function private.claim_mail to service_role;

create function private.begin_mail(mail_id bigint, attempt integer) returns boolean
language sql set search_path = ''
as $$
  with begun as (
    update private.mails set state = 'sending', claimed_at = now()
    where id = mail_id and attempts = attempt and state = 'claimed' and claimed_at > now() - interval '4 minutes'
    returning 1
  )
  select exists (select from begun)
$$;
comment on function private.begin_mail is
  'Right before the text of a mail goes out; false when the claim has run out, and then nothing may.';
grant execute on function private.begin_mail to service_role;

create function private.settle_mail(mail_id bigint, attempt integer, became text, words text) returns void
language sql set search_path = ''
as $$
  update private.mails set
    state = case when became = 'later' then case when attempts < 8 then 'ready' else 'failed' end else became end,
    due_at = case when became = 'later' then now() + least(interval '1 minute' * 3 ^ (attempts - 1), interval '4 hours') else due_at end,
    outcome = left(words, 500)
  where id = mail_id and attempts = attempt and state in ('claimed', 'sending')
$$;
comment on function private.settle_mail is
  'What became of an attempt: ''sent'', ''failed'' (for good), ''unknown'', or ''later'', which tries again up to eight times, after pauses that grow from a minute to four hours. An answer to an attempt that is over changes nothing.';
grant execute on function private.settle_mail to service_role;

create function private.give_up_lost_mails() returns integer
language sql set search_path = ''
as $$
  with lost as (
    update private.mails set state = 'unknown', outcome = 'The program that sent it ended before the answer came.'
    where state = 'sending' and claimed_at < now() - interval '5 minutes'
    returning 1
  )
  select count(*)::integer from lost
$$;
comment on function private.give_up_lost_mails is
  'Says of mails whose sender was lost while their text was on the way that nobody knows whether they arrived. They do not go out again: at most once.';
grant execute on function private.give_up_lost_mails to service_role;

-- 21_moderation/01_hiding.sql
create table private.hidings (
  id bigint generated always as identity primary key,
  post_id bigint unique references public.posts (id) on delete cascade,
  comment_id bigint unique,
  cause text not null check (cause in ('team', 'block', 'reports', 'approval')),
  reason text not null check (private.visible_length(reason) >= 1 and char_length(reason) <= 200),
  body text,
  hidden_by uuid references public.profiles (id) on delete set null,
  hidden_at timestamptz not null default now(),
  is_unheard boolean not null default false,
  check (num_nonnulls(post_id, comment_id) = 1 and (comment_id is null) = (body is null))
);
comment on table private.hidings is
  'What is hidden, why and by whom. cause: team, by hand; block, with its author; reports, until somebody has looked at it; approval, before anybody has. body is the text of a comment, which its own row lacks meanwhile.';
comment on column private.hidings.is_unheard is
  'Whether nobody has ever seen it: it waited for approval from the moment it was written.';

create index hidings_hidden_by_idx on private.hidings (hidden_by) where hidden_by is not null;

alter table private.hidings enable row level security;

create function private.forget_hiding() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.hidings h where h.comment_id = old.id;
  return null;
end
$$;
comment on function private.forget_hiding is 'Forgets why a comment was hidden once it''s gone.';

create function private.given_reason(reason text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  said constant text := private.clean_line(reason);
begin
  if private.visible_length(said) = 0 or char_length(said) > 200 then
    raise exception 'A reason of up to 200 characters.' using errcode = '23514';
  end if;
  return said;
end
$$;
comment on function private.given_reason is
  'The reason as it will be read. Whoever is to give one and does not is refused.';

create function private.conceal(posts bigint[], comments bigint[], cause text, reason text) returns void
language plpgsql set search_path = ''
as $$
declare
  me constant uuid := (select p.id from public.profiles p where p.id = auth.uid());
  why constant text := private.clean_line(reason);
  before jsonb;
begin
  -- Like everybody who holds several posts, in the order of their ids.
  perform 1 from public.posts p
  where p.id = any (posts) or p.id in (select c.post_id from public.comments c where c.id = any (comments))
  order by p.id for update;
  insert into private.hidings as h (post_id, cause, reason, hidden_by)
  select p.id, conceal.cause, why, me from public.posts p
  where p.id = any (posts) and (p.deleted_at is null or p.hidden_at is not null) order by p.id
  on conflict (post_id) do update
  set cause = excluded.cause, reason = excluded.reason, hidden_by = excluded.hidden_by, hidden_at = now()
  where excluded.cause = 'team';
  update public.posts p set hidden_at = now(), deleted_at = 'infinity', deleted_by = null
  where p.id = any (posts) and p.deleted_at is null;
  delete from private.search_titles s using private.hidings h where s.post_id = h.post_id and h.post_id = any (posts);
  delete from private.search_posts s using private.hidings h where s.post_id = h.post_id and h.post_id = any (posts);
  delete from private.search_comments s using private.hidings h where s.post_id = h.post_id and h.post_id = any (posts);

  insert into private.hidings as h (comment_id, cause, reason, body, hidden_by)
  select c.id, conceal.cause, why, c.body, me from public.comments c
  where c.id = any (comments) and c.deleted_at is null order by c.id
  on conflict (comment_id) do update
  set cause = excluded.cause, reason = excluded.reason, hidden_by = excluded.hidden_by, hidden_at = now()
  where excluded.cause = 'team';
  before := (select jsonb_agg(n) from private.counted_comments(comments) n);
  update public.comments c set
    body = '', hidden_at = coalesce(c.hidden_at, now()),
    hidden_reason = case
      when conceal.cause = 'team' or exists (select from public.comments r where r.parent_id = c.id) then why
    end
  where c.id = any (comments) and c.deleted_at is null and (c.hidden_at is null or conceal.cause = 'team');
  perform private.recount_comments(comments, before);
  delete from private.search_comments s where s.comment_id = any (comments);
end
$$;
comment on function private.conceal is
  'Hides what is there of these posts and comments. What is hidden already stays as it was, unless the team says so by hand. Of a comment that the team hides, or that others answered, a line stays.';

create function private.reveal(posts bigint[], comments bigint[]) returns void
language plpgsql set search_path = ''
as $$
declare
  before jsonb;
  shown bigint[];
begin
  perform 1 from public.posts p
  where p.id = any (posts) or p.id in (select c.post_id from public.comments c where c.id = any (comments))
  order by p.id for update;
  -- Comments first: the words of those in hidden posts come with their posts.
  before := (select jsonb_agg(n) from private.counted_comments(comments) n);
  with gone as (
    delete from private.hidings h where h.comment_id = any (comments) returning h.comment_id, h.body
  )
  update public.comments c set body = gone.body, hidden_at = null, hidden_reason = null
  from gone where c.id = gone.comment_id;
  perform private.recount_comments(comments, before);
  perform private.index_comments(comments);

  with gone as (
    delete from private.hidings h where h.post_id = any (posts) returning h.post_id
  )
  select coalesce(array_agg(g.post_id), '{}') into shown from gone g;
  update public.posts p set hidden_at = null, deleted_at = null where p.id = any (shown);
  perform private.index_posts(shown);
  perform private.index_comments(array(select c.id from public.comments c where c.post_id = any (shown)));
end
$$;
comment on function private.reveal is 'Shows posts and comments again, as they were.';

create function private.show(posts bigint[], comments bigint[]) returns void
language plpgsql set search_path = ''
as $$
declare
  reopened bigint[];
begin
  select coalesce(array_agg(r.id), '{}') into reopened
  from private.hidings h join private.reports r on r.post_id = h.post_id or r.comment_id = h.comment_id
  where (h.post_id = any (posts) or h.comment_id = any (comments))
    and h.cause = 'team' and h.hidden_at > now() - private.restore_time()
    and r.outcome = 'hidden' and r.settled_at >= h.hidden_at;
  update private.reports r set settled_at = now(), outcome = 'dismissed', settled_by = auth.uid(), read_at = null
  from private.hidings h
  where (h.post_id = any (posts) or h.comment_id = any (comments))
    and (r.post_id = h.post_id or r.comment_id = h.comment_id)
    and (r.settled_at is null or r.outcome = 'hidden') and r.id <> all (reopened);
  perform private.reveal(posts, comments);
  perform private.reopen(reopened);
end
$$;
comment on function private.show is
  'Shows things again. What the team hid a moment ago it did not mean: the reports of it are open as before. What was hidden for longer may stay now, and so may what reports alone had hidden; whoever reported it hears of that.';

-- 21_moderation/02_hidden_list.sql
create function public.admin_hidden(
  before_id bigint default null,
  only_cause text default null,
  max_rows integer default 50
) returns table(
  id bigint,
  cause text,
  reason text,
  hidden_at timestamptz,
  hidden_by text,
  post_id bigint,
  comment_id bigint,
  title text,
  body text,
  author_id uuid,
  author_name text,
  created_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_team();
  return query
    select h.id, h.cause, h.reason, h.hidden_at, m.name, h.post_id, h.comment_id, p.title,
      coalesce(h.body, p.details), a.id, a.name, coalesce(c.created_at, p.created_at)
    from private.hidings h
    left join public.comments c on c.id = h.comment_id
    join public.posts p on p.id = coalesce(h.post_id, c.post_id)
    left join public.profiles a on a.id = case when c.id is null then p.author_id else c.author_id end
    left join public.profiles m on m.id = h.hidden_by
    where (before_id is null or h.id < before_id) and (only_cause is null or h.cause = only_cause)
    order by h.id desc limit least(greatest(max_rows, 1), 200);
end
$$;
comment on function public.admin_hidden is
  'What is hidden, the newest first, with all there is to decide by; before_id is the last one seen. For the team.';
grant execute on function public.admin_hidden to authenticated;

-- 21_moderation/03_hide.sql
create function public.hide_posts(post_ids bigint[], reason text) returns table(
  id bigint,
  category_slug text,
  slug text
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  why constant text := private.given_reason(reason);
begin
  perform private.conceal(ids, '{}', 'team', why);
  perform private.audit('post.hide', p.id, p.title, null, jsonb_build_object('reason', why))
  from public.posts p where p.id = any (ids) and p.hidden_at is not null order by p.id;
  perform private.log_event('post.deleted', h.post_id)
  from private.hidings h where h.post_id = any (ids) and not h.is_unheard order by h.post_id;
  return query
    select p.id, c.slug, p.slug from public.posts p join public.categories c on c.id = p.category_id
    where p.id = any (ids) and p.hidden_at is not null;
end
$$;
comment on function public.hide_posts is 'Hides up to 200 posts and says where they were. For the team.';
grant execute on function public.hide_posts to authenticated;

create function public.show_posts(post_ids bigint[]) returns table(id bigint, category_slug text, slug text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  ids bigint[] := private.bulk_ids(post_ids);
  approved bigint[];
  unheard bigint[];
begin
  ids := array(select h.post_id from private.hidings h where h.post_id = any (ids));
  approved := array(select h.post_id from private.hidings h where h.post_id = any (ids) and h.cause = 'approval');
  unheard := array(select h.post_id from private.hidings h where h.post_id = any (ids) and h.is_unheard);
  perform private.show(ids, '{}');
  perform private.audit(case when p.id = any (approved) then 'post.approve' else 'post.show' end, p.id, p.title, null, null)
  from public.posts p where p.id = any (ids) order by p.id;
  perform private.log_event('post.restored', p.id)
  from public.posts p where p.id = any (ids) and p.id <> all (unheard) and p.deleted_at is null order by p.id;
  return query
    select p.id, c.slug, p.slug from public.posts p join public.categories c on c.id = p.category_id
    where p.id = any (ids);
end
$$;
comment on function public.show_posts is 'Shows hidden posts again, and says where they are.';
grant execute on function public.show_posts to authenticated;

create function public.hide_comments(comment_ids bigint[], reason text) returns table(
  id bigint,
  post_id bigint,
  category_slug text
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  ids constant bigint[] := private.bulk_ids(comment_ids);
  why constant text := private.given_reason(reason);
begin
  perform private.conceal('{}', ids, 'team', why);
  perform private.audit('comment.hide', p.id, p.title, null, jsonb_build_object('comment_id', c.id, 'reason', why))
  from public.comments c join public.posts p on p.id = c.post_id
  where c.id = any (ids) and c.hidden_at is not null order by c.id;
  perform private.log_event('comment.deleted', c.post_id, c.id)
  from private.hidings h join public.comments c on c.id = h.comment_id
  where h.comment_id = any (ids) and not h.is_unheard order by c.id;
  return query
    select c.id, p.id, t.slug
    from public.comments c join public.posts p on p.id = c.post_id join public.categories t on t.id = p.category_id
    where c.id = any (ids) and c.hidden_at is not null;
end
$$;
comment on function public.hide_comments is
  'Hides up to 200 comments, with a line that says why, and says where they stand. For the team.';
grant execute on function public.hide_comments to authenticated;

create function public.show_comments(comment_ids bigint[]) returns table(
  id bigint,
  post_id bigint,
  category_slug text
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  ids bigint[] := private.bulk_ids(comment_ids);
  approved bigint[];
begin
  ids := array(select h.comment_id from private.hidings h where h.comment_id = any (ids));
  approved := array(select h.comment_id from private.hidings h where h.comment_id = any (ids) and h.cause = 'approval');
  perform private.show('{}', ids);
  perform private.audit(case when c.id = any (approved) then 'comment.approve' else 'comment.show' end, p.id, p.title,
    null, jsonb_build_object('comment_id', c.id))
  from public.comments c join public.posts p on p.id = c.post_id where c.id = any (ids) order by c.id;
  return query
    select c.id, p.id, t.slug
    from public.comments c join public.posts p on p.id = c.post_id join public.categories t on t.id = p.category_id
    where c.id = any (ids);
end
$$;
comment on function public.show_comments is 'Shows hidden comments again, and says where they stand. For the team.';
grant execute on function public.show_comments to authenticated;

create function private.export_hidden() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'hidden_posts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'title', p.title, 'details', p.details, 'created_at', p.created_at, 'cause', h.cause,
        'reason', h.reason) order by p.id), '[]')
      from public.posts p join private.hidings h on h.post_id = p.id where p.author_id = me.id),
    'hidden_comments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'post_id', c.post_id, 'body', h.body, 'created_at', c.created_at, 'cause', h.cause,
        'reason', h.reason) order by c.id), '[]')
      from public.comments c join private.hidings h on h.comment_id = c.id where c.author_id = me.id)
  )
  from (select auth.uid() as id where private.is_present()) me
$$;
comment on function private.export_hidden is 'What of the caller''s is hidden: a part of export_account.';
grant execute on function private.export_hidden to authenticated, service_role;

-- 21_moderation/04_blocks.sql
create table private.blocks (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  reason text not null check (private.visible_length(reason) >= 1 and char_length(reason) <= 200),
  ends_at timestamptz,
  blocked_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table private.blocks is
  'Who is blocked, why and until when; without an end until somebody ends it.';

create index blocks_blocked_by_idx on private.blocks (blocked_by) where blocked_by is not null;

alter table private.blocks enable row level security;

create function private.refuse_blocked() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  block private.blocks;
begin
  if tg_op = 'INSERT' and me is not null then
    perform pg_advisory_xact_lock_shared(hashtextextended(me::text, 1));
  end if;
  if private.is_blocked() then
    select * into block from private.blocks b where b.person_id = me;
    raise exception 'You are blocked%: %',
      coalesce(' until ' || to_char(block.ends_at at time zone 'utc', 'FMMonth FMDD, YYYY'), ''), block.reason
      using errcode = '42501', hint = 'blocked';
  end if;
  return coalesce(new, old);
end
$$;
comment on function private.refuse_blocked is
  'The writer holds themselves, as many times at once as they like; block_people waits for that, and new writers wait for it. Only what is new: whoever changes or deletes a row holds that row already, for which the block may be waiting.';

create function private.lift_blocks(people uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.hold_posts_of_people(people);
  delete from private.blocks b where b.person_id = any (people);
  update public.votes v set is_blocked = false where v.user_id = any (people) and v.is_blocked;
  perform private.reveal(
    array(
      select h.post_id from private.hidings h join public.posts p on p.id = h.post_id
      where h.cause = 'block' and p.author_id = any (people)
    ),
    array(
      select h.comment_id from private.hidings h join public.comments c on c.id = h.comment_id
      where h.cause = 'block' and c.author_id = any (people)
    )
  );
end
$$;
comment on function private.lift_blocks is
  'Ends blocks: votes count again, and what was hidden with them is there again.';

create function public.block_people(
  person_ids uuid[],
  reason text,
  ends_at timestamptz default null,
  hides boolean default false
) returns integer
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  people constant uuid[] := private.bulk_people(person_ids);
  why constant text := private.given_reason(reason);
  moment constant timestamptz := block_people.ends_at;
begin
  if moment <= now() then
    raise exception 'A block ends later than now.' using errcode = '23514';
  end if;
  if exists (select from private.voter_addresses a where a.person_id = any (people)) then
    raise exception 'Nobody has this account. Set the vote aside.' using errcode = '23514', hint = 'no_account';
  end if;
  perform private.wait_for_merges();
  perform pg_advisory_xact_lock(hashtextextended(p::text, 1)) from unnest(people) p;
  if exists (select from public.roles r where r.user_id = any (people)) then
    raise exception 'Nobody of the team can be blocked.' using errcode = '23514', hint = 'team';
  end if;
  perform private.hold_posts_of_people(people);
  insert into private.blocks as b (person_id, reason, ends_at, blocked_by)
  select p, why, moment, auth.uid() from unnest(people) p
  on conflict (person_id) do update
  set reason = excluded.reason, ends_at = excluded.ends_at, blocked_by = excluded.blocked_by, created_at = now();
  update public.votes v set is_blocked = true where v.user_id = any (people) and not v.is_blocked;
  if hides then
    perform private.conceal(
      array(select p.id from public.posts p where p.author_id = any (people) and p.deleted_at is null),
      array(
        select c.id from public.comments c
        where c.author_id = any (people) and c.deleted_at is null and c.hidden_at is null
      ),
      'block', why
    );
    perform private.block_reported(people);
  end if;
  perform private.audit('person.block', null, null, null, jsonb_strip_nulls(jsonb_build_object(
    'user_id', p, 'reason', why, 'ends_at', moment, 'hides', hides))) from unnest(people) p;
  return cardinality(people);
end
$$;
comment on function public.block_people is
  'Blocks up to 200 people, until a moment or until somebody ends it, and hides what they wrote where that is wanted. Nobody of the team can be blocked. Returns how many it blocked. Locks merges first, then the people.';
grant execute on function public.block_people to authenticated;

create function public.unblock_people(person_ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  people uuid[] := private.bulk_people(person_ids);
begin
  people := array(select b.person_id from private.blocks b where b.person_id = any (people));
  perform private.lift_blocks(people);
  perform private.audit('person.unblock', null, null, jsonb_build_object('user_id', p), null) from unnest(people) p;
  return cardinality(people);
end
$$;
comment on function public.unblock_people is 'Ends the blocks of up to 200 people. How many were blocked.';
grant execute on function public.unblock_people to authenticated;

create function private.end_blocks() returns integer
language plpgsql set search_path = ''
as $$
declare
  people uuid[] := array(select b.person_id from private.blocks b where b.ends_at <= now());
begin
  perform private.hold_posts_of_people(people);
  people := array(
    select b.person_id from private.blocks b
    where b.person_id = any (people) and b.ends_at <= now() order by 1 for update
  );
  if people <> '{}' then
    perform private.lift_blocks(people);
  end if;
  return cardinality(people);
end
$$;
comment on function private.end_blocks is 'A block that is made longer at this moment does not end.';
grant execute on function private.end_blocks to service_role;

create function private.export_block() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('block', (
    select jsonb_build_object('reason', b.reason, 'created_at', b.created_at, 'ends_at', b.ends_at)
    from private.blocks b where b.person_id = auth.uid() and private.is_present()
  ))
$$;
comment on function private.export_block is 'Whether the caller is blocked, and why: a part of export_account.';
grant execute on function private.export_block to authenticated, service_role;

create function public.admin_people(
  query text default '',
  only_of text default null,
  after_cursor text default null,
  max_rows integer default 50
) returns table(
  id uuid,
  name text,
  avatar_url text,
  email text,
  role text,
  has_account boolean,
  created_at timestamptz,
  posts integer,
  comments integer,
  votes integer,
  hidden integer,
  blocked_at timestamptz,
  block_reason text,
  block_ends_at timestamptz,
  row_cursor text
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  sees_addresses constant boolean := private.is_admin();
  looked_for constant text := lower(private.clean_line(left(query, 200)));
  given jsonb;
begin
  perform private.require_team();
  if only_of not in ('team', 'blocked', 'new', 'confirmed') then
    raise exception 'Unknown choice of people.' using errcode = '22023';
  end if;
  if after_cursor is not null then
    given := private.read_cursor(after_cursor);
  end if;
  return query
    select p.id, p.name, p.avatar_url, case when sees_addresses then u.email::text end, r.role, u.id is not null, p.created_at,
      (select count(*)::integer from public.posts t where t.author_id = p.id and t.deleted_at is null),
      (select count(*)::integer from public.comments t
       where t.author_id = p.id and t.deleted_at is null and t.hidden_at is null),
      (select count(*)::integer from public.votes t where t.user_id = p.id),
      (select count(*)::integer from public.posts t where t.author_id = p.id and t.hidden_at is not null)
        + (select count(*)::integer from public.comments t where t.author_id = p.id and t.hidden_at is not null),
      b.created_at, b.reason, b.ends_at, jsonb_build_array(p.created_at, p.id)::text
    from (
      select o.* from public.profiles o
      where (given is null or (o.created_at, o.id) < ((given ->> 0)::timestamptz, (given ->> 1)::uuid))
        and (looked_for = '' or strpos(lower(o.name), looked_for) > 0 or exists (
          select from auth.users a
          where a.id = o.id and (lower(a.email) = looked_for or sees_addresses and strpos(lower(a.email), looked_for) > 0)
        ))
        and not exists (select from private.voter_addresses k where k.person_id = o.id)
        and case only_of
          when 'team' then o.is_team
          when 'blocked' then exists (select from private.blocks k where k.person_id = o.id)
          when 'new' then o.created_at > now() - interval '1 day'
          when 'confirmed' then exists (
            select from auth.users a where a.id = o.id and a.email_confirmed_at is not null
          )
          else true
        end
      order by o.created_at desc, o.id desc limit least(greatest(max_rows, 1), 201)
    ) p
    left join auth.users u on u.id = p.id
    left join public.roles r on r.user_id = p.id
    left join private.blocks b on b.person_id = p.id
    order by p.created_at desc, p.id desc;
end
$$;
comment on function public.admin_people is
  'People, the newest first, found by a part of their name or, for admins, of their address; only_of: team, blocked or new (since a day). Addresses are told to admins alone. Continue with the row_cursor of the last row. For the team.';
grant execute on function public.admin_people to authenticated;

-- 21_moderation/05_reports.sql
create table private.reports (
  id bigint generated always as identity primary key,
  post_id bigint,
  comment_id bigint,
  reporter_id uuid not null references public.profiles (id) on delete cascade,
  reason text not null check (private.visible_length(reason) >= 1 and char_length(reason) <= 200),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  settled_by uuid references public.profiles (id) on delete set null,
  outcome text check (outcome in ('hidden', 'dismissed', 'removed')),
  read_at timestamptz,
  check (num_nonnulls(post_id, comment_id) = 1 and (settled_at is null) = (outcome is null)),
  unique (reporter_id, comment_id),
  unique (reporter_id, post_id)
);
comment on table private.reports is
  'What members reported: once each person and thing. Open until the team hides it, or says that it may stay, or it is deleted; then the reporter is told.';

create index reports_post_idx on private.reports (post_id) where post_id is not null;
create index reports_comment_idx on private.reports (comment_id) where comment_id is not null;
create index reports_settled_by_idx on private.reports (settled_by) where settled_by is not null;
create index reports_open_idx on private.reports (created_at) where settled_at is null;

alter table private.reports enable row level security;

create trigger a_refuse_blocked before insert on private.reports
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_blocked();
create trigger a_spend_report before insert on private.reports
  for each row when (pg_trigger_depth() = 0) execute function private.spend('report');

create function private.forget_reports() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.settle_removed('{}', array[old.id]);
  return null;
end
$$;
comment on function private.forget_reports is 'Forgets the reports of something that''s gone.';

create function public.report(reason text, of_post bigint default null, of_comment bigint default null) returns table(
  id bigint,
  category_slug text,
  slug text,
  was_hidden boolean
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
  why constant text := private.given_reason(reason);
  home bigint := of_post;
  author uuid;
begin
  if num_nonnulls(of_post, of_comment) <> 1 then
    raise exception 'A post or a comment.' using errcode = '22023';
  end if;
  if of_comment is not null then
    home := (select c.post_id from public.comments c where c.id = of_comment);
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended(me::text, 1));
  -- Reports of one thing wait for one another, so none is missed in counting.
  perform 1 from public.posts p where p.id = home and p.deleted_at is null for update;
  if not found then
    raise exception 'This no longer exists.' using errcode = 'P0002';
  end if;
  if of_comment is null then
    select p.author_id into author from public.posts p where p.id = of_post;
  else
    select c.author_id into author from public.comments c
    where c.id = of_comment and c.deleted_at is null and c.hidden_at is null;
    if not found then
      raise exception 'This no longer exists.' using errcode = 'P0002';
    end if;
  end if;
  if author = me then
    raise exception 'This is your own.' using errcode = '22023';
  end if;
  insert into private.reports (post_id, comment_id, reporter_id, reason)
  values (of_post, of_comment, me, why) on conflict do nothing;
  was_hidden := private.hide_reported(of_post, of_comment);
  return query
    select p.id, c.slug, p.slug, was_hidden from public.posts p join public.categories c on c.id = p.category_id
    where p.id = home;
end
$$;
comment on function public.report is
  'Reports a post or a comment for the caller; a second time changes nothing. The report that makes it enough hides the thing, unless the team wrote it; then it says where that was, so that stored pages can be made anew.';
grant execute on function public.report to authenticated;

create function private.hide_reported(of_post bigint, of_comment bigint) returns boolean
language plpgsql set search_path = ''
as $$
declare
  author constant uuid := case when of_comment is null
    then (select p.author_id from public.posts p where p.id = of_post)
    else (select c.author_id from public.comments c where c.id = of_comment) end;
begin
  if exists (select from public.roles r where r.user_id = author) or (
    select m.reports_to_hide from private.moderation m
  ) > (
    select count(*) from private.reports r
    where r.settled_at is null and (r.post_id = of_post or r.comment_id = of_comment) and private.is_trusted(r.reporter_id)
  ) then
    return false;
  end if;
  perform private.conceal(
    array_remove(array[of_post], null), array_remove(array[of_comment], null), 'reports', 'several people reported it'
  );
  return true;
end
$$;
comment on function private.hide_reported is
  'Hides a reported thing when enough trusted members say so, unless the team wrote it. Whether it did.';

create function private.settle_reports() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.reports r set
    settled_at = now(), outcome = 'hidden', settled_by = (select p.id from public.profiles p where p.id = auth.uid())
  where r.settled_at is null and (r.post_id = new.post_id or r.comment_id = new.comment_id);
  return null;
end
$$;
comment on function private.settle_reports is 'What is hidden with its author is decided as well.';

create function private.settle_reports_of_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform private.settle_removed(array[old.id], '{}');
  elsif new.deleted_at = 'infinity' then
    update private.reports r set settled_at = now(), outcome = 'dismissed', settled_by = new.deleted_by
    where r.settled_at is null and r.post_id = new.id;
  elsif new.deleted_at is not null then
    perform private.settle_removed(
      array[new.id], array(select c.id from public.comments c where c.post_id = new.id)
    );
  else
    update private.reports r set settled_at = null, outcome = null, settled_by = null, read_at = null
    where r.outcome = 'removed'
      and (r.post_id = new.id or r.comment_id in (select c.id from public.comments c where c.post_id = new.id));
  end if;
  return null;
end
$$;
comment on function private.settle_reports_of_post is
  'A deletion that is taken back has come of nothing. Of a merged post the words stay: the team has looked.';

create function private.settle_removed(posts bigint[], comments bigint[]) returns void
language sql set search_path = ''
as $$
  update private.reports r set settled_at = now(), outcome = 'removed',
    settled_by = (select p.id from public.profiles p where p.id = auth.uid())
  where r.settled_at is null and (r.post_id = any (posts) or r.comment_id = any (comments))
$$;
comment on function private.settle_removed is 'Settles the open reports of posts and comments that were removed.';

create function private.block_reported(people uuid[]) returns void
language sql set search_path = ''
as $$
  update private.hidings h set cause = 'block', hidden_at = now(), hidden_by = (
    select p.id from public.profiles p where p.id = auth.uid()
  )
  where h.cause = 'reports' and (
    h.post_id in (select p.id from public.posts p where p.author_id = any (people))
    or h.comment_id in (select c.id from public.comments c where c.author_id = any (people))
  )
$$;
comment on function private.block_reported is 'What reports had hidden goes with the rest, and comes back with it.';

create function public.my_reports(max_rows integer default 20) returns table(
  id bigint,
  is_comment boolean,
  title text,
  category_slug text,
  slug text,
  outcome text,
  settled_at timestamptz,
  is_read boolean
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  return query
    select r.id, r.comment_id is not null, p.title, k.slug, p.slug, r.outcome, r.settled_at, r.read_at is not null
    from private.reports r
    left join public.comments c on c.id = r.comment_id
    left join public.posts p on p.id = coalesce(r.post_id, c.post_id) and p.deleted_at is null
    left join public.categories k on k.id = p.category_id
    where r.reporter_id = me and r.settled_at > now() - interval '90 days'
    order by r.settled_at desc, r.id desc limit least(greatest(max_rows, 1), 100);
end
$$;
comment on function public.my_reports is
  'What came of the caller''s reports, the newest first. The title is that of the post, where it can be read.';
grant execute on function public.my_reports to authenticated, service_role;

create function public.read_reports() returns table(notices integer, posts integer)
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := private.require_member();
begin
  update private.reports r set read_at = now() where r.reporter_id = me and r.settled_at is not null and r.read_at is null;
  return query select * from public.unread_notices();
end
$$;
comment on function public.read_reports is
  'Marks as read what came of the caller''s reports, and answers as unread_notices does.';
grant execute on function public.read_reports to authenticated, service_role;

create function private.export_reports() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('reports', coalesce(jsonb_agg(jsonb_build_object(
    'post_id', r.post_id, 'comment_id', r.comment_id, 'reason', r.reason, 'created_at', r.created_at,
    'outcome', r.outcome) order by r.id), '[]'))
  from private.reports r where r.reporter_id = auth.uid() and private.is_present()
$$;
comment on function private.export_reports is 'What the caller reported: a part of export_account.';
grant execute on function private.export_reports to authenticated, service_role;

create function private.tidy_reports() returns integer
language plpgsql set search_path = ''
as $$
declare
  forgotten integer;
begin
  delete from private.reports r
  where r.settled_at < now() - interval '90 days'
    and not exists (select from public.posts p where p.id = r.post_id)
    and not exists (select from public.comments c where c.id = r.comment_id);
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;
comment on function private.tidy_reports is
  'For the worker: outcomes of what is gone, once they are told no more. How many those were.';
grant execute on function private.tidy_reports to service_role;

-- 21_moderation/06_deciding.sql
create function private.reopen(reports bigint[]) returns void
language plpgsql set search_path = ''
as $$
begin
  update private.reports r set settled_at = null, outcome = null, settled_by = null, read_at = null
  where r.id = any (reports);
  perform private.hide_reported(t.post_id, t.comment_id)
  from (select distinct r.post_id, r.comment_id from private.reports r where r.id = any (reports)) t;
end
$$;
comment on function private.reopen is
  'Opens reports that were settled once more; what enough trusted members reported is hidden again.';

create function public.dismiss_reports(post_ids bigint[] default '{}', comment_ids bigint[] default '{}') returns table(
  id bigint,
  category_slug text,
  slug text
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  posts constant bigint[] := private.bulk_ids(post_ids);
  comments constant bigint[] := private.bulk_ids(comment_ids);
  homes bigint[];
begin
  perform 1 from public.posts p
  where p.id = any (posts) or p.id in (select c.post_id from public.comments c where c.id = any (comments))
  order by p.id for update;
  with settled as (
    update private.reports r set
      settled_at = now(), outcome = 'dismissed', settled_by = auth.uid()
    where r.settled_at is null and (r.post_id = any (posts) or r.comment_id = any (comments))
    returning r.post_id, r.comment_id
  )
  select coalesce(array_agg(distinct coalesce(s.post_id, c.post_id)), '{}') into homes
  from settled s left join public.comments c on c.id = s.comment_id;
  perform private.reveal(
    array(select h.post_id from private.hidings h where h.cause = 'reports' and h.post_id = any (posts)),
    array(select h.comment_id from private.hidings h where h.cause = 'reports' and h.comment_id = any (comments))
  );
  perform private.audit('report.dismiss', p.id, p.title, null, null) from public.posts p where p.id = any (homes) order by p.id;
  return query
    select p.id, c.slug, p.slug from public.posts p join public.categories c on c.id = p.category_id
    where p.id = any (homes);
end
$$;
comment on function public.dismiss_reports is
  'Says of reported posts and comments that they may stay, and shows those that reports had hidden. For the team.';
grant execute on function public.dismiss_reports to authenticated;

create function public.reopen_reports(post_ids bigint[] default '{}', comment_ids bigint[] default '{}') returns table(
  id bigint,
  category_slug text,
  slug text
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  posts constant bigint[] := private.bulk_ids(post_ids);
  comments constant bigint[] := private.bulk_ids(comment_ids);
  reopened bigint[];
  homes bigint[];
begin
  select coalesce(array_agg(r.id), '{}') into reopened
  from (
    select t.id, rank() over (partition by t.post_id, t.comment_id order by t.settled_at desc) as place
    from private.reports t
    where t.outcome = 'dismissed' and (t.post_id = any (posts) or t.comment_id = any (comments))
  ) r where r.place = 1;
  homes := array(
    select distinct p.id from private.reports r left join public.comments c on c.id = r.comment_id
    join public.posts p on p.id = coalesce(r.post_id, c.post_id) and p.deleted_at is null
    where r.id = any (reopened) order by 1
  );
  perform 1 from public.posts p where p.id = any (homes) order by p.id for update;
  perform private.reopen(array(
    select r.id from private.reports r left join public.comments c on c.id = r.comment_id
    where r.id = any (reopened) and coalesce(r.post_id, c.post_id) = any (homes)
  ));
  perform private.audit('report.reopen', p.id, p.title, null, null) from public.posts p where p.id = any (homes) order by p.id;
  return query
    select p.id, c.slug, p.slug from public.posts p join public.categories c on c.id = p.category_id
    where p.id = any (homes);
end
$$;
comment on function public.reopen_reports is
  'Takes back that reported posts and comments may stay: the reports that were last dismissed are open again. For the team.';
grant execute on function public.reopen_reports to authenticated;

create function public.admin_reports(max_rows integer default 50) returns table(
  post_id bigint,
  comment_id bigint,
  title text,
  body text,
  category_slug text,
  slug text,
  author_id uuid,
  author_name text,
  author_since timestamptz,
  author_is_team boolean,
  created_at timestamptz,
  since timestamptz,
  cause text,
  reports jsonb,
  total integer
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_team();
  return query
    with things as (
      select r.post_id, r.comment_id, min(r.created_at) as since, jsonb_agg(jsonb_build_object(
        'reporter', n.name, 'reason', r.reason, 'created_at', r.created_at, 'is_trusted', private.is_trusted(r.reporter_id)
      ) order by r.id) as reports
      from private.reports r join public.profiles n on n.id = r.reporter_id
      where r.settled_at is null group by 1, 2
      union all
      select h.post_id, h.comment_id, h.hidden_at, '[]' from private.hidings h where h.cause = 'approval'
    )
    select t.post_id, t.comment_id, p.title, coalesce(nullif(h.body, ''), nullif(c.body, ''), p.details), k.slug, p.slug,
      a.id, a.name, a.created_at, coalesce(a.is_team, false), coalesce(c.created_at, p.created_at), t.since, h.cause,
      t.reports, (count(*) over ())::integer
    from things t
    left join public.comments c on c.id = t.comment_id
    join public.posts p on p.id = coalesce(t.post_id, c.post_id)
    join public.categories k on k.id = p.category_id
    left join private.hidings h on h.post_id = t.post_id or h.comment_id = t.comment_id
    left join public.profiles a on a.id = case when t.comment_id is null then p.author_id else c.author_id end
    where (p.deleted_at is null or p.hidden_at is not null)
      and (h.cause is null or not exists (select from private.blocks b where b.person_id = a.id))
    order by t.since, t.post_id, t.comment_id limit least(greatest(max_rows, 1), 200);
end
$$;
comment on function public.admin_reports is
  'What waits to be looked at, the oldest first: what was reported, with every report, and what waits for approval. Not what the blocked wrote. For the team.';
grant execute on function public.admin_reports to authenticated;

-- 21_moderation/07_approval.sql
create table private.moderation (
  only_row boolean default true primary key check (only_row),
  approval text not null default 'off' check (approval in ('off', 'first', 'links', 'all')),
  trusted_days integer not null default 7 check (trusted_days between 0 and 365),
  reports_to_hide integer not null default 3 check (reports_to_hide between 1 and 100)
);
comment on table private.moderation is
  'How order is kept, as admins want it: what waits for approval (off; first: the first of each person; links: what has links; all), after how many days an account with something that stands is trusted, and how many reports of trusted members hide a thing.';

alter table private.moderation enable row level security;

create function public.moderation_settings() returns table(
  approval text,
  trusted_days integer,
  reports_to_hide integer
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_team();
  return query select m.approval, m.trusted_days, m.reports_to_hide from private.moderation m;
end
$$;
comment on function public.moderation_settings is 'For the team to read.';
grant execute on function public.moderation_settings to authenticated;

create function public.set_moderation_settings(
  approval text default null,
  trusted_days integer default null,
  reports_to_hide integer default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  was private.moderation;
  now_is private.moderation;
begin
  perform private.require_admin();
  select * into was from private.moderation for update;
  update private.moderation m set
    approval = coalesce(set_moderation_settings.approval, m.approval),
    trusted_days = coalesce(set_moderation_settings.trusted_days, m.trusted_days),
    reports_to_hide = coalesce(set_moderation_settings.reports_to_hide, m.reports_to_hide)
  where m.only_row
  returning * into now_is;
  if now_is is distinct from was then
    perform private.audit('moderation.update', null, null, to_jsonb(was) - 'only_row', to_jsonb(now_is) - 'only_row');
  end if;
end
$$;
comment on function public.set_moderation_settings is 'For admins to change; what is null stays.';
grant execute on function public.set_moderation_settings to authenticated;

create function private.is_trusted(person uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.roles r where r.user_id = person)
    or not exists (select from private.blocks b where b.person_id = person)
    and exists (
      select from public.profiles p, private.moderation m
      where p.id = person and p.created_at <= now() - make_interval(days => m.trusted_days)
    )
    and (
      exists (select from public.posts p where p.author_id = person and p.deleted_at is null)
      or exists (
        select from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
        where c.author_id = person and c.deleted_at is null and c.hidden_at is null
      )
    );
end
$$;
comment on function private.is_trusted is
  'Whether the board knows somebody: of the team, or here for some days with something that stands, and not blocked.';

create function private.has_standing(person uuid, but_post bigint, but_comment bigint) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
      select from public.posts p
      where p.author_id = person and p.deleted_at is null and p.created_at < now() and p.id is distinct from but_post
    ) or exists (
      select from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
      where c.author_id = person and c.deleted_at is null and c.hidden_at is null and c.created_at < now()
        and c.id is distinct from but_comment
    );
end
$$;
comment on function private.has_standing is
  'Whether anything of somebody''s stood before this request, but for this post or comment.';

create function private.needs_approval(
  person uuid,
  words text,
  this_post bigint default null,
  this_comment bigint default null
) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  rule private.moderation;
begin
  select * into rule from private.moderation;
  if rule.approval = 'off' or exists (select from public.roles r where r.user_id = person) then
    return false;
  end if;
  return case rule.approval
    when 'all' then true
    when 'first' then not private.has_standing(person, this_post, this_comment)
    when 'links' then private.has_link(words) and not (
      private.has_standing(person, this_post, this_comment) and exists (
        select from public.profiles p
        where p.id = person and p.created_at <= now() - make_interval(days => rule.trusted_days)
      )
    )
  end;
end
$$;
comment on function private.needs_approval is
  'Whether what the caller wrote waits for approval under the site''s rule.';

create function private.hold_back_posts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.conceal(array[n.id], '{}', 'approval', 'waits for approval')
  from new_rows n
  where n.author_id = auth.uid() and private.needs_approval(n.author_id, n.title || ' ' || n.details, this_post => n.id);
  return null;
end
$$;
comment on function private.hold_back_posts is
  'Hides new posts that wait for approval. Fires last, so that what was counted and indexed is taken back as for anything hidden later. Imports and operators wait for nobody.';

create function private.hold_back_comments() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.conceal('{}', array[n.id], 'approval', 'waits for approval')
  from new_rows n
  where n.author_id = auth.uid() and private.needs_approval(n.author_id, n.body, this_comment => n.id);
  return null;
end
$$;
comment on function private.hold_back_comments is
  'Hides new comments that wait for approval, as private.hold_back_posts does.';

create function private.refuse_new_link() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was constant text := case tg_table_name
    when 'posts' then (to_jsonb(old) ->> 'title') || ' ' || (to_jsonb(old) ->> 'details') else to_jsonb(old) ->> 'body' end;
  wanted constant text := case tg_table_name
    when 'posts' then (to_jsonb(new) ->> 'title') || ' ' || (to_jsonb(new) ->> 'details') else to_jsonb(new) ->> 'body' end;
begin
  if new.author_id = auth.uid() and not private.links_of(wanted) <@ private.links_of(was)
     and private.needs_approval(new.author_id, wanted,
       case tg_table_name when 'posts' then new.id end, case tg_table_name when 'comments' then new.id end) then
    raise exception 'Links cannot be added here before the team knows you.' using errcode = '42501', hint = 'approval';
  end if;
  return new;
end
$$;
comment on function private.refuse_new_link is 'Refuses an edit that adds a link where links wait for approval.';

-- 21_moderation/08_approve.sql
create function private.send_approved() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.send_unheard(old.post_id, old.comment_id);
  perform pg_notify('signpost', 'webhook'), pg_notify('signpost', 'event');
  return null;
end
$$;
comment on function private.send_approved is
  'Webhooks hear of it once it is there: what was dropped meanwhile goes out.';

create function public.waiting_of(sent_key uuid, is_comment boolean) returns bigint
language sql stable security definer set search_path = ''
as $$
  select s.made from private.sendings s
  where s.user_id = private.require_member() and s.key = sent_key and case
    when is_comment then private.is_own_waiting(null, s.made) else private.is_own_waiting(s.made, null) end
$$;
comment on function public.waiting_of is
  'What the caller''s form sent with this key and waits: a post, or a comment.';
grant execute on function public.waiting_of to authenticated, service_role;

create function public.my_waiting() returns table(
  post_id bigint,
  comment_id bigint,
  title text,
  body text,
  created_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  return query
    select h.post_id, h.comment_id, p.title, coalesce(h.body, p.details), h.hidden_at
    from private.hidings h
    left join public.comments c on c.id = h.comment_id
    join public.posts p on p.id = coalesce(h.post_id, c.post_id)
    where h.cause = 'approval' and me = case when c.id is null then p.author_id else c.author_id end
    order by h.id desc limit 100;
end
$$;
comment on function public.my_waiting is 'What of the caller''s waits for approval, the newest first.';
grant execute on function public.my_waiting to authenticated, service_role;

create function public.unapprove(post_ids bigint[] default '{}', comment_ids bigint[] default '{}') returns table(
  id bigint,
  category_slug text,
  slug text
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  posts bigint[] := private.bulk_ids(post_ids);
  comments bigint[] := private.bulk_ids(comment_ids);
begin
  posts := array(
    select p.id from public.posts p
    where p.id = any (posts) and p.deleted_at is null
      and exists (select from public.audit_log l where l.post_id = p.id and l.action = 'post.approve')
    order by 1
  );
  comments := array(
    select c.id from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
    where c.id = any (comments) and c.deleted_at is null and c.hidden_at is null
      and exists (
        select from public.audit_log l
        where l.post_id = p.id and l.action = 'comment.approve' and l.after -> 'comment_id' = to_jsonb(c.id)
      )
    order by 1
  );
  perform private.conceal(posts, comments, 'approval', 'waits for approval');
  perform private.reopen(array(
    select r.id from private.reports r
    where r.outcome = 'dismissed' and (r.post_id = any (posts) or r.comment_id = any (comments)) and r.settled_at = (
      select max(l.created_at) from public.audit_log l
      where l.action = 'post.approve' and l.post_id = r.post_id
        or l.action = 'comment.approve' and l.after -> 'comment_id' = to_jsonb(r.comment_id)
          and l.post_id = (select c.post_id from public.comments c where c.id = r.comment_id)
    )
  ));
  perform private.audit('post.unapprove', p.id, p.title, null, null), private.log_event('post.deleted', p.id)
  from public.posts p where p.id = any (posts) order by p.id;
  perform private.audit('comment.unapprove', p.id, p.title, null, jsonb_build_object('comment_id', c.id)),
    private.log_event('comment.deleted', p.id, c.id)
  from public.comments c join public.posts p on p.id = c.post_id where c.id = any (comments) order by c.id;
  return query
    select p.id, k.slug, p.slug from public.posts p join public.categories k on k.id = p.category_id
    where p.id = any (posts) or p.id in (select c.post_id from public.comments c where c.id = any (comments));
end
$$;
comment on function public.unapprove is
  'Takes back that posts and comments were approved: they wait again, and reports that it settled are open again. Nothing else does. For the team.';
grant execute on function public.unapprove to authenticated;

-- 22_vote_signals/01_vote_signals.sql
-- What stands out about votes, and votes that the team sets aside.

create table private.vote_networks (
  user_id uuid,
  post_id bigint,
  network bytea not null,
  noted_at timestamptz not null default now(),
  primary key (user_id, post_id),
  foreign key (user_id, post_id) references public.votes (user_id, post_id) on update cascade on delete cascade
);
comment on table private.vote_networks is
  'From which network a vote came, as a salted hash, for 30 days: enough to see that several came from the same one.';

create index vote_networks_noted_idx on private.vote_networks (noted_at);

alter table private.vote_networks enable row level security;

create function public.note_vote_network(voter uuid, of_post bigint, address text) returns void
language sql security definer set search_path = ''
as $$
  insert into private.vote_networks as n (user_id, post_id, network)
  select v.user_id, v.post_id, sha256(convert_to(concat_ws(E'\n', s.value, 'vote', private.network_of(left(address, 64))), 'UTF8'))
  from public.votes v, private.salt s
  where v.user_id = voter and v.post_id = private.standing_post(of_post) and address <> ''
  on conflict (user_id, post_id) do update set network = excluded.network, noted_at = excluded.noted_at
$$;
comment on function public.note_vote_network is
  'Only the site''s server, which knows the address, calls this; a client could say any. Without a vote nothing is kept.';
grant execute on function public.note_vote_network to service_role;

create function private.forget_networks() returns integer
language plpgsql set search_path = ''
as $$
declare
  forgotten integer;
begin
  delete from private.vote_networks n where n.noted_at < now() - interval '30 days';
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;
comment on function private.forget_networks is 'For the worker. How many that were.';
grant execute on function private.forget_networks to service_role;

create table private.withdrawn_votes (
  user_id uuid references public.profiles (id) on delete cascade,
  post_id bigint references public.posts (id) on delete cascade,
  withdrawn_at timestamptz not null default now(),
  primary key (user_id, post_id)
);
comment on table private.withdrawn_votes is
  'Votes that were set aside when their people took them back. Voted again, they are set aside again.';

create index withdrawn_votes_post_idx on private.withdrawn_votes (post_id);

alter table private.withdrawn_votes enable row level security;

create function private.keep_withdrawn_vote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.withdrawn_votes (user_id, post_id)
  values (old.user_id, coalesce((select m.post_id from public.post_merges m where m.id = old.merge_id), old.post_id))
  on conflict do nothing;
  return null;
end
$$;
comment on function private.keep_withdrawn_vote is
  'Remembers a vote that was set aside when it''s taken back: cast anew, it doesn''t count.';

create function private.set_aside_again() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.withdrawn_votes w
  where w.user_id = new.user_id and private.standing_post(w.post_id) = private.standing_post(new.post_id);
  new.is_set_aside := new.is_set_aside or found;
  -- Imports bring many at once, and nobody is blocked meanwhile.
  if auth.uid() is not null then
    perform pg_advisory_xact_lock_shared(hashtextextended(new.user_id::text, 1));
    new.is_blocked := exists (
      select from private.blocks b where b.person_id = new.user_id and coalesce(b.ends_at > now(), true)
    );
  end if;
  return new;
end
$$;
comment on function private.set_aside_again is
  'A vote that the team gives for somebody waits for a block of that person like one of their own, and does not count then.';

create function private.vote_signs(of_post bigint) returns table(
  user_id uuid,
  created_at timestamptz,
  signals text[],
  network_votes integer
)
language sql stable set search_path = ''
as $$
  with latest as (
    select v.user_id, v.created_at, v.created_at >= p.created_at and v.created_at < p.created_at + interval '1 day' as is_young, n.network
    from public.votes v
    join public.profiles p on p.id = v.user_id and not p.placeholder and not p.is_team
    left join private.vote_networks n
      on n.user_id = v.user_id and n.post_id = v.post_id and n.noted_at > now() - interval '30 days'
    where v.post_id = of_post and v.counts
      and not exists (select from private.given_votes g where g.user_id = v.user_id and g.post_id = v.post_id)
    order by v.created_at desc, v.user_id limit 5000
  ), counted as (
    select l.*, count(*) over () as total, count(*) filter (where l.is_young) over () as young,
      count(*) over (order by l.created_at range between interval '10 minutes' preceding and current row) as recent,
      case when l.network is not null then count(*) over (partition by l.network) end as together
    from latest l
  ), judged as (
    select c.*,
      max(c.recent) over (order by c.created_at range between current row and interval '10 minutes' following)
        >= greatest(10, c.total / 5.0) as in_burst
    from counted c
  )
  select j.user_id, j.created_at,
    array_remove(array[
      case when j.in_burst then 'burst' end,
      case when j.is_young and j.young >= greatest(5, j.total / 2.0) then 'young' end,
      case when j.together >= greatest(5, j.total / 5.0) then 'network' end
    ], null),
    j.together::integer
  from judged j
$$;
comment on function private.vote_signs is
  'The last 5000 votes that count, without those of the team and of imported people, and which signals each is part of. A burst: at least ten votes in ten minutes, and a fifth of all. Young accounts: at least five votes within a day of signing up, and half of all. A network: at least five votes from it, and a fifth of all.';

create function public.set_votes_aside(
  of_post bigint,
  wanted boolean,
  signal text default null,
  person_ids uuid[] default null
) returns table(
  people uuid[],
  votes_total integer,
  category_slug text
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.posts;
  meant uuid[];
  changed uuid[];
begin
  perform private.require_team();
  if num_nonnulls(signal, person_ids) <> 1 and (wanted or signal is not null) or signal is not null and not wanted
    or wanted is null then
    raise exception 'The votes of a signal, or of people.' using errcode = '22023';
  end if;
  if signal not in ('burst', 'young', 'network') then
    raise exception 'There is no such signal.' using errcode = '22023';
  end if;
  if cardinality(person_ids) > 5000 then
    raise exception 'At most 5000 votes at once.' using errcode = '22023';
  end if;
  perform private.hold_posts(array[of_post]);
  select * into target from public.posts p where p.id = of_post and p.deleted_at is null;
  if not found then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
  meant := case
    when person_ids is not null then person_ids
    when wanted then array(select s.user_id from private.vote_signs(of_post) s where set_votes_aside.signal = any (s.signals))
    else array(select v.user_id from public.votes v where v.post_id = of_post and v.is_set_aside order by 1 limit 5000)
  end;
  with changing as (
    update public.votes v set is_set_aside = wanted
    where v.post_id = of_post and v.user_id = any (meant) and v.is_set_aside <> wanted
    returning v.user_id
  )
  select coalesce(array_agg(c.user_id order by c.user_id), '{}') into changed from changing c;
  if not wanted then
    delete from private.withdrawn_votes w where w.user_id = any (meant) and private.standing_post(w.post_id) = of_post;
  end if;
  if changed <> '{}' then
    perform private.audit(
      case when wanted then 'vote.aside' else 'vote.count' end, of_post, target.title, null,
      jsonb_strip_nulls(jsonb_build_object('votes', cardinality(changed), 'signal', signal, 'people', to_jsonb(changed[1:50])))
    );
  end if;
  return query
    select changed, p.votes_total, c.slug
    from public.posts p join public.categories c on c.id = p.category_id where p.id = of_post;
end
$$;
comment on function public.set_votes_aside is
  'Sets votes on a post aside, those that make up a signal or those of these people, or counts votes again, those of these people or all. Says whose have changed, so that exactly that can be taken back, and where the post is. For the team.';
grant execute on function public.set_votes_aside to authenticated;

create function private.export_vote_marks() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'votes_set_aside', (
      select coalesce(jsonb_agg(t.post_id order by t.post_id), '[]') from (
        select v.post_id from public.votes v where v.user_id = me.id and v.is_set_aside
        union select w.post_id from private.withdrawn_votes w where w.user_id = me.id
      ) t),
    'votes_given_by_the_team', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'post_id', g.post_id, 'created_at', g.created_at) order by g.created_at, g.post_id), '[]')
      from private.given_votes g where g.user_id = me.id),
    'vote_networks', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'post_id', n.post_id, 'salted_hash', encode(n.network, 'hex'), 'noted_at', n.noted_at) order by n.post_id), '[]')
      from private.vote_networks n where n.user_id = me.id)
  )
  from (select auth.uid() as id where private.is_present()) me
$$;
comment on function private.export_vote_marks is
  'What is kept about the caller''s votes beside them: a part of export_account.';
grant execute on function private.export_vote_marks to authenticated, service_role;

-- 22_vote_signals/02_lists.sql
create function public.admin_signals(of_post bigint) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  p public.posts;
begin
  perform private.require_team();
  select * into p from public.posts t where t.id = of_post and t.deleted_at is null;
  if not found then
    return null;
  end if;
  return (
    with signs as materialized (
      select * from private.vote_signs(of_post)
    ), twins as materialized (
      select t.id, t.title, t.slug, k.slug as category_slug, a.name as author_name, t.created_at
      from public.posts t join public.categories k on k.id = t.category_id left join public.profiles a on a.id = t.author_id
      where t.id <> p.id and t.deleted_at is null
        and hashtextextended(case when char_length(t.details) >= 40 then t.details else t.title || E'\n' || t.details end, 0)
          = hashtextextended(case when char_length(p.details) >= 40 then p.details else p.title || E'\n' || p.details end, 0)
        and case when char_length(p.details) >= 40 then t.details = p.details
          else (t.title, t.details) = (p.title, p.details) end
    ), echoes as materialized (
      select c.body, min(c.id) as id, e.copies, e.people
      from (
        select o.* from public.comments o
        where o.post_id = p.id and o.deleted_at is null and char_length(o.body) >= 20 order by o.id desc limit 200
      ) c
      cross join lateral (
        select count(*) as copies, count(distinct o.author_id) as people
        from public.comments o join public.posts q on q.id = o.post_id and q.deleted_at is null
        where hashtextextended(o.body, 0) = hashtextextended(c.body, 0) and char_length(o.body) >= 20 and o.body = c.body
      ) e
      where e.copies > 1 group by c.body, e.copies, e.people
    )
    select jsonb_build_object(
      'votes', (select count(*) from signs),
      'signals', (
        select coalesce(jsonb_agg(to_jsonb(g) order by g.kind), '[]') from (
          select k as kind, count(*) as votes, min(s.created_at) as since
          from signs s, unnest(s.signals) k group by k
        ) g
      ),
      'set_aside', (select count(*) from public.votes v where v.post_id = p.id and v.is_set_aside),
      'same_posts_total', (select count(*) from twins),
      'same_posts', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.id desc), '[]') from (select * from twins order by id desc limit 5) t
      ),
      'same_comments', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', e.id, 'body', left(e.body, 200), 'copies', e.copies, 'people', e.people) order by e.copies desc, e.id), '[]')
        from (select * from echoes order by copies desc, id limit 5) e
      )
    )
  );
end
$$;
comment on function public.admin_signals is
  'What stands out about a post: signals of its votes, votes that are set aside, the same text elsewhere, and comments on it that stand more than once on the board. For the team.';
grant execute on function public.admin_signals to authenticated;

create function public.admin_voters(
  of_post bigint,
  after_cursor text default null,
  max_rows integer default 50,
  only_aside boolean default false,
  only_counted boolean default false
) returns table(
  id uuid,
  name text,
  avatar_url text,
  is_team boolean,
  address text,
  voted_at timestamptz,
  is_young boolean,
  in_burst boolean,
  network_votes integer,
  is_blocked boolean,
  is_set_aside boolean,
  given_by text,
  why text,
  row_cursor text
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  given jsonb;
begin
  perform private.require_team();
  if after_cursor is not null then
    given := private.read_cursor(after_cursor);
  end if;
  return query
    select p.id, p.name, p.avatar_url, p.is_team, a.address, v.created_at,
      v.created_at >= p.created_at and v.created_at < p.created_at + interval '1 day' and not p.placeholder,
      coalesce('burst' = any (s.signals), false), coalesce(s.network_votes, 0), v.is_blocked, v.is_set_aside,
      case when g.why is not null then coalesce(m.name, 'Deleted user') end, g.why,
      jsonb_build_array(v.created_at, v.user_id)::text
    from (
      select o.* from public.votes o join public.posts t on t.id = o.post_id and t.deleted_at is null
      where o.post_id = of_post and (o.is_set_aside or not only_aside) and (o.counts or not only_counted)
        and (given is null or (o.created_at, o.user_id) < ((given ->> 0)::timestamptz, (given ->> 1)::uuid))
      order by o.created_at desc, o.user_id desc limit least(greatest(max_rows, 1), 200)
    ) v
    join public.profiles p on p.id = v.user_id
    left join (select * from private.vote_signs(of_post) where not only_counted) s on s.user_id = v.user_id
    left join private.voter_addresses a on a.person_id = v.user_id
    left join private.given_votes g on g.user_id = v.user_id and g.post_id = v.post_id
    left join public.profiles m on m.id = g.given_by
    order by v.created_at desc, v.user_id desc;
end
$$;
comment on function public.admin_voters is
  'Who voted for a post, the newest vote first, with what stands out about each, and who of the team gave it and why. The address is that of a person who is known by it alone. Only the votes that count come without what stands out. Continue with the row_cursor of the last row. For the team.';
grant execute on function public.admin_voters to authenticated;

-- 22_vote_signals/03_given_votes.sql
-- Votes that the team gives for somebody.

create table private.given_votes (
  user_id uuid,
  post_id bigint,
  given_by uuid,
  why text not null check (private.visible_length(why) >= 1 and char_length(why) <= 200),
  created_at timestamptz not null default now(),
  primary key (user_id, post_id),
  foreign key (user_id, post_id) references public.votes (user_id, post_id) on update cascade on delete cascade
);
comment on table private.given_votes is
  'Which votes the team has given for somebody, who did and why. Goes and moves with the vote.';
comment on column private.given_votes.given_by is
  'Null once that account is gone.';

create index given_votes_post_idx on private.given_votes (post_id);
create index given_votes_given_by_idx on private.given_votes (given_by) where given_by is not null;

alter table private.given_votes enable row level security;

create function private.forget_giver() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.given_votes g set given_by = null where g.given_by = old.id;
  return null;
end
$$;
comment on function private.forget_giver is 'Forgets who gave a vote once their account is deleted.';

create function private.voted_post(id bigint) returns bigint
language plpgsql set search_path = ''
as $$
declare
  target bigint := voted_post.id;
begin
  perform pg_advisory_xact_lock(target);
  if not exists (select from public.posts p where p.id = target and p.deleted_at is null) then
    target := private.standing_post(target);
  end if;
  if not exists (select from public.posts p where p.id = target and p.deleted_at is null) then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
  return target;
end
$$;
comment on function private.voted_post is
  'The post that is voted for where somebody of the team votes on this one: of a merged post the one that stays.';

create function private.add_given_vote(target bigint, person uuid, reason text) returns boolean
language plpgsql set search_path = ''
as $$
begin
  insert into public.votes (user_id, post_id) values (person, target) on conflict do nothing;
  if not found then
    return false;
  end if;
  insert into private.given_votes (user_id, post_id, given_by, why) values (person, target, auth.uid(), reason);
  perform private.audit(
    'vote.give', target, (select p.title from public.posts p where p.id = target), null,
    jsonb_build_object('user_id', person, 'why', reason)
  );
  return true;
end
$$;
comment on function private.add_given_vote is 'Whether that made a vote.';

create function public.admin_give_vote(post_id bigint, person_id uuid, why text) returns table(
  given boolean,
  votes_total integer,
  category_slug text,
  on_post bigint
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  reason constant text := private.given_reason(coalesce(why, ''));
  target bigint;
begin
  perform private.require_team();
  if person_id = auth.uid() then
    raise exception 'Vote for yourself with the button.' using errcode = '23514', hint = 'self';
  end if;
  if not exists (select from auth.users u join public.profiles p on p.id = u.id where u.id = person_id) then
    raise exception 'This person has no account.' using errcode = '23514', hint = 'no_account';
  end if;
  if not exists (select from auth.users u where u.id = person_id and u.email_confirmed_at is not null) then
    raise exception 'This person has not confirmed their e-mail address.' using errcode = '23514', hint = 'unconfirmed';
  end if;
  if exists (select from private.blocks b where b.person_id = admin_give_vote.person_id) then
    raise exception 'This person is blocked.' using errcode = '23514', hint = 'blocked';
  end if;
  target := private.voted_post(admin_give_vote.post_id);
  given := private.add_given_vote(target, person_id, reason);
  return query
    select given, p.votes_total, c.slug, p.id
    from public.posts p join public.categories c on c.id = p.category_id where p.id = target;
end
$$;
comment on function public.admin_give_vote is
  'Votes for a person with a confirmed account, and says whether that made a vote. Of a merged post, on the one that stays. Nobody votes for themselves in this way, nor for the blocked. For the team.';
grant execute on function public.admin_give_vote to authenticated;

create function public.admin_take_vote(post_id bigint, person_id uuid) returns table(
  taken boolean,
  votes_total integer,
  category_slug text,
  on_post bigint
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target bigint := admin_take_vote.post_id;
  found_title text;
  reason text;
begin
  perform private.require_team();
  perform pg_advisory_xact_lock(target);
  if not exists (select from public.posts p where p.id = target and p.deleted_at is null) then
    target := private.standing_post(target);
  end if;
  select p.title into found_title from public.posts p where p.id = target and p.deleted_at is null;
  if not found then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
  select g.why into reason from private.given_votes g where g.user_id = person_id and g.post_id = target;
  delete from public.votes v
  where v.user_id = person_id and v.post_id = target
    and exists (select from private.given_votes g where g.user_id = v.user_id and g.post_id = v.post_id);
  taken := found;
  if taken then
    perform private.audit('vote.take', target, found_title, jsonb_build_object('user_id', person_id, 'why', reason), null);
  end if;
  return query
    select taken, p.votes_total, c.slug, p.id
    from public.posts p join public.categories c on c.id = p.category_id where p.id = target;
end
$$;
comment on function public.admin_take_vote is
  'Takes a vote back that the team has given, and no other. For the team.';
grant execute on function public.admin_take_vote to authenticated;

create function private.own_given_votes() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'post_id', g.post_id, 'why', g.why, 'created_at', g.created_at) order by g.created_at, g.post_id), '[]')
  from private.given_votes g where g.given_by = auth.uid() and private.is_present()
$$;
comment on function private.own_given_votes is
  'What the caller has said of votes they gave: a part of export_account.';
grant execute on function private.own_given_votes to authenticated, service_role;

-- 22_vote_signals/04_address_votes.sql
-- Votes for somebody without an account, by their address.

create table private.voter_addresses (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  address text not null unique,
  check (
    address = lower(address)
    and char_length(address) <= 254
    and address ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'
  )
);
comment on table private.voter_addresses is
  'By which address the team knows people without an account whom it voted for. Only the team reads them; one goes with its last vote.';

alter table private.voter_addresses enable row level security;

create function private.forget_voter_addresses() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform 1 from private.voter_addresses a
  where a.person_id in (select o.user_id from old_rows o) order by a.person_id for update;
  if found then
    delete from public.profiles p using private.voter_addresses a
    where a.person_id = p.id and p.id in (select o.user_id from old_rows o)
      and not exists (select from public.votes v where v.user_id = p.id);
  end if;
  return null;
end
$$;
comment on function private.forget_voter_addresses is
  'Whoever has no vote left is forgotten. Posts are held before addresses, here and below; whoever deletes several posts for good holds all merges, so two of those never wait for one another''s addresses.';

create function private.hold_address(address text) returns void
language sql set search_path = ''
return pg_advisory_xact_lock(hashtextextended(address, 2));
comment on function private.hold_address is 'One at a time says whose an address is.';

create function private.hand_over_votes(person uuid, account uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  posts bigint[];
  merged bigint[];
  moved bigint[];
begin
  perform pg_advisory_xact_lock(hashtextextended('merging posts', 0));
  -- As a vote of the account itself: not while it is being blocked.
  perform pg_advisory_xact_lock_shared(hashtextextended(account::text, 1));
  posts := array(select distinct private.standing_post(v.post_id) from public.votes v where v.user_id = person);
  perform private.hold_posts(private.merged_with(posts));
  merged := array(
    select distinct m.stays_id from public.post_merges m where m.stays_id = any (posts) and m.undone_at is null
  );
  if merged <> '{}' then
    update public.votes v set post_id = m.post_id, merge_id = null
    from public.post_merges m
    where m.id = v.merge_id and v.post_id = any (posts) and v.user_id in (person, account);
    perform private.count_merged(private.merged_with(merged));
  end if;
  with changed as (
    update public.votes v set user_id = account
    where v.user_id = person
      and not exists (select from public.votes own where own.user_id = account and own.post_id = v.post_id)
    returning v.post_id
  )
  select coalesce(array_agg(c.post_id), '{}') into moved from changed c;
  delete from public.votes v where v.user_id = person;
  update public.votes v
  set is_set_aside = v.is_set_aside or exists (
      select from private.withdrawn_votes w
      where w.user_id = account and private.standing_post(w.post_id) = private.standing_post(v.post_id)
    ),
    is_blocked = exists (
      select from private.blocks b where b.person_id = account and coalesce(b.ends_at > now(), true)
    )
  where v.user_id = account and v.post_id = any (moved);
  -- As where the account votes by itself: from then on the vote says it.
  delete from private.withdrawn_votes w
  where w.user_id = account
    and private.standing_post(w.post_id) in (select private.standing_post(p) from unnest(moved) p);
  if merged <> '{}' then
    perform private.gather(p) from unnest(merged) p;
    perform private.count_merged(private.merged_with(merged));
  end if;
  delete from public.profiles p where p.id = person;
end
$$;
comment on function private.hand_over_votes is
  'Makes the votes of an address those of an account. Where both voted, the account''s vote stays and the other one goes, on each post for itself: those that a merge keeps together are taken apart for it, and counted before one of them goes.';

create function private.hand_over_votes_of_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid;
begin
  perform private.hold_address(lower(new.email));
  select a.person_id into person from private.voter_addresses a where a.address = lower(new.email);
  if found then
    perform private.hand_over_votes(person, new.id);
  end if;
  return null;
end
$$;
comment on function private.hand_over_votes_of_address is
  'Hands over the votes of an address once an account confirms it.';

create function private.hand_over_all_votes() returns integer
language plpgsql set search_path = ''
as $$
declare
  pair record;
  pairs integer := 0;
begin
  for pair in
    select a.person_id, u.id as account
    from private.voter_addresses a
    join auth.users u on lower(u.email) = a.address and u.email_confirmed_at is not null
    order by a.address
  loop
    perform private.hand_over_votes(pair.person_id, pair.account);
    pairs := pairs + 1;
  end loop;
  return pairs;
end
$$;
comment on function private.hand_over_all_votes is
  'For a board that comes from elsewhere, with addresses whose accounts are here. How many those are.';
grant execute on function private.hand_over_all_votes to service_role;

create function public.admin_give_vote_by_address(post_id bigint, address text, why text) returns table(
  given boolean,
  person_id uuid,
  votes_total integer,
  category_slug text,
  on_post bigint
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  reason constant text := private.given_reason(coalesce(why, ''));
  looked_for constant text := lower(btrim(left(coalesce(address, ''), 320)));
  person uuid;
  target bigint;
begin
  perform private.require_team();
  perform private.hold_address(looked_for);
  select u.id into person from auth.users u
  where lower(u.email) = looked_for and u.email_confirmed_at is not null order by u.created_at limit 1;
  if found then
    return query
      select g.given, person, g.votes_total, g.category_slug, g.on_post
      from public.admin_give_vote(admin_give_vote_by_address.post_id, person, reason) g;
    return;
  end if;
  target := private.voted_post(admin_give_vote_by_address.post_id);
  perform 1 from private.usage u where u.user_id = auth.uid() and u.action = 'vote' for update;
  perform 1 from public.posts p where p.id = target for no key update;
  select a.person_id into person from private.voter_addresses a where a.address = looked_for for update;
  if not found then
    insert into public.profiles (name, placeholder) values ('Somebody by e-mail', true) returning id into person;
    insert into private.voter_addresses (person_id, address) values (person, looked_for);
  end if;
  given := private.add_given_vote(target, person, reason);
  return query
    select given, person, p.votes_total, c.slug, p.id
    from public.posts p join public.categories c on c.id = p.category_id where p.id = target;
end
$$;
comment on function public.admin_give_vote_by_address is
  'Votes for whoever has this address: for the account that has confirmed it, else for a person who is known by it alone. Says who that is. Holds things in the order in which every other vote does: the post that is asked for, what its giver may do, the row of the post that stands for it. For the team.';
grant execute on function public.admin_give_vote_by_address to authenticated;

-- 23_settings/01_settings.sql
-- How the site is called, how it looks and what it says.

create function private.contrast_with_white(color text) returns double precision
language sql immutable parallel safe set search_path = ''
return (
  select 1.05 / (0.05 + sum(v.weight * case when c.part <= 0.04045 then c.part / 12.92 else power((c.part + 0.055) / 1.055, 2.4) end))
  from (values (2, 0.2126::double precision), (4, 0.7152), (6, 0.0722)) as v (place, weight),
    lateral (
      select case when color ~ '^#[0-9a-f]{6}$' then
        get_byte(decode(substr(color, v.place, 2), 'hex'), 0) / 255.0::double precision
      end as part
    ) c
);
comment on function private.contrast_with_white is
  'How the site is called, how it looks and what it says, kept in the dashboard. Null: as the site has it by itself.';

create function private.audit_settings() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  named constant jsonb := case when tg_table_name = 'state_texts' then jsonb_build_object('state', to_jsonb(new) -> 'state') else '{}' end;
  before jsonb;
  after jsonb;
begin
  select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, to_jsonb(new) -> o.key)
  into before, after
  from jsonb_each(to_jsonb(old)) o where o.value is distinct from to_jsonb(new) -> o.key;
  if before is not null then
    perform private.audit(tg_argv[0], null, null, named || before, named || after);
  end if;
  return null;
end
$$;
comment on function private.audit_settings is 'Only what changed, so that an entry can be read.';

create table public.site_settings (
  only_row boolean default true primary key check (only_row),
  name text,
  logo_path text check (logo_path ~ '^site/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.webp$'),
  logo_width integer check (logo_width between 1 and 20000),
  logo_height integer check (logo_height between 1 and 20000),
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  marketing_url text,
  terms_url text,
  privacy_url text,
  welcome text,
  mail_sender text,
  mail_footer text,
  shows_quarters boolean not null default false,
  constraint site_settings_accent_is_legible check (
    private.contrast_with_white(accent) >= 4.5::double precision
  ),
  constraint site_settings_links_are_web_addresses check (
    marketing_url ~ '^https?://[^\s<>"]+$'
    and terms_url ~ '^https?://[^\s<>"]+$'
    and privacy_url ~ '^https?://[^\s<>"]+$'
    and char_length(marketing_url) <= 300
    and char_length(terms_url) <= 300
    and char_length(privacy_url) <= 300
  ),
  constraint site_settings_logo_is_whole check (num_nonnulls(logo_path, logo_width, logo_height) in (0, 3)),
  check (
    mail_footer is null
    or private.visible_length(mail_footer) >= 1
    and char_length(mail_footer) <= 300
  ),
  check (
    mail_sender is null
    or private.visible_length(mail_sender) >= 1
    and char_length(mail_sender) <= 60
  ),
  check (name is null or private.visible_length(name) >= 1 and char_length(name) <= 40),
  check (welcome is null or private.visible_length(welcome) >= 1 and char_length(welcome) <= 300)
);
comment on table public.site_settings is
  'One row. What admins set in the dashboard; null where the site keeps what it has by itself. Variables of the environment win over it.';
comment on column public.site_settings.logo_path is
  'An object of the bucket images, in a folder that belongs to nobody.';
comment on column public.site_settings.accent is
  'The color of what is chosen and pressed. White letters on it have a contrast of 4.5 to 1 at least.';
comment on column public.site_settings.shows_quarters is
  'Whether everybody reads by when planned posts and those in progress are expected.';

alter table public.site_settings enable row level security;
grant select on public.site_settings to anon, authenticated;

create policy "anyone reads the settings of the site" on public.site_settings
  for select to anon, authenticated using (true);
create policy "a request names each column a few times" on public.site_settings
  as restrictive for select to anon, authenticated using ((select private.require_small_select()));

create trigger a_require_presence before insert or delete or update on public.site_settings
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();
create trigger audit_site_settings after update on public.site_settings
  for each row execute function private.audit_settings('site.update');
create trigger reserve_site_name after update of name on public.site_settings
  for each row when (new.name is not null) execute function private.reserve_site_name();

create table public.state_texts (
  state public.post_state primary key,
  name text,
  description text,
  check (
    description is null
    or private.visible_length(description) >= 1
    and char_length(description) <= 160
  ),
  check (name is null or private.visible_length(name) >= 1 and char_length(name) <= 30)
);
comment on table public.state_texts is
  'How the five states are called and described to people; null for the words of the site. The states themselves stay.';

alter table public.state_texts enable row level security;
grant select on public.state_texts to anon, authenticated;

create policy "anyone reads the words for states" on public.state_texts
  for select to anon, authenticated using (true);
create policy "a request names each column a few times" on public.state_texts
  as restrictive for select to anon, authenticated using ((select private.require_small_select()));

create trigger a_require_presence before insert or delete or update on public.state_texts
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();
create trigger audit_state_texts after update on public.state_texts
  for each row execute function private.audit_settings('state.update');

create function public.admin_save_site(settings jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  given constant jsonb := private.hosted_json(settings);
  one record;
begin
  perform private.require_admin();
  if jsonb_typeof(given) is distinct from 'object' then
    raise exception 'The settings are an object.' using errcode = '22023';
  end if;
  update public.site_settings s set
    name = case when given ? 'name' then private.said(given ->> 'name') else s.name end,
    accent = case when given ? 'accent' then lower(private.said(given ->> 'accent')) else s.accent end,
    marketing_url = case when given ? 'marketing_url' then private.said(given ->> 'marketing_url') else s.marketing_url end,
    terms_url = case when given ? 'terms_url' then private.said(given ->> 'terms_url') else s.terms_url end,
    privacy_url = case when given ? 'privacy_url' then private.said(given ->> 'privacy_url') else s.privacy_url end,
    welcome = case when given ? 'welcome' then private.said(given ->> 'welcome') else s.welcome end,
    mail_sender = case when given ? 'mail_sender' then private.said(given ->> 'mail_sender') else s.mail_sender end,
    shows_quarters = case
      when given ? 'shows_quarters' then coalesce((given ->> 'shows_quarters')::boolean, false) else s.shows_quarters
    end,
    mail_footer = case when given ? 'mail_footer' then nullif(private.clean_text(given ->> 'mail_footer'), '') else s.mail_footer end
  where s.only_row;
  for one in select key, value from jsonb_each(coalesce(given -> 'states', '{}')) loop
    update public.state_texts t set
      name = private.said(one.value ->> 'name'), description = private.said(one.value ->> 'description')
    where t.state::text = one.key
      and (t.name, t.description)
        is distinct from (private.said(one.value ->> 'name'), private.said(one.value ->> 'description'));
  end loop;
end
$$;
comment on function public.admin_save_site is
  'Saves what the settings name and leaves the rest: name, accent, marketing_url, terms_url, privacy_url, welcome, mail_sender, mail_footer, each empty for what the site has by itself; and states, by their keys, with name and description.';
grant execute on function public.admin_save_site to authenticated;

create function public.admin_set_logo(path text, width integer, height integer) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  before text;
begin
  perform private.require_admin();
  select s.logo_path into before from public.site_settings s for update;
  update public.site_settings s set logo_path = path, logo_width = width, logo_height = height where s.only_row;
  return before;
end
$$;
comment on function public.admin_set_logo is
  'Shows another logo, or none, and says which object is of no use any more.';
grant execute on function public.admin_set_logo to authenticated;

-- 24_storage/01_storage.sql
-- The objects of pictures, portraits and the logo: who may write where, how much, and which of them nothing shows.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  ('images', 'images', true, 5242880, array['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']),
  ('avatars', 'avatars', true, 2097152, array['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'])
on conflict (id) do update
set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create policy "owners and admins find objects" on storage.objects
  for select to authenticated
  using (
    bucket_id in ('images', 'avatars')
    and (split_part(name, '/', 1) = (select auth.uid())::text or (select private.is_admin()))
  );
create policy "admins store the logo" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'images'
    and (select private.is_admin())
    and name ~ '^site/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.webp$'
    and coalesce((metadata ->> 'mimetype'), 'image/webp') = 'image/webp'
  );
create policy "members upload pictures into their own folder" on storage.objects
  for insert to authenticated
  with check (
    bucket_id in ('images', 'avatars')
    and split_part(name, '/', 1) = (select auth.uid())::text
    and name ~ '^[0-9a-f-]{36}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-[0-9]{1,5})?\.(png|jpg|webp|gif|avif)$'
    and coalesce(metadata ->> 'mimetype', 'image/' || split_part(name, '.', 2)) in (
      'image/' || split_part(name, '.', 2), case when name like '%.jpg' then 'image/jpeg' end
    )
  );
create policy "owners and admins remove objects" on storage.objects
  for delete to authenticated
  using (
    bucket_id in ('images', 'avatars')
    and (split_part(name, '/', 1) = (select auth.uid())::text or (select private.is_admin()))
  );
create policy "blocked people store nothing" on storage.objects
  as restrictive for insert to authenticated
  with check (bucket_id not in ('images', 'avatars') or not (select private.is_blocked()));
create policy "only sessions that stand reach objects" on storage.objects
  as restrictive for all to authenticated
  using (bucket_id not in ('images', 'avatars') or (select private.is_present()))
  with check (bucket_id not in ('images', 'avatars') or (select private.is_present()));

create view private.shown_objects as
select 'images' as bucket, i.path, i.uploader_id as owner_id, i.created_at as since from public.images i
union all
select 'images', private.sized_path(i.path, w.width), i.uploader_id, i.created_at
from public.images i, unnest(i.widths) as w (width)
union all
select 'avatars', p.avatar_url, p.id, '-infinity' from public.profiles p where p.avatar_url is not null
union all
select 'images', s.logo_path, null, '-infinity' from public.site_settings s where s.logo_path is not null;
comment on view private.shown_objects is
  'Every object that a picture or a portrait needs.';

create table private.budgets (
  standing text primary key check (standing in ('newcomer', 'member', 'regular')),
  stored_bytes bigint not null check (stored_bytes > 0),
  loose_bytes bigint not null default 47185920 check (loose_bytes > 0)
);
comment on table private.budgets is
  'How many bytes one account may keep in the storage in all, and how many of them in objects that nothing shows.';

alter table private.budgets enable row level security;

create function private.keep_to_budget() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  folder constant text := split_part(new.name, '/', 1);
  added constant bigint := greatest(private.object_size(new.metadata), 65536);
  is_over boolean;
begin
  if new.bucket_id not in ('images', 'avatars') or not pg_input_is_valid(folder, 'uuid') then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('stored by ' || folder, 0));
  select coalesce(sum(o.size), 0) + added > b.stored_bytes
      or coalesce(sum(o.size) filter (where s.path is null), 0) + added > b.loose_bytes
  into is_over
  from private.budgets b
  left join (
    select t.bucket_id, t.name, greatest(coalesce(private.object_size(t.metadata), 5242880), 65536) as size
    from storage.objects t where t.bucket_id in ('images', 'avatars') and t.name like folder || '/%'
  ) o on true
  left join (
    select distinct v.bucket, v.path from private.shown_objects v where v.owner_id = folder::uuid
  ) s on s.bucket = o.bucket_id and s.path = o.name
  where b.standing = private.standing_of(folder::uuid)
  group by b.stored_bytes, b.loose_bytes;
  if is_over then
    raise exception 'Your space for pictures is used up.' using errcode = '42501';
  end if;
  return new;
end
$$;
comment on function private.keep_to_budget is
  'A budget for all that a person stores, and one for what no image and no portrait shows. An object whose size is not known counts as much as a file may have, and each as 64 kB at least, which bounds their number. No policy could say it: the storage asks the policies in a transaction that it undoes and writes later, as itself. Uploads of one person wait for each other here, so the sum is true.';

create trigger keep_to_budget before insert on storage.objects
  for each row execute function private.keep_to_budget();

create function private.find_strays() returns table(kind text, bucket text, path text)
language sql stable set search_path = ''
as $$
  select 'object', o.bucket_id, o.name from storage.objects o
  where o.bucket_id in ('images', 'avatars') and o.created_at < now() - interval '1 day'
    and not exists (select 1 from private.shown_objects s where s.bucket = o.bucket_id and s.path = o.name)
  union all
  select 'row', s.bucket, s.path from private.shown_objects s
  where s.since < now() - interval '1 day'
    and not exists (select 1 from storage.objects o where o.bucket_id = s.bucket and o.name = s.path)
$$;
comment on function private.find_strays is
  'What an upload or a deletion that was interrupted left for more than a day: objects that nothing shows, and objects of pictures and portraits that are gone.';

create function private.remove_stray_rows() returns integer
language plpgsql set search_path = ''
as $$
declare
  missing constant text[] := array(select s.path from private.find_strays() s where s.kind = 'row');
  rows integer;
  sizes integer;
  portraits integer;
  logos integer;
begin
  delete from public.images where path = any (missing);
  get diagnostics rows = row_count;
  update public.images i set widths = array(
    select w.width from unnest(i.widths) as w (width) where private.sized_path(i.path, w.width) <> all (missing)
  )
  where exists (
    select 1 from unnest(i.widths) as w (width) where private.sized_path(i.path, w.width) = any (missing)
  );
  get diagnostics sizes = row_count;
  update public.profiles set avatar_url = null where avatar_url = any (missing);
  get diagnostics portraits = row_count;
  update public.site_settings set logo_path = null, logo_width = null, logo_height = null
  where logo_path = any (missing);
  get diagnostics logos = row_count;
  return rows + sizes + portraits + logos;
end
$$;
comment on function private.remove_stray_rows is
  'Removes rows of pictures, portraits and logos whose objects are gone. The objects themselves leave through the storage API.';

-- 25_insights/01_insights.sql
-- How the board does week by week, as a job last counted it.

create table private.insight_days (
  day date,
  kind text check (kind in ('post', 'vote', 'comment', 'person')),
  category_id integer,
  count integer not null,
  primary key (day, kind, category_id)
);
comment on table private.insight_days is
  'How many posts, votes, comments and people came on each day of UTC, in each category: of what is there and not hidden when it is counted.';

alter table private.insight_days enable row level security;

create table private.insight_answers (
  week date primary key,
  posts integer not null,
  median interval not null
);
comment on table private.insight_answers is
  'How many posts the team answered for the first time in each week, by another state or a comment, and half of them after how long.';

alter table private.insight_answers enable row level security;

create table private.insight_rising (
  post_id bigint primary key references public.posts (id) on delete cascade,
  votes integer not null,
  votes_before integer not null
);
comment on table private.insight_rising is
  'The posts with the most votes of seven days, and what the seven days before had brought them.';

alter table private.insight_rising enable row level security;

create table private.insight_run (
  only_row boolean default true primary key check (only_row),
  counted_at timestamptz not null
);
comment on table private.insight_run is
  'When all this was counted; without a row it never was.';

alter table private.insight_run enable row level security;

create function private.count_insights() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('count insights', 0)) then
    return;
  end if;
  delete from private.insight_days where true;
  insert into private.insight_days (day, kind, category_id, count)
  select (p.created_at at time zone 'UTC')::date, 'post', p.category_id, count(*)
  from public.posts p where (p.deleted_at is null or p.deleted_at = 'infinity') and p.hidden_at is null
  group by 1, 3
  union all
  select (v.created_at at time zone 'UTC')::date, 'vote', p.category_id, count(*)
  from public.votes v join public.posts p on p.id = v.post_id
  where v.counts and (p.deleted_at is null or p.deleted_at = 'infinity') and p.hidden_at is null
  group by 1, 3
  union all
  select (c.created_at at time zone 'UTC')::date, 'comment', p.category_id, count(*)
  from public.comments c join public.posts p on p.id = c.post_id
  where c.deleted_at is null and c.hidden_at is null
    and (p.deleted_at is null or p.deleted_at = 'infinity') and p.hidden_at is null
  group by 1, 3
  union all
  select (f.created_at at time zone 'UTC')::date, 'person', 0, count(*)
  from public.profiles f where not f.placeholder
  group by 1;

  delete from private.insight_answers where true;
  insert into private.insight_answers (week, posts, median)
  select date_trunc('week', a.at at time zone 'UTC')::date, count(*),
    percentile_cont(0.5) within group (order by a.at - p.created_at)
  from (
    select s.post_id, min(s.at) as at
    from (
      select e.post_id, e.created_at as at from public.post_events e
      union all
      select c.post_id, c.created_at
      from public.comments c join public.profiles f on f.id = c.author_id
      where f.is_team and c.deleted_at is null
    ) s
    group by s.post_id
  ) a
  join public.posts p on p.id = a.post_id
  where a.at >= p.created_at and (p.deleted_at is null or p.deleted_at = 'infinity') and p.hidden_at is null
  group by 1;

  delete from private.insight_rising where true;
  insert into private.insight_rising (post_id, votes, votes_before)
  select r.post_id, r.votes, r.votes_before
  from (
    select v.post_id, count(*) filter (where v.created_at >= now() - interval '7 days') as votes,
      count(*) filter (where v.created_at < now() - interval '7 days') as votes_before
    from public.votes v join public.posts p on p.id = v.post_id
    where v.created_at >= now() - interval '14 days' and v.counts and p.deleted_at is null and p.hidden_at is null
    group by v.post_id
    having count(*) filter (where v.created_at >= now() - interval '7 days') > 0
    order by votes desc, v.post_id desc
    limit 50
  ) r
  order by r.post_id;

  insert into private.insight_run (counted_at) values (now())
  on conflict (only_row) do update set counted_at = excluded.counted_at;
end
$$;
comment on function private.count_insights is
  'Counts the insights anew; of two calls at once the second does nothing. Rows are written in the order of posts'' ids, as everybody locks several posts.';
grant execute on function private.count_insights to service_role;

create function public.admin_insights(last_weeks integer default 26) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  this_week constant date := date_trunc('week', now() at time zone 'UTC')::date;
  first_week constant date := this_week - 7 * (least(greatest(coalesce(last_weeks, 26), 1), 520) - 1);
begin
  perform private.require_team();
  return jsonb_build_object(
    'counted_at', (select r.counted_at from private.insight_run r),
    'weeks', (
      select jsonb_agg(jsonb_build_object(
        'week', w.week, 'posts', coalesce(d.posts, 0), 'votes', coalesce(d.votes, 0),
        'comments', coalesce(d.comments, 0), 'people', coalesce(d.people, 0),
        'answered', coalesce(a.posts, 0), 'answer_hours', extract(epoch from a.median) / 3600
      ) order by w.week)
      from (select first_week + 7 * n as week from generate_series(0, (this_week - first_week) / 7) n) w
      left join (
        select date_trunc('week', i.day)::date as week,
          sum(i.count) filter (where i.kind = 'post') as posts,
          sum(i.count) filter (where i.kind = 'vote') as votes,
          sum(i.count) filter (where i.kind = 'comment') as comments,
          sum(i.count) filter (where i.kind = 'person') as people
        from private.insight_days i where i.day >= first_week group by 1
      ) d on d.week = w.week
      left join private.insight_answers a on a.week = w.week
    ),
    'categories', (
      select jsonb_agg(jsonb_build_object(
        'slug', c.slug, 'name', c.name, 'posts', coalesce(d.posts, 0), 'votes', coalesce(d.votes, 0),
        'comments', coalesce(d.comments, 0),
        'states', (
          select coalesce(jsonb_object_agg(t.state, t.posts), '{}')
          from public.post_totals t where t.category_id = c.id
        )
      ) order by c.position, c.id)
      from public.categories c
      left join (
        select i.category_id,
          sum(i.count) filter (where i.kind = 'post') as posts,
          sum(i.count) filter (where i.kind = 'vote') as votes,
          sum(i.count) filter (where i.kind = 'comment') as comments
        from private.insight_days i where i.day >= first_week group by 1
      ) d on d.category_id = c.id
    ),
    'rising', (
      select coalesce(jsonb_agg(to_jsonb(t) order by t.votes desc, t.id desc), '[]')
      from (
        select p.*, r.votes, r.votes_before
        from private.insight_rising r,
          -- One at a time, whatever the planner thinks of a table that was counted a moment ago.
          lateral (
            select p.id, p.title, p.slug, c.slug as category_slug, p.state
            from public.posts p join public.categories c on c.id = p.category_id
            where p.id = r.post_id and p.deleted_at is null and p.hidden_at is null limit 1
          ) p
        order by r.votes desc, p.id desc limit 10
      ) t
    ),
    'misses', (
      select coalesce(jsonb_agg(to_jsonb(t) order by t.times desc, t.words), '[]')
      from (select m.words, m.times from private.search_misses m order by m.times desc, m.words limit 10) t
    )
  );
end
$$;
comment on function public.admin_insights is
  'What the job counted of the last weeks, the one that runs included, for the team: weeks that begin on Mondays, categories, states, what rises and what was looked for in vain. counted_at is null before the first count.';
grant execute on function public.admin_insights to authenticated;

-- 26_account/01_imports.sql
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

alter table private.imports enable row level security;

create table private.board_imports (
  board uuid,
  part text,
  rows bigint not null default 0 check (rows >= 0),
  finished_at timestamptz,
  primary key (board, part)
);
comment on table private.board_imports is
  'How far the boards that were brought here from another instance have come (npm run import -- board.zip): so many rows of each part are there. A part that is finished is not looked at again.';

alter table private.board_imports enable row level security;

-- 26_account/02_account.sql
-- What a person takes along, and how they leave.

create function public.export_account() returns jsonb
language sql stable set search_path = ''
as $$
  select private.export_following() || private.export_hidden() || private.export_block() || private.export_reports()
    || private.export_vote_marks() || jsonb_build_object(
    'profile', jsonb_build_object(
      'id', p.id, 'name', p.name, 'avatar', p.avatar_url, 'created_at', p.created_at, 'email', me.email
    ),
    'role', me.role,
    'posts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', t.id, 'title', t.title, 'details', private.details_of(t.id), 'state', t.state, 'votes_total', t.votes_total,
        'created_at', t.created_at, 'edited_at', t.edited_at) order by t.id), '[]')
      from public.posts t where t.author_id = p.id
    ),
    'merged_posts', private.own_merged_posts(),
    'internal_notes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', n.id, 'post_id', n.post_id, 'body', n.body, 'created_at', n.created_at) order by n.id), '[]')
      from public.post_notes n where n.author_id = p.id
    ),
    'assigned_posts', (
      select coalesce(jsonb_agg(t.post_id order by t.post_id), '[]')
      from public.post_triage t where t.assignee_id = p.id
    ),
    'given_votes', private.own_given_votes(),
    'dashboard_views', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', v.id, 'name', v.name, 'query', v.query, 'is_shared', v.is_shared, 'created_at', v.created_at)
        order by v.id), '[]')
      from public.dashboard_views v where v.owner_id = p.id
    ),
    'same_posts', private.own_same_posts(),
    'comments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'post_id', c.post_id, 'parent_id', c.parent_id, 'body', private.body_of(c.id),
        'created_at', c.created_at, 'edited_at', c.edited_at) order by c.id), '[]')
      from public.comments c where c.author_id = p.id
    ),
    'votes', (
      select coalesce(jsonb_agg(jsonb_build_object('post_id', v.post_id, 'created_at', v.created_at)
        order by v.created_at), '[]')
      from public.votes v where v.user_id = p.id
    ),
    'images', (
      select coalesce(jsonb_agg(jsonb_build_object('path', i.path, 'alt', i.alt, 'created_at', i.created_at)
        order by i.created_at), '[]')
      from public.images i where i.uploader_id = p.id
    )
  )
  from public.get_viewer() me join public.profiles p on p.id = me.id
$$;
comment on function public.export_account is
  'Everything of the caller''s that stands on the site. With the caller''s rights, so a deleted post is not in it; of merged ones, which only their undo needs, each says where it is.';
grant execute on function public.export_account to authenticated, service_role;

create function public.delete_account(remove_content boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
begin
  if me is null or not private.is_present() then
    raise exception 'Only a signed-in person has an account to delete.' using errcode = '42501';
  end if;
  if not public.is_fresh() then
    raise exception 'Sign in again before you delete your account.' using errcode = '42501', hint = 'not_fresh';
  end if;
  if remove_content then
    perform pg_advisory_xact_lock(hashtextextended('merging posts', 0));
    perform pg_advisory_xact_lock(hashtextextended(me::text, 1));
    perform private.free_merged(array(select p.id from public.posts p where p.author_id = me));
    perform private.hold_posts_of(me);
    delete from public.posts where author_id = me;
    perform private.remove_comment(c.id)
    from (
      select id from public.comments where author_id = me and deleted_at is null order by parent_id nulls last, id
    ) c;
  end if;
  delete from auth.users where id = me;
  begin
    delete from auth.audit_log_entries where strpos(payload::text, me::text) > 0;
  exception when insufficient_privilege or undefined_table then
    null;
  end;
end
$$;
comment on function public.delete_account is
  'Deletes the caller''s account with its sessions. Posts and comments stay under "Deleted user", or go for good with what was said on them; a comment that others answered stays as an empty place. Posts of others that were merged into the caller''s stand for themselves again.';
grant execute on function public.delete_account to authenticated, service_role;

-- 27_api/01_embeds.sql
-- Over the API a row leads to the one row that its foreign key names, never to the many that name it: each function here
-- takes the place of one such way, and nobody may call it. A new foreign key needs one.

create function public.category_addresses(public.categories) returns setof public.category_addresses
language sql stable set search_path = ''
return null::public.category_addresses;
comment on function public.category_addresses is 'Replaces the embedding of a foreign key.';

create function public.post_addresses(public.categories) returns setof public.post_addresses
language sql stable set search_path = ''
return null::public.post_addresses;
comment on function public.post_addresses(public.categories) is 'Replaces the embedding of a foreign key.';

create function public.post_totals(public.categories) returns setof public.post_totals
language sql stable set search_path = ''
return null::public.post_totals;
comment on function public.post_totals is 'Replaces the embedding of a foreign key.';

create function public.posts(public.categories) returns setof public.posts
language sql stable set search_path = ''
return null::public.posts;
comment on function public.posts(public.categories) is 'Replaces the embedding of a foreign key.';

create function public.comments(public.comments) returns setof public.comments
language sql stable set search_path = ''
return null::public.comments;
comment on function public.comments(public.comments) is 'Replaces the embedding of a foreign key.';

create function public.images(public.comments) returns setof public.images
language sql stable set search_path = ''
return null::public.images;
comment on function public.images(public.comments) is 'Replaces the embedding of a foreign key.';

create function public.comments(public.post_merges) returns setof public.comments
language sql stable set search_path = ''
return null::public.comments;
comment on function public.comments(public.post_merges) is 'Replaces the embedding of a foreign key.';

create function public.images(public.post_merges) returns setof public.images
language sql stable set search_path = ''
return null::public.images;
comment on function public.images(public.post_merges) is 'Replaces the embedding of a foreign key.';

create function public.votes(public.post_merges) returns setof public.votes
language sql stable set search_path = ''
return null::public.votes;
comment on function public.votes(public.post_merges) is 'Replaces the embedding of a foreign key.';

create function public.comments(public.posts) returns setof public.comments
language sql stable set search_path = ''
return null::public.comments;
comment on function public.comments(public.posts) is 'Replaces the embedding of a foreign key.';

create function public.images(public.posts) returns setof public.images
language sql stable set search_path = ''
return null::public.images;
comment on function public.images(public.posts) is 'Replaces the embedding of a foreign key.';

create function public.post_addresses(public.posts) returns setof public.post_addresses
language sql stable set search_path = ''
return null::public.post_addresses;
comment on function public.post_addresses(public.posts) is 'Replaces the embedding of a foreign key.';

create function public.post_events(public.posts) returns setof public.post_events
language sql stable set search_path = ''
return null::public.post_events;
comment on function public.post_events(public.posts) is 'Replaces the embedding of a foreign key.';

create function public.post_merges(public.posts) returns setof public.post_merges
language sql stable set search_path = ''
return null::public.post_merges;
comment on function public.post_merges(public.posts) is 'Replaces the embedding of a foreign key.';

create function public.post_notes(public.posts) returns setof public.post_notes
language sql stable set search_path = ''
return null::public.post_notes;
comment on function public.post_notes(public.posts) is 'Replaces the embedding of a foreign key.';

create function public.post_tags(public.posts) returns setof public.post_tags
language sql stable set search_path = ''
return null::public.post_tags;
comment on function public.post_tags(public.posts) is 'Replaces the embedding of a foreign key.';

create function public.post_triage(public.posts) returns setof public.post_triage
language sql stable set search_path = ''
return null::public.post_triage;
comment on function public.post_triage(public.posts) is 'Replaces the embedding of a foreign key.';

create function public.votes(public.posts) returns setof public.votes
language sql stable set search_path = ''
return null::public.votes;
comment on function public.votes(public.posts) is 'Replaces the embedding of a foreign key.';

create function public.comments(public.profiles) returns setof public.comments
language sql stable set search_path = ''
return null::public.comments;
comment on function public.comments(public.profiles) is 'Replaces the embedding of a foreign key.';

create function public.dashboard_views(public.profiles) returns setof public.dashboard_views
language sql stable set search_path = ''
return null::public.dashboard_views;
comment on function public.dashboard_views is 'Replaces the embedding of a foreign key.';

create function public.images(public.profiles) returns setof public.images
language sql stable set search_path = ''
return null::public.images;
comment on function public.images(public.profiles) is 'Replaces the embedding of a foreign key.';

create function public.post_events(public.profiles) returns setof public.post_events
language sql stable set search_path = ''
return null::public.post_events;
comment on function public.post_events(public.profiles) is 'Replaces the embedding of a foreign key.';

create function public.post_merges(public.profiles) returns setof public.post_merges
language sql stable set search_path = ''
return null::public.post_merges;
comment on function public.post_merges(public.profiles) is 'Replaces the embedding of a foreign key.';

create function public.post_notes(public.profiles) returns setof public.post_notes
language sql stable set search_path = ''
return null::public.post_notes;
comment on function public.post_notes(public.profiles) is 'Replaces the embedding of a foreign key.';

create function public.post_triage(public.profiles) returns setof public.post_triage
language sql stable set search_path = ''
return null::public.post_triage;
comment on function public.post_triage(public.profiles) is 'Replaces the embedding of a foreign key.';

create function public.posts(public.profiles) returns setof public.posts
language sql stable set search_path = ''
return null::public.posts;
comment on function public.posts(public.profiles) is 'Replaces the embedding of a foreign key.';

create function public.roles(public.profiles) returns setof public.roles
language sql stable set search_path = ''
return null::public.roles;
comment on function public.roles is 'Replaces the embedding of a foreign key.';

create function public.votes(public.profiles) returns setof public.votes
language sql stable set search_path = ''
return null::public.votes;
comment on function public.votes(public.profiles) is 'Replaces the embedding of a foreign key.';

create function public.post_tags(public.tags) returns setof public.post_tags
language sql stable set search_path = ''
return null::public.post_tags;
comment on function public.post_tags(public.tags) is 'Replaces the embedding of a foreign key.';

-- 28_triggers/01_posts.sql
-- What happens when a post, or what hangs on it, changes. PostgreSQL fires the triggers of one moment in the order of
-- their names: those that refuse begin with a_, those that hold for approval with z_.

create trigger a_refuse_blocked before insert on public.posts
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_blocked();
create trigger a_refuse_blocked_edit before update of title, details on public.posts
  for each row when (
    pg_trigger_depth() = 0
    and (old.title, old.details) is distinct from (new.title, new.details)
  ) execute function private.refuse_blocked();
create trigger a_refuse_new_link before update of title, details on public.posts
  for each row when (
    pg_trigger_depth() = 0
    and (old.title, old.details) is distinct from (new.title, new.details)
  ) execute function private.refuse_new_link();
create trigger a_spend_edit before update of title, details on public.posts
  for each row when (
    pg_trigger_depth() = 0
    and (old.title, old.details) is distinct from (new.title, new.details)
  ) execute function private.spend('edit');
create trigger a_spend_post before insert on public.posts
  for each row when (pg_trigger_depth() = 0) execute function private.spend('post');
create trigger a_spend_restore before update of deleted_at on public.posts
  for each row when (
    pg_trigger_depth() = 0
    and old.deleted_at < 'infinity'
    and new.deleted_at is null
    and not private.is_admin()
  ) execute function private.spend('edit');
create trigger bump_revision before update of title, details on public.posts
  for each row when ((old.title, old.details) is distinct from (new.title, new.details))
  execute function private.bump_revision();
create trigger leave_merges before delete on public.posts for each row execute function private.leave_merges();
create trigger prepare_post_insert before insert on public.posts
  for each row execute function private.prepare_post();
create trigger prepare_post_update before update of title, details, category_id, state on public.posts
  for each row execute function private.prepare_post();
create trigger refuse_archived before insert on public.posts
  for each row when (auth.uid() is not null) execute function private.refuse_archived();
create trigger unpin before update of category_id, deleted_at on public.posts
  for each row when (new.pinned_at is not null and (new.category_id <> old.category_id or new.deleted_at is not null))
  execute function private.unpin();
create trigger a_require_presence before insert or delete or update on public.posts
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();
create trigger audit_post after update of title, details, state, category_id, deleted_at on public.posts
  for each row when (
    (old.title, old.details, old.state, old.category_id, old.deleted_at)
    is distinct from (new.title, new.details, new.state, new.category_id, new.deleted_at)
    and ('infinity' <> coalesce(old.deleted_at, now()) and 'infinity' <> coalesce(new.deleted_at, now()))
  ) execute function private.audit_post();
create trigger begin_triage after insert on public.posts
  for each row execute function private.begin_triage_of_post();
create constraint trigger count_changed_post after update of category_id, state, deleted_at on public.posts deferrable initially deferred
  for each row when (
    (old.category_id, old.state) is distinct from (new.category_id, new.state)
    or (old.deleted_at is null) is distinct from (new.deleted_at is null)
  ) execute function private.count_changed_post();
create constraint trigger count_removed_post after delete on public.posts deferrable initially deferred
  for each row when (old.deleted_at is null) execute function private.count_changed_post();
create trigger index_changed_post after update of title, details on public.posts
  for each row when ((old.title, old.details) is distinct from (new.title, new.details))
  execute function private.index_changed_post();
create trigger index_hidden_post after update of deleted_at on public.posts
  for each row when (
    (old.deleted_at is null) <> (new.deleted_at is null)
    and old.hidden_at is not distinct from new.hidden_at
  ) execute function private.index_hidden_post();
create trigger index_votes after update of votes_total on public.posts
  for each row when (
    round(20 * ln((1 + old.votes_total)::double precision)) <> round(20 * ln((1 + new.votes_total)::double precision))
  ) execute function private.index_votes();
create trigger log_created_post after insert on public.posts
  for each row when (auth.uid() is not null) execute function private.log_post();
create trigger log_hidden_post after update of deleted_at on public.posts
  for each row when (
    auth.uid() is not null
    and (old.deleted_at is null) <> (new.deleted_at is null)
    and ('infinity' <> coalesce(old.deleted_at, now()) and 'infinity' <> coalesce(new.deleted_at, now()))
  ) execute function private.log_post();
create trigger log_removed_post after delete on public.posts
  for each row when (auth.uid() is not null and old.deleted_at is null) execute function private.log_post();
create trigger look_at after update of title, details, state, category_id on public.posts
  for each row when (
    (old.title, old.details, old.state, old.category_id)
    is distinct from (new.title, new.details, new.state, new.category_id)
  ) execute function private.look_at_post();
create trigger settle_reports after update of deleted_at on public.posts
  for each row when (
    (old.deleted_at is null) <> (new.deleted_at is null)
    and old.hidden_at is null
    and new.hidden_at is null
  ) execute function private.settle_reports_of_post();
create trigger settle_reports_deleted after delete on public.posts
  for each row execute function private.settle_reports_of_post();
create trigger take_back after delete on public.posts for each row execute function private.take_back();
create trigger vote_for_own_post after insert on public.posts
  for each row when (new.author_id = auth.uid()) execute function private.vote_for_own_post();
create trigger count_inserted_posts after insert on public.posts
  referencing new table as new_rows for each statement execute function private.count_posts();
create trigger index_new_posts after insert on public.posts
  referencing new table as new_rows for each statement execute function private.index_new_posts();
create trigger z_hold_back after insert on public.posts
  referencing new table as new_rows for each statement execute function private.hold_back_posts();

create trigger a_require_presence before insert or delete or update on public.post_events
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();
create trigger log_change after insert on public.post_events
  for each row when (auth.uid() is not null) execute function private.log_change();
create trigger log_corrected_change after delete or update of to_state, note on public.post_events
  for each row when (auth.uid() is not null and pg_trigger_depth() = 0) execute function private.log_change();
create trigger take_back after delete on public.post_events for each row execute function private.take_back();

create trigger a_require_presence before insert or delete or update on public.post_merges
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();
create trigger log_merge after insert on public.post_merges
  for each row when (auth.uid() is not null) execute function private.log_merge();
create trigger log_unmerge after update of undone_at on public.post_merges
  for each row when (auth.uid() is not null and old.undone_at is null and new.undone_at is not null)
  execute function private.log_merge();
create trigger index_changed_merges after update on public.post_merges
  referencing old table as old_rows new table as new_rows for each statement execute function private.index_merges();
create trigger index_new_merges after insert on public.post_merges
  referencing new table as new_rows for each statement execute function private.index_merges();
create trigger index_removed_merges after delete on public.post_merges
  referencing old table as old_rows for each statement execute function private.index_merges();

create trigger a_refuse_blocked before insert on public.images
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_blocked();
create trigger a_refuse_blocked_edit before update of alt, "position" on public.images
  for each row when (
    pg_trigger_depth() = 0
    and old.post_id is not distinct from new.post_id
    and (old.alt, old.position) is distinct from (new.alt, new.position)
  ) execute function private.refuse_blocked();
create trigger a_spend_edit before update of alt, "position" on public.images
  for each row when (
    pg_trigger_depth() = 0
    and old.post_id is not distinct from new.post_id
    and (old.alt, old.position) is distinct from (new.alt, new.position)
  ) execute function private.spend('edit');
create trigger a_spend_image before insert on public.images
  for each row when (pg_trigger_depth() = 0) execute function private.spend('image');
create trigger place_image before insert on public.images for each row execute function private.place_image();
create trigger a_require_presence before insert or delete or update on public.images
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();
create trigger audit_image after delete on public.images for each row execute function private.audit_image();
create trigger note_removed_object after delete on public.images
  for each row execute function private.note_removed_object();

create trigger a_refuse_blocked before insert on private.same_posts
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_blocked();
create trigger a_spend_edit before insert on private.same_posts
  for each row when (pg_trigger_depth() = 0) execute function private.spend('edit');
create trigger a_require_presence before insert or delete or update on private.same_posts
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();

-- 28_triggers/02_comments.sql
create trigger a_refuse_blocked before insert on public.comments
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_blocked();
create trigger a_refuse_blocked_edit before update of body on public.comments
  for each row when (pg_trigger_depth() = 0 and old.body is distinct from new.body and new.body <> '')
  execute function private.refuse_blocked();
create trigger a_refuse_new_link before update of body on public.comments
  for each row when (
    pg_trigger_depth() = 0
    and old.body is distinct from new.body
    and old.hidden_at is not distinct from new.hidden_at
  ) execute function private.refuse_new_link();
create trigger a_spend_comment before insert on public.comments
  for each row when (pg_trigger_depth() = 0) execute function private.spend('comment');
create trigger a_spend_edit before update of body on public.comments
  for each row when (
    pg_trigger_depth() = 0
    and new.deleted_at is null
    and new.hidden_at is not distinct from old.hidden_at
    and old.body is distinct from new.body
  ) execute function private.spend('edit');
create trigger bump_revision before update of body on public.comments
  for each row when (old.body is distinct from new.body) execute function private.bump_revision();
create trigger prepare_comment before insert or update of body on public.comments
  for each row execute function private.prepare_comment();
create trigger a_require_presence before insert or delete or update on public.comments
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();
create trigger audit_comment_delete after delete on public.comments
  for each row execute function private.audit_comment();
create trigger audit_comment_emptied after update of deleted_at on public.comments
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.audit_comment();
create trigger count_comment after update of deleted_at on public.comments
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.count_comment();
create trigger forget_hiding after delete on public.comments
  for each row when (old.hidden_at is not null) execute function private.forget_hiding();
create trigger forget_reports after delete on public.comments for each row execute function private.forget_reports();
create trigger forget_reports_emptied after update of deleted_at on public.comments
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.forget_reports();
create trigger index_changed_comment after update of body, deleted_at on public.comments
  for each row when (
    (old.body, old.deleted_at) is distinct from (new.body, new.deleted_at)
    and (old.hidden_at is not distinct from new.hidden_at or new.deleted_at is not null)
  ) execute function private.index_changed_comment();
create trigger log_comment after insert on public.comments
  for each row when (auth.uid() is not null) execute function private.log_comment();
create trigger log_emptied_comment after update of deleted_at on public.comments
  for each row when (auth.uid() is not null and old.deleted_at is null and new.deleted_at is not null)
  execute function private.log_comment();
create trigger log_removed_comment after delete on public.comments
  for each row when (auth.uid() is not null and pg_trigger_depth() = 0 and old.deleted_at is null)
  execute function private.log_comment();
create trigger look_at after insert on public.comments for each row execute function private.look_at_post_of();
create trigger take_back after delete on public.comments for each row execute function private.take_back();
create trigger take_back_emptied after update of deleted_at on public.comments
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.take_back();
create trigger count_deleted_comments after delete on public.comments
  referencing old table as changed for each statement execute function private.count_comments();
create trigger count_inserted_comments after insert on public.comments
  referencing new table as changed for each statement execute function private.count_comments();
create trigger index_new_comments after insert on public.comments
  referencing new table as new_rows for each statement execute function private.index_new_comments();
create trigger z_hold_back after insert on public.comments
  referencing new table as new_rows for each statement execute function private.hold_back_comments();

create trigger mark_unheard before insert on private.hidings
  for each row when (new.cause = 'approval') execute function private.mark_unheard();
create trigger send_approved after delete on private.hidings for each row execute function private.send_approved();
create trigger settle_reports after insert or update of cause on private.hidings
  for each row when (new.cause in ('team', 'block')) execute function private.settle_reports();

-- 28_triggers/03_votes.sql
create trigger a_refuse_blocked before insert or delete on public.votes
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_blocked();
create trigger a_spend_vote before insert or delete on public.votes
  for each row when (pg_trigger_depth() = 0) execute function private.spend('vote');
create trigger set_aside_again before insert on public.votes for each row execute function private.set_aside_again();
create trigger a_hold_voter before delete on public.votes
  for each statement when (pg_trigger_depth() = 0) execute function private.hold_voter();
create trigger a_require_presence before insert or delete or update on public.votes
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();
create trigger keep_withdrawn_vote after delete on public.votes
  for each row when (pg_trigger_depth() = 0 and old.is_set_aside) execute function private.keep_withdrawn_vote();
create trigger count_deleted_votes after delete on public.votes
  referencing old table as old_rows for each statement execute function private.count_votes();
create trigger count_inserted_votes after insert on public.votes
  referencing new table as new_rows for each statement execute function private.count_votes();
create trigger forget_voter_addresses after delete on public.votes
  referencing old table as old_rows for each statement execute function private.forget_voter_addresses();
create trigger recount_changed_votes after update on public.votes
  referencing old table as old_rows new table as new_rows for each statement execute function private.recount_votes();
create trigger take_back_merged_votes after delete on public.votes
  referencing old table as old_rows for each statement when (pg_trigger_depth() = 0)
  execute function private.take_back_merged_votes();

-- 28_triggers/04_accounts.sql
create trigger bound_user_data before insert or update of raw_user_meta_data on auth.users
  for each row execute function private.bound_user_data();
create trigger guard_password before update of encrypted_password on auth.users
  for each row when (old.encrypted_password::text is distinct from new.encrypted_password::text)
  execute function private.guard_password();
create trigger hold_posts_of_leaver before delete on auth.users
  for each row execute function private.hold_posts_of_leaver();
create trigger let_first_password_go before update of confirmation_token, recovery_token on auth.users
  for each row when (
    old.email_confirmed_at is null and old.encrypted_password <> ''
    and new.encrypted_password = old.encrypted_password
    and (
      old.confirmation_token <> '' and coalesce(new.confirmation_token, '') = ''
      or old.recovery_token <> '' and coalesce(new.recovery_token, '') = ''
    )
  )
  execute function private.let_first_password_go();
create trigger create_profile after insert on auth.users for each row execute function private.create_profile();
create trigger delete_profile after delete on auth.users for each row execute function private.delete_profile();
create trigger forget_address after delete on auth.users for each row execute function private.forget_address();
create trigger hand_over_votes after insert or update of email, email_confirmed_at on auth.users
  for each row when (new.email is not null and new.email_confirmed_at is not null)
  execute function private.hand_over_votes_of_address();
create trigger rename_profile after update of raw_user_meta_data on auth.users
  for each row when (
    old.email_confirmed_at is null
    and old.last_sign_in_at is null
    and old.raw_user_meta_data is distinct from new.raw_user_meta_data
  ) execute function private.rename_profile();

create trigger a_refuse_blocked_edit before update of name, avatar_url on public.profiles
  for each row when (
    pg_trigger_depth() = 0
    and (old.name <> new.name or new.avatar_url is not null and new.avatar_url is distinct from old.avatar_url)
  ) execute function private.refuse_blocked();
create trigger a_spend_edit before update of name, avatar_url on public.profiles
  for each row when (
    pg_trigger_depth() = 0
    and (old.name, old.avatar_url) is distinct from (new.name, new.avatar_url)
  ) execute function private.spend('edit');
create trigger clean_profile before insert or update of name on public.profiles
  for each row execute function private.clean_profile();
create trigger a_require_presence before insert or delete or update on public.profiles
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();
create trigger forget_actor after delete on public.profiles for each row execute function private.forget_actor();
create trigger forget_event_actor after delete on public.profiles
  for each row execute function private.forget_event_actor();
create trigger forget_giver after delete on public.profiles for each row execute function private.forget_giver();
create trigger forget_mentions after delete on public.profiles
  for each row execute function private.forget_mentions();
create trigger make_notice_settings after insert on public.profiles
  for each row execute function private.make_notice_settings();

create trigger keep_an_admin before delete on public.roles
  for each row when (old.role = 'admin') execute function private.keep_an_admin();
create trigger keep_an_admin_changed before update on public.roles
  for each row when (old.role = 'admin' and (new.role <> 'admin' or new.user_id <> old.user_id))
  execute function private.keep_an_admin();
create trigger refuse_blocked_role before insert or update of user_id on public.roles
  for each row execute function private.refuse_blocked_role();
create trigger a_require_presence before insert or delete or update on public.roles
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();
create trigger audit_role after insert or delete or update of user_id, role on public.roles
  for each row execute function private.audit_role();
create trigger free_assigned after delete on public.roles for each row execute function private.free_assigned();
create trigger mark_team after insert or delete or update of user_id on public.roles
  for each row execute function private.mark_team();

-- 28_triggers/05_events.sql
create trigger guard_update before update on private.events for each row execute function private.guard_events();
create trigger guard_delete before delete on private.events
  for each statement execute function private.guard_events();
create trigger guard_truncate before truncate on private.events
  for each statement execute function private.guard_events();
create trigger queue_deliveries after insert on private.events
  for each row execute function private.queue_deliveries();

-- 29_reference/01_limits.sql
insert into private.limits (action, standing, max_count, period, sentence) values
  ('comment', 'member', 40, '1 hour', 'You have commented a lot.'),
  ('comment', 'newcomer', 20, '1 hour', 'You have commented a lot.'),
  ('comment', 'regular', 60, '1 hour', 'You have commented a lot.'),
  ('edit', 'member', 40, '1 hour', 'You have edited a lot.'),
  ('edit', 'newcomer', 20, '1 hour', 'You have edited a lot.'),
  ('edit', 'regular', 60, '1 hour', 'You have edited a lot.'),
  ('image', 'member', 30, '1 hour', 'You have added a lot of images.'),
  ('image', 'newcomer', 20, '1 hour', 'You have added a lot of images.'),
  ('image', 'regular', 40, '1 hour', 'You have added a lot of images.'),
  ('post', 'member', 8, '1 hour', 'You have posted a lot.'),
  ('post', 'newcomer', 5, '1 hour', 'You have posted a lot.'),
  ('post', 'regular', 10, '1 hour', 'You have posted a lot.'),
  ('report', 'any', 20, '1 hour', 'You have reported a lot.'),
  ('vote', 'any', 120, '1 minutes', 'You have voted a lot.');

insert into private.budgets (standing, stored_bytes, loose_bytes) values
  ('newcomer', 104857600, 47185920),
  ('member', 262144000, 47185920),
  ('regular', 1073741824, 47185920);

insert into private.attempt_limits (kind, scope, max_count, period) values
  ('captcha', 'address', 30, '10 minutes'),
  ('confirm-resend', 'account and address', 3, '10 minutes'),
  ('confirm-resend', 'address', 30, '10 minutes'),
  ('follow', 'account and address', 5, '10 minutes'),
  ('follow', 'address', 10, '1 hour'),
  ('follow', 'site', 60, '1 hour'),
  ('recover', 'account and address', 3, '10 minutes'),
  ('recover', 'address', 30, '10 minutes'),
  ('sign-in', 'account and address', 8, '5 minutes'),
  ('sign-in', 'address', 60, '5 minutes'),
  ('sign-up', 'account and address', 5, '10 minutes'),
  ('sign-up', 'address', 30, '10 minutes');

-- Secrets of this database: what addresses are hashed with, and what the links in mails are signed with.
insert into private.salt default values;
insert into private.mail_key (value) values (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

insert into private.notice_rules default values;
insert into private.moderation default values;
insert into public.site_settings default values;
insert into public.state_texts (state) select unnest(enum_range(null::public.post_state));

-- 29_reference/02_reserved_names.sql
insert into private.reserved_names (name) values ('Signpost'), ('Signpost team');

-- Words that only the names of the team may have, in twelve languages.
insert into private.reserved_names (name, is_word)
select name, true from unnest(array[
  'Deleted user', 'Somebody by e-mail', 'Somebody by email', 'Team', 'Support', 'Helpdesk', 'Admin', 'Admins',
  'Administrator', 'Administrators', 'Administration', 'Sysadmin', 'Moderator', 'Moderators', 'Staff',
  'Official', 'Kundendienst', 'Unterstützung', 'Unterstuetzung', 'Administratorin', 'Moderatorin', 'Mitarbeiter',
  'Mitarbeiterin', 'Offiziell', 'Offizielle', 'Offizieller', 'Offizielles', 'Équipe', 'Assistance', 'Soutien',
  'Administrateur', 'Administratrice', 'Modérateur', 'Modératrice', 'Officiel', 'Officielle', 'Equipo',
  'Soporte', 'Administrador', 'Administradora', 'Moderador', 'Moderadora', 'Oficial', 'Equipa', 'Suporte',
  'Squadra', 'Supporto', 'Assistenza', 'Amministratore', 'Amministratrice', 'Moderatore', 'Moderatrice',
  'Ufficiale', 'Ondersteuning', 'Beheerder', 'Medewerker', 'Officieel', 'Officiële', 'Zespół', 'Wsparcie',
  'Obsługa', 'Administratorka', 'Moderatorka', 'Oficjalny', 'Oficjalna', 'Oficjalne', 'Команда', 'Поддержка',
  'Администратор', 'Администрация', 'Админ', 'Модератор', 'Сотрудник', 'Персонал', 'Официальный', 'Официально',
  'فريق', 'الفريق', 'دعم', 'الدعم', 'المشرف', 'مدير', 'المدير', 'مسؤول', 'المسؤول', 'الإدارة', 'موظف', 'الرسمي',
  'チーム', 'サポート', '管理者', '管理人', '運営', 'モデレーター', 'スタッフ', '公式', '团队', '團隊', '支持', '支援', '客服', '管理员', '管理員', '版主',
  '工作人员', '工作人員', '官方'
]) name;

-- 29_reference/03_synonyms.sql
-- Words that say the same in feedback about software; admins change them in the dashboard.
insert into public.synonyms (words)
select string_to_array(words, ', ') from unnest(array[
  'dark mode, night mode, dark theme, night theme, black theme, dark color scheme',
  'dark, night, black',
  'theme, color scheme, appearance, skin',
  'light mode, bright, white',
  'sign in, log in, login, signin, log on, logon',
  'sign up, register, registration, create account, join',
  'sign out, log out, logout',
  'sso, single sign-on, saml, openid, oidc, okta',
  '2fa, mfa, two-factor, two factor authentication, multi-factor, totp, second factor, authenticator',
  'passkey, webauthn, fingerprint, biometric, face id',
  'password, passphrase, credentials',
  'shortcut, hotkey, keybinding, key binding, keyboard',
  'delete, remove, erase, close, get rid of',
  'archive, hide',
  'undo, restore, recover, bring back, revert',
  'edit, change, modify, update, correct',
  'add, create, new',
  'image, picture, screenshot, photo, screen shot, attachment',
  'avatar, profile picture, portrait, photo',
  'paste, clipboard',
  'upload, attach',
  'video, screen recording, clip, movie',
  'spreadsheet, excel, csv, xlsx, google sheets, table',
  'export, download, save as',
  'import, migrate, move over, transfer, upload',
  'backup, dump, archive, download everything',
  'notify, notification, tell, alert, let me know, inform, remind, alarm',
  'email, e-mail, mail, newsletter',
  'digest, summary, weekly mail',
  'unsubscribe, opt out, stop mails, mute, too many mails',
  'follow, subscribe, watch',
  'translate, translation, language, i18n, localization, localisation, internationalization, l10n',
  'rtl, right-to-left, arabic, hebrew',
  'font, text size, font size, typeface, lettering',
  'bigger, larger, increase',
  'accessibility, a11y, screen reader, contrast, blind',
  'mobile, phone, smartphone, android, ios, iphone, tablet',
  'app, application, program, client',
  'offline, without internet, without connection, no network',
  'draft, unfinished, unsaved',
  'merge, combine, join, unite',
  'duplicate, same, double, copy, clone',
  'private, internal, hidden, confidential',
  'permission, role, rights, access control, access',
  'moderator, moderation, approve, approval, review',
  'staff, employee, colleague, team, coworker',
  'customer, client, user',
  'anonymous, without account, guest',
  'on behalf of, for a customer, for someone else',
  'webhook, callback, http request',
  'api, rest, endpoint',
  'token, api key, access key',
  'integration, integrate, connect, connector, plugin, add-on, addon, extension, link',
  'embed, widget, iframe, inside our app',
  'domain, url, address, subdomain, cname',
  'branding, brand, logo, white label, white-label, custom colors',
  'tag, label, category',
  'filter, show only, narrow down',
  'sort, order, arrange, rank',
  'search, find, look up',
  'mention, ping',
  'reaction, emoji, like, thumbs up',
  'vote, upvote, like',
  'release date, eta, due date, deadline, when will',
  'release notes, changelog, what''s new, change log',
  'release, ship, launch, publish, deliver',
  'state, status, stage',
  'done, finished, completed, ready',
  'calendar, agenda, schedule',
  'time zone, timezone, local time, utc',
  'bulk, multiple, several, many at once, batch, mass',
  'print, printing, paper',
  'slow, performance, fast, speed, lag',
  'crash, freeze, hang, hangs, does not respond',
  'error, bug, failure, broken, does not work',
  'self-host, self hosted, on-premise, on-premises, own server, docker',
  'gdpr, privacy, personal data, data protection',
  'spam, spammer, advertising, advertise, junk',
  'ban, block',
  'username, display name, nickname, user name',
  'survey, poll, questionnaire',
  'assign, responsible, owner, assignee',
  'settings, preferences, options, configuration, config',
  'sync, synchronize, synchronise, syncing, synchronization',
  'devices, machines, computers',
  'window, windows, pane',
  'folder, directory',
  'color, colour',
  'gray, grey'
]) words;
