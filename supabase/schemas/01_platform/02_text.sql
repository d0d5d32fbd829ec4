-- Rules for text that people write. It is cleaned before it is stored, and its length is checked before any work is
-- done on it.

create function private.bounded(value text, max_length integer) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if char_length(value) > max_length then
    raise exception 'This text is too long.' using errcode = '22001';
  end if;
  return value;
end
$$;
comment on function private.bounded is 'Returns the text, or raises an error if it is longer than any text that is stored.';
grant execute on function private.bounded to anon, authenticated, service_role;

create function private.marks() returns text
language sql immutable parallel safe set search_path = ''
return '\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0898-\u089f\u08ca-\u08e1\u08e3-\u08ff\u093c\u094d\u0951-\u0954\u09bc\u09cd\u09fe\u0a3c-\u0a4d\u0abc\u0acd\u0b3c\u0b4d\u0bcd\u0c3c\u0c4d-\u0c56\u0cbc\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e38-\u0e3a\u0e48-\u0e4b\u0eb8-\u0eba\u0ec8-\u0ecb\u0f18\u0f19\u0f35\u0f37\u0f39\u0f71-\u0f84\u0f86\u0f87\u0fc6\u1037-\u103a\u108d\u135d-\u135f\u1714\u1715\u1734\u17d2\u17dd\u18a9\u1939-\u193b\u1a17\u1a18\u1a60-\u1a7f\u1ab0-\u1ace\u1b34-\u1b44\u1b6b-\u1b73\u1baa\u1bab\u1be6-\u1bf3\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf8\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099\u309a\ua66f\ua674-\ua67d\ua69e\ua69f\ua6f0\ua6f1\ua806\ua82c\ua8c4\ua8e0-\ua8f1\ua92b-\ua92d\ua953\ua9b3-\ua9c0\uaab0\uaab2-\uaab4\uaab7\uaab8\uaabe\uaabf\uaac1\uaaf6\uabed\ufb1e\ufe20-\ufe2f\U000101fd\U000102e0\U00010376-\U0001037a\U00010a0d-\U00010a0f\U00010a38-\U00010a3f\U00010ae5\U00010ae6\U00010d24-\U00010d27\U00010eab\U00010eac\U00010efd-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011046\U00011070\U0001107f\U000110b9\U000110ba\U00011100-\U00011102\U00011133\U00011134\U00011173\U000111c0\U000111ca\U00011235\U00011236\U000112e9\U000112ea\U0001133b\U0001133c\U0001134d\U00011366-\U00011374\U00011442-\U00011446\U0001145e\U000114c2\U000114c3\U000115bf\U000115c0\U0001163f\U000116b6\U000116b7\U0001172b\U00011839\U0001183a\U0001193d\U0001193e\U00011943\U000119e0\U00011a34\U00011a47\U00011a99\U00011c3f\U00011d42-\U00011d45\U00011d97\U00011f41\U00011f42\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016ff0\U00016ff1\U0001bc9e\U0001d165-\U0001d169\U0001d16d-\U0001d172\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001e000-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a';
comment on function private.marks is 'Combining characters, as the inside of a bracket expression.';
grant execute on function private.marks to anon, authenticated, service_role;

create function private.every_mark() returns text
language sql immutable parallel safe set search_path = ''
return '\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0897-\u089f\u08ca-\u08e1\u08e3-\u0902\u093a\u093c\u0941-\u0948\u094d\u0951-\u0957\u0962\u0963\u0981\u09bc\u09c1-\u09c4\u09cd\u09e2\u09e3\u09fe-\u0a02\u0a3c\u0a41-\u0a51\u0a70\u0a71\u0a75\u0a81\u0a82\u0abc\u0ac1-\u0ac8\u0acd\u0ae2\u0ae3\u0afa-\u0b01\u0b3c\u0b3f\u0b41-\u0b44\u0b4d-\u0b56\u0b62\u0b63\u0b82\u0bc0\u0bcd\u0c00\u0c04\u0c3c\u0c3e-\u0c40\u0c46-\u0c56\u0c62\u0c63\u0c81\u0cbc\u0cbf\u0cc6\u0ccc\u0ccd\u0ce2\u0ce3\u0d00\u0d01\u0d3b\u0d3c\u0d41-\u0d44\u0d4d\u0d62\u0d63\u0d81\u0dca\u0dd2-\u0dd6\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18\u0f19\u0f35\u0f37\u0f39\u0f71-\u0f7e\u0f80-\u0f84\u0f86\u0f87\u0f8d-\u0fbc\u0fc6\u102d-\u1030\u1032-\u1037\u1039\u103a\u103d\u103e\u1058\u1059\u105e-\u1060\u1071-\u1074\u1082\u1085\u1086\u108d\u109d\u135d-\u135f\u1712-\u1714\u1732\u1733\u1752\u1753\u1772\u1773\u17b4\u17b5\u17b7-\u17bd\u17c6\u17c9-\u17d3\u17dd\u180b-\u180d\u180f\u1885\u1886\u18a9\u1920-\u1922\u1927\u1928\u1932\u1939-\u193b\u1a17\u1a18\u1a1b\u1a56\u1a58-\u1a60\u1a62\u1a65-\u1a6c\u1a73-\u1a7f\u1ab0-\u1b03\u1b34\u1b36-\u1b3a\u1b3c\u1b42\u1b6b-\u1b73\u1b80\u1b81\u1ba2-\u1ba5\u1ba8\u1ba9\u1bab-\u1bad\u1be6\u1be8\u1be9\u1bed\u1bef-\u1bf1\u1c2c-\u1c33\u1c36\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce0\u1ce2-\u1ce8\u1ced\u1cf4\u1cf8\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302d\u3099\u309a\ua66f-\ua672\ua674-\ua67d\ua69e\ua69f\ua6f0\ua6f1\ua802\ua806\ua80b\ua825\ua826\ua82c\ua8c4\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua951\ua980-\ua982\ua9b3\ua9b6-\ua9b9\ua9bc\ua9bd\ua9e5\uaa29-\uaa2e\uaa31\uaa32\uaa35\uaa36\uaa43\uaa4c\uaa7c\uaab0\uaab2-\uaab4\uaab7\uaab8\uaabe\uaabf\uaac1\uaaec\uaaed\uaaf6\uabe5\uabe8\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a0f\U00010a38-\U00010a3f\U00010ae5\U00010ae6\U00010d24-\U00010d27\U00010d69-\U00010d6d\U00010eab\U00010eac\U00010efa-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011001\U00011038-\U00011046\U00011070\U00011073\U00011074\U0001107f-\U00011081\U000110b3-\U000110b6\U000110b9\U000110ba\U000110c2\U00011100-\U00011102\U00011127-\U0001112b\U0001112d-\U00011134\U00011173\U00011180\U00011181\U000111b6-\U000111be\U000111c9-\U000111cc\U000111cf\U0001122f-\U00011231\U00011234\U00011236\U00011237\U0001123e\U00011241\U000112df\U000112e3-\U000112ea\U00011300\U00011301\U0001133b\U0001133c\U00011340\U00011366-\U00011374\U000113bb-\U000113c0\U000113ce\U000113d0\U000113d2\U000113e1\U000113e2\U00011438-\U0001143f\U00011442-\U00011444\U00011446\U0001145e\U000114b3-\U000114b8\U000114ba\U000114bf\U000114c0\U000114c2\U000114c3\U000115b2-\U000115b5\U000115bc\U000115bd\U000115bf\U000115c0\U000115dc\U000115dd\U00011633-\U0001163a\U0001163d\U0001163f\U00011640\U000116ab\U000116ad\U000116b0-\U000116b5\U000116b7\U0001171d\U0001171f\U00011722-\U00011725\U00011727-\U0001172b\U0001182f-\U00011837\U00011839\U0001183a\U0001193b\U0001193c\U0001193e\U00011943\U000119d4-\U000119db\U000119e0\U00011a01-\U00011a0a\U00011a33-\U00011a38\U00011a3b-\U00011a3e\U00011a47\U00011a51-\U00011a56\U00011a59-\U00011a5b\U00011a8a-\U00011a96\U00011a98\U00011a99\U00011b60\U00011b62-\U00011b64\U00011b66\U00011c30-\U00011c3d\U00011c3f\U00011c92-\U00011ca7\U00011caa-\U00011cb0\U00011cb2\U00011cb3\U00011cb5\U00011cb6\U00011d31-\U00011d45\U00011d47\U00011d90\U00011d91\U00011d95\U00011d97\U00011ef3\U00011ef4\U00011f00\U00011f01\U00011f36-\U00011f3a\U00011f40\U00011f42\U00011f5a\U00013440\U00013447-\U00013455\U0001611e-\U00016129\U0001612d-\U0001612f\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f\U00016f8f-\U00016f92\U00016fe4\U0001bc9d\U0001bc9e\U0001cf00-\U0001cf46\U0001d167-\U0001d169\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001daaf\U0001e000-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e5ee\U0001e5ef\U0001e6e3\U0001e6e6\U0001e6ee\U0001e6ef\U0001e6f5\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a\U000e0100-\U000e01ef';
comment on function private.every_mark is 'Every combining mark of Unicode 17, for a bracket expression.';
grant execute on function private.every_mark to anon, authenticated, service_role;

create function private.loose_marks() returns text
language sql immutable parallel safe set search_path = ''
return '\u0300-\u036f\u0483-\u0489\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f';
comment on function private.loose_marks is 'Combining marks of any letter, and those of Thai and Lao.';
grant execute on function private.loose_marks to anon, authenticated, service_role;

create function private.cut_marks(value text) returns text
language sql immutable parallel safe set search_path = ''
return regexp_replace(value, '([' || private.marks() || ']{16})[' || private.marks() || ']+', '\1', 'g');
comment on function private.cut_marks is 'Leaves 16 marks in a row: composing more takes quadratic time.';
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
comment on function private.unstack is 'A text without stacked marks.';
grant execute on function private.unstack to anon, authenticated, service_role;

create function private.has_stacked_marks(value text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return value ~ (
    '([' || private.loose_marks() || '][\u200c\u200d]*){4}|([' || private.every_mark() || '][\u200c\u200d]*){7}'
  );
end
$$;
comment on function private.has_stacked_marks is
  'Whether a text has marks that reach into the lines above and below: four marks that fit any letter, or seven of a script that needs many (a Burmese word has four in a row, a Hebrew letter with points and accents five, a Tibetan one six). Joiners between them are ignored. Expects a line composed by clean_line. In plpgsql because that keeps the query plan: a check constraint runs with every change of its row.';
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
comment on function private.clean_text is 'Several lines of text, without control characters.';
grant execute on function private.clean_text to anon, authenticated, service_role;

create function private.seen_of(value text) returns text
language sql immutable parallel safe set search_path = ''
return regexp_replace(
  coalesce(value, ''),
  '[\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\U00013441\U00013442\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
  '', 'g'
);
comment on function private.seen_of is 'A text without invisible characters; the forms have the same list.';
grant execute on function private.seen_of to anon, authenticated, service_role;

create function private.visible_length(value text) returns integer
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return char_length(private.seen_of(value));
end
$$;
comment on function private.visible_length is
  'How many characters a reader can see. In plpgsql, like private.has_stacked_marks.';
grant execute on function private.visible_length to anon, authenticated, service_role;

create function private.slugify(value text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
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
    '\S*(?:https?:|//\S|www\.|mailto:|xmpp:|<[^\s@<>]+@|[^\s@]@[^\s@]+\.\w|\]\s*[(:]|&#?\w+;|\\[[:punct:]])\S*(?:\s+\S+)?', 'gi'
  ) m
);
comment on function private.links_of is
  'Everything in a text that could become a link: addresses of pages and emails, Markdown brackets, and references and backslashes that Markdown turns into other characters. Each comes with the word after it, because that may contain the address.';

create function private.plain_text(markdown text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
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
  value := regexp_replace(value, '^[ \t]*(?:>[ \t]*)*', '', 'gn');
  value := regexp_replace(value, '^(?:#{1,6}[ \t]+|(?:[-*_][ \t]*){3,}$)', E'\n', 'gn');
  -- The items of a list are set apart, and the first one continues the paragraph before it.
  value := regexp_replace(value, '^(?:[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|\d{1,3}[.)][ \t]+)', E'\n\x01', 'gn');
  if position(E'\x01' in value) > 0 then
    value := regexp_replace(value, '^([^\x01\s][^\n]*)\n\s*\x01', '\1 ', 'gn');
    value := regexp_replace(value, '([^\s.:!?…,;])[ \t]*[,;]?[ \t]*\n\s*\x01', '\1 · ', 'g');
    value := replace(value, E'\x01', ' ');
  end if;
  value := regexp_replace(value, '\*\*|__|~~|`', '', 'g');
  value := regexp_replace(value, '(^|[\s(])[*_]([^\s*_][^*_\n]*)[*_](?=$|[\s.,;:!?)])', '\1\2', 'g');
  value := regexp_replace(value, '\|?[ \t]*:?-{3,}:?[ \t]*\|', ' ', 'g');
  value := regexp_replace(value, '\\([][!"#$%&''()*+,./:;<=>?@\\^_{|}~-])', '\1', 'g');
  if position('&' in value) > 0 then
    value := replace(replace(replace(replace(replace(replace(
      value, '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&amp;', '&');
  end if;
  -- What ends without punctuation is set apart from the next block.
  value := regexp_replace(value, '([^\s.,:;!?…])[ \t]*\n[ \t]*\n\s*(?=\S)', '\1 · ', 'g');
  return btrim(regexp_replace(value, '[\s\u00a0\u2028\u2029\u3000]+', ' ', 'g'));
end
$$;
comment on function private.plain_text is 'Markdown as one line of plain text; unknown tags stay.';

create function private.said(text) returns text
language sql immutable set search_path = ''
return nullif(private.clean_line($1), '');
comment on function private.said is 'One line of text, or null if it is empty.';

create function private.read_cursor(given text) returns jsonb
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return private.bounded(given, 1000)::jsonb;
exception when others then
  raise exception 'Unknown cursor' using errcode = '22023';
end
$$;
comment on function private.read_cursor is 'Reads a cursor of at most 1,000 characters, or refuses it.';
grant execute on function private.read_cursor to anon, authenticated, service_role;
